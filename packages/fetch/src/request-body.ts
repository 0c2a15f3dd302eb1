import {
  type ArrivingBody,
  createMemoryBudget,
  type FormLimits,
  type IncomingFile,
  type MemoryBudget,
  type MultipartForm,
  peekable,
  RestError,
  type StreamBody,
  standardLineEnds,
} from '@platen/core'
import type { FetchOptions } from './options.js'

/**
 * The bytes of a stream, also for runtimes whose streams are not iterable. The platform discards unread bytes:
 * cancelling the body of a request would close the connection before the response is sent. `arriving` limits how long
 * the client may take.
 */
export async function* streamBytes(
  stream: ReadableStream<Uint8Array> | null,
  arriving?: ArrivingBody,
): AsyncGenerator<Uint8Array> {
  const reader = stream?.getReader()
  if (reader === undefined) return
  type Read = Awaited<ReturnType<typeof reader.read>>
  const next = () =>
    arriving === undefined
      ? reader.read()
      : arriving.wait<Read>((resolve, reject) => {
          reader.read().then(resolve, reject)
          return () => {}
        })
  try {
    for (let read = await next(); !read.done; read = await next()) yield read.value
  } finally {
    reader.releaseLock()
  }
}

const tooLarge = (what: string) => new RestError('rest_request_too_large', what, 413)

/**
 * Whether a request has a body. The headers are checked first: accessing `body` starts its stream, and servers cannot
 * discard a started stream that nobody reads.
 */
export function hasBody(request: Request): boolean {
  const length = request.headers.get('content-length')
  if (length !== null) return Number(length) > 0
  return request.headers.has('transfer-encoding') || (request.method !== 'GET' && request.body !== null)
}

/** The memory for the bodies of requests to a handler. */
export const bodyMemory = ({ maxBufferedBytes = 64 * 1024 * 1024 }: FetchOptions): MemoryBudget =>
  createMemoryBudget(maxBufferedBytes)

/** The unread body of a request: the dispatcher reads it once the endpoint is resolved. */
export function requestBody(request: Request, arriving: ArrivingBody, options: FetchOptions): StreamBody {
  const { maxBodyBytes = Number.POSITIVE_INFINITY, maxFields = 1000, maxFiles = 20 } = options
  const length = request.headers.get('content-length')
  const progress = { size: 0 }
  const chunks = { [Symbol.asyncIterator]: () => chunksOf(request, arriving, maxBodyBytes, progress) }
  const unread = peekable(chunks, arriving.hold)
  return {
    kind: 'stream',
    length: length === null ? undefined : Number(length),
    hold: arriving.hold,
    ...unread,
    async readForm(limits, take) {
      const type = request.headers.get('content-type') ?? ''
      const form = await parseForm(heldWithin(limits.maxBytes, unread.chunks, arriving), type)
      return deliver(form, { ...limits, maxFields, maxFiles }, take)
    },
  }
}

const bodyTooLarge = (limit: number) => tooLarge(`Bodies of up to ${limit} bytes are accepted.`)

async function* chunksOf(
  request: Request,
  arriving: ArrivingBody,
  limit: number,
  progress: { size: number },
): AsyncGenerator<Uint8Array> {
  const tooMuch = () => bodyTooLarge(limit)
  if (Number(request.headers.get('content-length') ?? 0) > limit) throw tooMuch()
  if (request.bodyUsed && progress.size === 0)
    throw new Error('The body has already been read: pass the request unread.')
  try {
    for await (const chunk of streamBytes(request.body, arriving)) {
      progress.size += chunk.length
      arriving.arrived(chunk.length)
      if (progress.size > limit) throw tooMuch()
      yield chunk
    }
    arriving.complete()
  } catch (cause) {
    if (cause instanceof RestError) throw cause
    throw new RestError('rest_request_aborted', 'The request ended before its body did.', 400, { cause })
  }
}

/** The bytes of a form, all of which the platform holds in memory. */
async function* heldWithin(
  limit: number,
  chunks: AsyncIterable<Uint8Array>,
  { hold }: ArrivingBody,
): AsyncGenerator<Uint8Array> {
  let size = 0
  for await (const chunk of chunks) {
    size += chunk.length
    if (size > limit) throw bodyTooLarge(limit)
    hold(chunk.length)
    yield chunk
  }
}

/** Parses a form with the platform's parser. */
async function parseForm(form: AsyncIterable<Uint8Array>, type: string): Promise<FormData> {
  let refused: unknown
  const chunks = standardLineEnds(form, type)
  const body = new ReadableStream<Uint8Array>({
    async pull(controller) {
      try {
        const { done, value } = await chunks.next()
        if (done === true) controller.close()
        else controller.enqueue(value)
      } catch (error) {
        refused = error
        controller.error(error)
      }
    },
    cancel: () => chunks.return(undefined).then(() => {}),
  })
  try {
    return await new Response(body, { headers: { 'content-type': type } }).formData()
  } catch (cause) {
    throw refused ?? new RestError('rest_invalid_multipart', 'The form is malformed.', 400, { cause })
  }
}

interface PartLimits extends FormLimits {
  readonly maxFields: number
  readonly maxFiles: number
}

async function deliver(
  form: FormData,
  { maxFieldBytes, maxFields, maxFiles }: PartLimits,
  take: (file: IncomingFile) => Promise<void>,
): Promise<MultipartForm['fields']> {
  const fields: [name: string, value: string][] = []
  const files: [name: string, file: File][] = []
  let fieldBytes = 0
  for (const [name, value] of form) {
    if (typeof value !== 'string') {
      files.push([name, value])
      continue
    }
    fields.push([name, value])
    fieldBytes += name.length + value.length
  }
  if (fields.length > maxFields || files.length > maxFiles)
    throw tooLarge(`Forms of up to ${maxFields} fields and ${maxFiles} files are accepted.`)
  if (fieldBytes > maxFieldBytes) throw tooLarge(`Fields of up to ${maxFieldBytes} bytes are accepted.`)
  for (const [field, file] of files)
    await take({ field, name: file.name, type: file.type, chunks: streamBytes(file.stream()) })
  return fields
}
