import type { IncomingMessage } from 'node:http'
import { setImmediate as nextTurn } from 'node:timers/promises'
import { type ArrivingBody, bodyChunks, peekable, type RequestBody, RestError } from '@platen/core'
import { sendContinue } from './expect-continue.js'
import type { HttpOptions } from './options.js'

/** Whether the headers of a request announce a body. */
export const hasBody = ({ headers }: IncomingMessage): boolean =>
  headers['transfer-encoding'] !== undefined || Number(headers['content-length'] ?? 0) > 0

/** A request's unread body, or the value that earlier middleware left in `req.body`. */
export function requestBody(req: IncomingMessage, arriving: ArrivingBody, options: HttpOptions): RequestBody {
  if (req.readableDidRead || req.readableEnded) return parsedBody(req, options)
  const length = req.headers['content-length']
  const read = { bytes: 0, max: options.maxBodyBytes ?? Number.POSITIVE_INFINITY }
  const chunks = { [Symbol.asyncIterator]: () => chunksOf(req, arriving, read) }
  return streamed(chunks, length === undefined ? undefined : Number(length), req, options, arriving.hold)
}

function streamed(
  source: AsyncIterable<Uint8Array>,
  length: number | undefined,
  { headers: { 'content-type': type = '' } }: IncomingMessage,
  { maxFields = 1000, maxFiles = 20 }: HttpOptions,
  hold?: (bytes: number) => void,
): RequestBody {
  const unread = peekable(source, hold)
  return {
    kind: 'stream',
    length,
    hold,
    ...unread,
    async readForm({ maxBytes, maxFieldBytes }, take) {
      const { readMultipart } = await import('./multipart.js')
      return readMultipart(unread.chunks, type, { maxBytes, maxFieldBytes, maxFields, maxFiles, hold }, take)
    },
  }
}

function parsedBody(req: IncomingMessage, options: HttpOptions): RequestBody {
  const value = 'body' in req ? req.body : undefined
  if (value === undefined)
    throw new Error('Another parser has read the body without setting `req.body`: mount the listener before it.')
  const isForm = /^\s*multipart\//i.test(req.headers['content-type'] ?? '')
  if (value instanceof Uint8Array)
    return isForm
      ? streamed(bodyChunks({ kind: 'bytes', bytes: value }), value.length, req, options)
      : { kind: 'bytes', bytes: value }
  // Middleware has stored its files elsewhere, or parsed them.
  if (isForm) throw unsupported('A parser in front has read the form: mount the listener before it.')
  return typeof value === 'string' ? { kind: 'text', text: value } : { kind: 'json', value }
}

const unsupported = (message: string) => new RestError('rest_unsupported_media_type', message, 415)

/**
 * Yields the bytes as they arrive. Clients may divide a body into chunks of one byte, each of which would be handled
 * separately: after the first bytes, small chunks of the same turn of the event loop arrive as one.
 */
async function* chunksOf(
  req: IncomingMessage,
  arriving: ArrivingBody,
  read: { bytes: number; max: number },
): AsyncGenerator<Uint8Array> {
  const tooLarge = () => new RestError('rest_request_too_large', `Bodies of up to ${read.max} bytes are accepted.`, 413)
  if (Number(req.headers['content-length'] ?? 0) > read.max) throw tooLarge()
  sendContinue(req)
  while (!isOver(req)) {
    const chunk: Uint8Array | null = req.read()
    if (chunk === null) {
      await nextBytes(req, arriving)
      continue
    }
    read.bytes += chunk.length
    arriving.arrived(chunk.length)
    if (isOver(req)) arriving.complete()
    if (read.bytes > read.max) throw tooLarge()
    yield chunk
    if (chunk.length < 1024 && read.bytes > 4096) await nextTurn()
  }
}

/** Whether all bytes of a complete request have been read. */
const isOver = (req: IncomingMessage): boolean => req.complete && req.readableLength === 0

/** Waits until more bytes, or the end, have arrived. Does not destroy the request: its response may follow. */
async function nextBytes(req: IncomingMessage, arriving: ArrivingBody): Promise<void> {
  const aborted = (cause?: unknown) =>
    new RestError('rest_request_aborted', 'The request ended before its body did.', 400, { cause })
  if (req.destroyed) throw aborted(req.errored)
  await arriving.wait<void>((resolve, reject) => {
    const fail = (cause?: unknown) => reject(aborted(cause))
    const ready = () => resolve()
    req.on('readable', ready).on('error', fail).on('close', fail)
    return () => req.off('readable', ready).off('error', fail).off('close', fail)
  })
}
