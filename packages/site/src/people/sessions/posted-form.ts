import {
  isMultipartForm,
  isUrlencodedForm,
  parsePairs,
  parseQuery,
  peekFormField,
  type RequestBody,
  type RestRequest,
} from '@platen/core'

/** The number of bytes of a form that are read before the caller is identified. */
const MAX_BYTES = 64 * 1024

/**
 * A field of a posted form, if it is within the first 64 KiB; an invalid value becomes an empty text. The remaining
 * form is not read before the caller is identified, unless the application has already parsed it.
 */
export async function postedField({ body, headers }: RestRequest, name: string): Promise<string | undefined> {
  if (body?.kind === 'multipart') return textIn(parsePairs(body.form.fields), name)
  const type = headers?.['content-type'] ?? ''
  if (body?.kind === 'stream' && isMultipartForm(type)) {
    const beginning = await body.peek?.(MAX_BYTES)
    return ArrayBuffer.isView(beginning) ? peekFormField(beginning, type, name) : undefined
  }
  if (body === undefined || !isUrlencodedForm(type)) return undefined
  // Parsers of an application leave the fields as an object.
  if (body.kind === 'json') return isObject(body.value) ? textIn(body.value, name) : undefined
  return fieldIn(await beginOf(body), name)
}

const isObject = (value: unknown): value is Readonly<Record<string, unknown>> =>
  value !== null && typeof value === 'object'

async function beginOf(body: Extract<RequestBody, { kind: 'text' | 'bytes' | 'stream' }>): Promise<string> {
  if (body.kind === 'text') return wholeFields(String(body.text), MAX_BYTES)
  const bytes = body.kind === 'bytes' ? body.bytes : await body.peek?.(MAX_BYTES)
  if (!ArrayBuffer.isView(bytes)) return ''
  const text = new TextDecoder().decode(bytes.subarray(0, MAX_BYTES))
  return wholeFields(text, bytes.length < MAX_BYTES ? Number.POSITIVE_INFINITY : text.length - 1)
}

/** The fields that end within the first `length` characters. */
const wholeFields = (text: string, length: number): string =>
  text.length <= length ? text : text.slice(0, text.lastIndexOf('&', length) + 1)

/** A parameter of an unparsed query or form, which is parsed only if it contains the name. */
export const fieldIn = (text: string, name: string): string | undefined =>
  text.includes(name) ? textIn(parseQuery(text.trim()), name) : undefined

/** A parameter; an invalid value is an empty text. */
export function textIn(values: Readonly<Record<string, unknown>>, name: string): string | undefined {
  const value = Object.hasOwn(values, name) ? values[name] : undefined
  return value === undefined || typeof value === 'string' ? value : ''
}
