import type { IncomingMessage } from 'node:http'
import { setImmediate as nextTurn } from 'node:timers/promises'
import { bodyChunks, peekable, type RequestBody, RestError } from '@platen/core'
import { sendContinue } from './expect-continue.js'
import type { HttpOptions } from './options.js'

/** Whether the headers of a request announce a body. */
export const hasBody = ({ headers }: IncomingMessage): boolean =>
  headers['transfer-encoding'] !== undefined || Number(headers['content-length'] ?? 0) > 0

/** A request's unread body, or the value that earlier middleware left in `req.body`. */
export function requestBody(req: IncomingMessage, options: HttpOptions): RequestBody {
  if (req.readableDidRead || req.readableEnded) return parsedBody(req, options)
  const length = req.headers['content-length']
  const read = { bytes: 0, max: options.maxBodyBytes ?? Number.POSITIVE_INFINITY }
  const chunks = { [Symbol.asyncIterator]: () => chunksOf(req, read) }
  return streamed(chunks, length === undefined ? undefined : Number(length), req, options)
}

function streamed(
  source: AsyncIterable<Uint8Array>,
  length: number | undefined,
  { headers: { 'content-type': type = '' } }: IncomingMessage,
  { maxFields = 1000, maxFiles = 20 }: HttpOptions,
): RequestBody {
  const unread = peekable(source)
  return {
    kind: 'stream',
    length,
    ...unread,
    async readForm({ maxBytes, maxFieldBytes }, take) {
      const { readMultipart } = await import('./multipart.js')
      return readMultipart(unread.chunks, type, { maxBytes, maxFieldBytes, maxFields, maxFiles }, take)
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
async function* chunksOf(req: IncomingMessage, read: { bytes: number; max: number }): AsyncGenerator<Uint8Array> {
  const tooLarge = () => new RestError('rest_request_too_large', `Bodies of up to ${read.max} bytes are accepted.`, 413)
  if (Number(req.headers['content-length'] ?? 0) > read.max) throw tooLarge()
  sendContinue(req)
  try {
    // Destroying the request would close the connection before the response is sent.
    for await (const chunk of req.iterator({ destroyOnReturn: false }) as AsyncIterable<Uint8Array>) {
      read.bytes += chunk.length
      if (read.bytes > read.max) throw tooLarge()
      yield chunk
      if (chunk.length < 1024 && read.bytes > 4096) await nextTurn()
    }
  } catch (cause) {
    if (cause instanceof RestError) throw cause
    throw new RestError('rest_request_aborted', 'The request ended before its body did.', 400, { cause })
  }
}
