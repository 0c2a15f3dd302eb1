import { RestError } from '../rest-error.js'

const BETWEEN_TEXTS = /[{}[\],: \t\n\r]+|true|false|null|-?(?:0|[1-9]\d*)(?:\.\d+)?(?:e[+-]?\d+)?/iy
const PLAIN = /[ !#-[\]-\uffff]*/y
const ESCAPE = /\\(?:["\\/bfnrt]|u[\da-f]{4})/iy

/**
 * Whether a text is not JSON because of a control character, or because it ends within a string: this interface has a
 * separate error code for that. Only the first syntax error counts. Takes linear time.
 */
export function hasControlCharacter(text: string): boolean {
  let at = 0
  let inString = false
  const skip = (part: RegExp): boolean => {
    part.lastIndex = at
    if (!part.test(text)) return false
    at = part.lastIndex
    return true
  }
  while (inString || at < text.length) {
    if (inString) skip(PLAIN)
    if (text[at] === '"') {
      inString = !inString
      at++
    } else if (!skip(inString ? ESCAPE : BETWEEN_TEXTS)) return at === text.length || text.charCodeAt(at) < 0x20
  }
  return false
}

/** No request needs deeper JSON, and recursive functions must not overflow the stack. */
const MAX_JSON_DEPTH = 512

function invalidJson(code: number, why: string, cause?: unknown): RestError {
  return new RestError('rest_invalid_json', 'The body of the request is not valid JSON.', 400, {
    data: { json_error_code: code, json_error_message: why },
    cause,
  })
}

const tooDeep = () => invalidJson(1, 'The values are nested too deeply.')
const loneSurrogate = () => invalidJson(10, 'The text has a lone surrogate.')

/** Decodes the bytes of a JSON text; throws a 400 `rest_invalid_json` unless they are UTF-8. */
export function decodeUtf8(bytes: Uint8Array): string {
  try {
    return new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(bytes)
  } catch (cause) {
    throw invalidJson(5, 'The text is not valid UTF-8.', cause)
  }
}

/**
 * Parses JSON in linear time. Throws a 400 `rest_invalid_json` for text that is not JSON, nests deeper than 512 levels
 * or contains a lone surrogate (which UTF-8, and therefore a store, cannot represent).
 */
export function parseJson(text: string): unknown {
  if (text.length > MAX_JSON_DEPTH * 2 && isTooDeep(text)) throw tooDeep()
  let value: unknown
  try {
    value = JSON.parse(text)
  } catch (cause) {
    if (hasControlCharacter(text)) throw invalidJson(3, 'A string has a control character or no end.', cause)
    throw invalidJson(4, 'Syntax error', cause)
  }
  if (!isWellFormed(text) || hasLoneEscape(text)) throw loneSurrogate()
  return value
}

/** Applies the rules of {@link parseJson} to a value; cycles, functions, symbols and bigints have no JSON form. */
export function checkJson(value: unknown): void {
  const open = new Set<object>()
  const checked = new WeakSet<object>()
  const check = (inner: unknown): void => {
    if (typeof inner === 'string' && !isWellFormed(inner)) throw loneSurrogate()
    if (typeof inner === 'bigint' || typeof inner === 'symbol' || typeof inner === 'function')
      throw invalidJson(8, `A value of the type ${typeof inner} is not JSON.`)
    if (inner === null || typeof inner !== 'object' || checked.has(inner)) return
    if (open.has(inner)) throw invalidJson(6, 'The value contains itself.')
    if (open.size > MAX_JSON_DEPTH) throw tooDeep()
    open.add(inner)
    if (Array.isArray(inner)) for (const item of inner) check(item)
    else {
      for (const name of Object.keys(inner)) {
        check(name)
        check((inner as Record<string, unknown>)[name])
      }
    }
    open.delete(inner)
    checked.add(inner)
  }
  check(value)
}

const LONE_SURROGATE = /\p{Surrogate}/u
const isWellFormed = (text: string): boolean => !LONE_SURROGATE.test(text)

/** Whether an escape in a JSON text is a lone surrogate. */
function hasLoneEscape(text: string): boolean {
  for (let i = text.indexOf('\\'); i >= 0; i = text.indexOf('\\', i)) {
    const unit = unitAt(text, i)
    if (unit >= 0xdc00 && unit <= 0xdfff) return true
    if (unit >= 0xd800 && unit <= 0xdbff) {
      const next = unitAt(text, i + 6)
      if (next < 0xdc00 || next > 0xdfff) return true
      i += 12
    } else i += 2
  }
  return false
}

/** The code unit of the escape at an index, such as `\ud83c`; -1 if there is none. */
function unitAt(text: string, at: number): number {
  if (text.charCodeAt(at) !== 0x5c || text.charCodeAt(at + 1) !== 0x75) return -1
  return Number.parseInt(text.slice(at + 2, at + 6), 16)
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
