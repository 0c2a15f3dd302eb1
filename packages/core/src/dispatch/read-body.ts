import { isMultipartForm, isUrlencodedForm } from '../form-types.js'
import { parsePairs, parseQuery } from '../params/parse-query.js'
import type { BodyOptions, HandlerRequest } from '../registry/definition.js'
import type { IncomingFile, MultipartForm, ReceivedFile, RequestBody, StreamBody, UploadedFile } from '../request.js'
import { RestError } from '../rest-error.js'
import { collect, single } from './body-chunks.js'
import { ADMIT_FROM, bodyTooLarge, unsupportedMediaType } from './body-limits.js'
import { checkJson, decodeUtf8, parseJson } from './parse-json.js'

/** The parameters and files of a body, and the body for handlers. */
export interface BodyParams {
  readonly params: Readonly<Record<string, unknown>>
  readonly files: readonly UploadedFile[]
  readonly received: readonly ReceivedFile[]
  readonly body: RequestBody | undefined
  /** The value of a JSON body. */
  readonly json?: unknown
  /** The parameters of a form. */
  readonly form?: Readonly<Record<string, unknown>> | undefined
}

/** How a body is read. */
export interface BodyReading {
  /** In upper case; HEAD is represented by GET. */
  readonly method: string
  readonly contentType: string
  readonly options: BodyOptions
  /** The limit of bodies that are read into memory, in bytes. */
  readonly maxBytes: number
  /** Returns the request with only the parameters of path and query. */
  readonly bodiless: () => HandlerRequest
  /** Throws unless the caller may call; awaited before a large body is read. */
  readonly admit: () => Promise<void>
}

const NO_FILES: readonly never[] = Object.freeze([])
const unread = (body: RequestBody | undefined): BodyParams => ({
  params: {},
  files: NO_FILES,
  received: NO_FILES,
  body,
})

const ofJson = (body: RequestBody, json: unknown): BodyParams => ({ ...unread(body), params: asParams(json), json })

const ofForm = (body: RequestBody | undefined, form: Readonly<Record<string, unknown>>): BodyParams => ({
  ...unread(body),
  params: form,
  form,
})

/** The result for requests without a body. */
export const noBody: BodyParams = Object.freeze(unread(undefined))

