import { parsePairs, parseQuery } from '../params/parse-query.js'
import type { RestRequest, UploadedFile } from '../request.js'
import { RestError } from '../rest-error.js'

/** Parameters that came in the body, and files. */
export interface BodyParams {
  readonly params: Readonly<Record<string, unknown>>
  readonly files: readonly UploadedFile[]
}

/** Deeper JSON is refused: nothing that the interface knows comes near, and what walks values must not run out of stack. */
const MAX_JSON_DEPTH = 512

const HALF_CHARACTER = /\p{Surrogate}/u
const SURROGATE_ESCAPE = /\\u[dD][89a-fA-F]/

/** That there is no body, or none that holds parameters. */
export const noBody: BodyParams = Object.freeze({ params: Object.freeze({}), files: Object.freeze([]) })
const isJson = (type: string) => /^application\/([\w!#$&^.+-]+\+)?json\b/i.test(type)
const isForm = (type: string) => /^application\/x-www-form-urlencoded\b/i.test(type)

/** Part of stage 4: reads a JSON, urlencoded or multipart body. Other bodies are the handler's to read. */
export function readBody(request: RestRequest): BodyParams {
  const { body } = request
  if (body === undefined) return noBody
  if (body.kind === 'multipart') return { params: parsePairs(body.form.fields), files: body.form.files }
  if (body.kind === 'json') return { params: asParams(body.value), files: [] }
  const type = request.headers?.['content-type'] ?? ''
  if (isJson(type)) {
    const text = body.kind === 'text' ? body.text : decodeUtf8(body.bytes)
    return text === '' ? noBody : { params: asParams(parseJson(text)), files: [] }
  }
  if (isForm(type)) {
    const text = body.kind === 'text' ? body.text : new TextDecoder().decode(body.bytes)
    return { params: parseQuery(text.trim()), files: [] }
  }
  return noBody
}

const asParams = (value: unknown): Readonly<Record<string, unknown>> =>
  value !== null && typeof value === 'object' && !Array.isArray(value) ? (value as Record<string, unknown>) : {}

function invalidJson(code: number, why: string, cause?: unknown): RestError {
  return new RestError('rest_invalid_json', 'The body of the request is not valid JSON.', 400, {
    data: { json_error_code: code, json_error_message: why },
    cause,
  })
}

function decodeUtf8(bytes: Uint8Array): string {
  try {
    return new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(bytes)
  } catch (cause) {
    throw invalidJson(5, 'The text is not valid UTF-8.', cause)
  }
}

function parseJson(text: string): unknown {
  if (text.length > MAX_JSON_DEPTH * 2 && isTooDeep(text)) throw invalidJson(1, 'The values are nested too deeply.')
  let value: unknown
  try {
    value = JSON.parse(text)
  } catch (cause) {
    throw invalidJson(4, 'Syntax error', cause)
  }
  if (SURROGATE_ESCAPE.test(text) && holdsHalfCharacter(value))
    throw invalidJson(10, 'The text has half a surrogate pair.')
  return value
}

/** Stores keep text as UTF-8, which has no half characters: what would come back is not what was sent. */
function holdsHalfCharacter(value: unknown): boolean {
  if (typeof value === 'string') return HALF_CHARACTER.test(value)
  if (value === null || typeof value !== 'object') return false
  return Object.entries(value).some(([name, inner]) => HALF_CHARACTER.test(name) || holdsHalfCharacter(inner))
}

function isTooDeep(text: string): boolean {
  let depth = 0
  let inText = false
  for (let i = 0; i < text.length; i++) {
    const char = text.charCodeAt(i)
    if (inText) {
      if (char === 0x5c) i++
      else if (char === 0x22) inText = false
    } else if (char === 0x22) inText = true
    else if (char === 0x5b || char === 0x7b) {
      if (++depth > MAX_JSON_DEPTH) return true
    } else if (char === 0x5d || char === 0x7d) depth--
  }
  return false
}