const isJson = (type: string) => /^application\/(?:[\w!#$&^.+-]+\+)?json(?:\+oembed)?(?=[\s;,]|$)/i.test(type)

/** Clients send forms of updates and deletions without a content type; text without a slash is not a type either. */
const isForm = ({ method, contentType }: BodyReading) =>
  isUrlencodedForm(contentType) ||
  (!contentType.includes('/') && (method === 'PUT' || method === 'PATCH' || method === 'DELETE'))

/** The fields of a form are not parameters of GET, unlike the properties of a JSON body. */
const takesForms = ({ method }: BodyReading) => method !== 'GET'

/**
 * Reads a JSON, urlencoded or multipart body within the endpoint's limits, but no forms of GET. The handler interprets
 * other bodies; they are not read if the endpoint receives files.
 */
export function readBody(body: RequestBody, reading: BodyReading): BodyParams | Promise<BodyParams> {
  const { contentType, options } = reading
  switch (body?.kind) {
    case 'json':
      checkJson(body.value)
      return ofJson(body, body.value)
    case 'multipart':
      if (!takesForms(reading)) return unread(body)
      return options.receive === undefined
        ? { ...ofForm(body, parsePairs(body.form.fields)), files: body.form.files }
        : receiveForm(body, reading)
    case 'stream':
      return readStream(body, reading)
    case 'bytes':
    case 'text':
      // Objects of another realm are not instances of this realm's classes.
      if (body.kind === 'bytes' ? !ArrayBuffer.isView(body.bytes) : typeof body.text !== 'string') break
      if (isMultipartForm(contentType)) throw unsupportedMediaType('The multipart form has not been parsed.')
      return isRaw(reading) ? unread(body) : readBuffered(body, reading)
  }
  throw new RestError('rest_invalid_body', 'The body has an unknown kind.', 400)
}

const isRaw = (reading: BodyReading): boolean =>
  reading.options.receive !== undefined && !isJson(reading.contentType) && !isForm(reading)

function readBuffered(body: RequestBody & { kind: 'bytes' | 'text' }, reading: BodyReading) {
  const size = body.kind === 'bytes' ? body.bytes.length : body.text.length
  const decode = () => {
    if (size > reading.maxBytes) throw bodyTooLarge(reading.maxBytes)
    return decoded(body, reading)
  }
  return size > ADMIT_FROM && reading.options.admit !== undefined ? reading.admit().then(decode) : decode()
}

function decoded(body: RequestBody & { kind: 'bytes' | 'text' }, reading: BodyReading): BodyParams {
  if (isJson(reading.contentType)) {
    const text = body.kind === 'text' ? body.text : decodeUtf8(body.bytes)
    return text === '' ? unread(body) : ofJson(body, parseJson(text))
  }
  if (!isForm(reading) || !takesForms(reading)) return unread(body)
  const text = body.kind === 'text' ? body.text : new TextDecoder().decode(body.bytes)
  return ofForm(body, parseQuery(text.trim()))
}

async function readStream(body: StreamBody, reading: BodyReading): Promise<BodyParams> {
  const { contentType, maxBytes, options } = reading
  if (isMultipartForm(contentType)) return takesForms(reading) ? readForm(body, reading) : unread(body)
  if (isRaw(reading)) return unread(body)
  const { length = 0 } = body
  if (length > ADMIT_FROM) await reading.admit()
  if (length > maxBytes) throw bodyTooLarge(maxBytes)
  const needsAdmission = length <= ADMIT_FROM && options.admit !== undefined
  const bytes = await collect(body.chunks, maxBytes, ADMIT_FROM, needsAdmission ? reading.admit : undefined, body.hold)
  return decoded({ kind: 'bytes', bytes }, reading)
}

async function readForm(body: StreamBody, reading: BodyReading): Promise<BodyParams> {
  const { maxBytes, options } = reading
  if (body.readForm === undefined) throw unsupportedMediaType('Multipart forms cannot be read here.')
  if ((body.length ?? Number.POSITIVE_INFINITY) > ADMIT_FROM) await reading.admit()
  const limit = maxBytes + (options.receive === undefined ? 0 : (options.maxFileBytes ?? 0))
  if ((body.length ?? 0) > limit) throw bodyTooLarge(limit)
  const files: UploadedFile[] = []
  const received: ReceivedFile[] = []
  const take = async (file: IncomingFile) => {
    if (options.receive !== undefined) return receive(file, reading, received)
    const { field, name, type, chunks } = file
    const bytes = await collect(chunks, maxBytes, undefined, undefined, body.hold)
    // Browsers send an empty file input as a nameless, empty file.
    if (name !== '' || bytes.length > 0) files.push({ field, name, type, bytes })
  }
  const read = body.readForm
  return discardingOnFailure(received, async () => {
    const fields = await read({ maxBytes: limit, maxFieldBytes: maxBytes }, take)
    const form = { fields, files }
    return { ...ofForm({ kind: 'multipart', form }, parsePairs(fields)), files, received }
  })
}

/** Reads a form that an adapter has parsed, for an endpoint that receives files itself. */
async function receiveForm(
  body: { kind: 'multipart'; form: MultipartForm },
  reading: BodyReading,
): Promise<BodyParams> {
  const received: ReceivedFile[] = []
  return discardingOnFailure(received, async () => {
    for (const { bytes, ...file } of body.form.files) {
      await receive({ ...file, chunks: single(bytes) }, reading, received)
    }
    return { ...ofForm(body, parsePairs(body.form.fields)), files: body.form.files, received }
  })
}

async function receive(file: IncomingFile, { options, bodiless }: BodyReading, received: ReceivedFile[]) {
  const stored = await options.receive?.(file, bodiless())
  if (stored !== undefined) received.push(stored)
}

async function discardingOnFailure<T>(received: readonly ReceivedFile[], work: () => Promise<T>): Promise<T> {
  try {
    return await work()
  } catch (error) {
    await discardAll(received)
    throw error
  }
}

/** Discards received files that no handler claimed. The receiver handles failures. */
export async function discardAll(received: readonly ReceivedFile[]): Promise<void> {
  await Promise.allSettled(received.map(file => file.discard()))
}

const asParams = (value: unknown): Readonly<Record<string, unknown>> =>
  value !== null && typeof value === 'object' && !Array.isArray(value) ? (value as Record<string, unknown>) : {}
