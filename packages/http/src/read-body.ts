import type { IncomingMessage } from 'node:http'
import { type RequestBody, RestError } from '@platen/core'
import { readMultipart } from './multipart.js'
import { type HttpOptions, largestBody } from './options.js'

/** Whether a request announces a body. */
export const hasBody = ({ headers }: IncomingMessage): boolean =>
  headers['transfer-encoding'] !== undefined || Number(headers['content-length'] ?? 0) > 0

/** Reads a request's body; multipart forms are taken apart, all else stays the bytes that came. */
export async function readBody(req: IncomingMessage, options: HttpOptions): Promise<RequestBody> {
  const { 'content-length': length = 0, 'content-type': type = '' } = req.headers
  if (req.readableEnded) throw new Error('The body is read already: mount the listener before parsers of bodies.')
  const limit = options.maxBodyBytes ?? largestBody
  const chunks = await new Promise<Uint8Array[]>((resolve, reject) => {
    const chunks: Uint8Array[] = []
    let size = 0
    const take = (chunk: Uint8Array) => {
      size += chunk.length
      if (size <= limit && Number(length) <= limit) chunks.push(chunk)
      else reject(new RestError('rest_request_too_large', `Bodies of up to ${limit} bytes are taken.`, 413))
    }
    // The announced length alone can be too much: no need to wait for the first byte.
    take(Buffer.alloc(0))
    req.on('data', take)
    req.on('end', () => resolve(chunks)).on('error', reject)
  })
  if (!/^\s*multipart\/form-data\b/i.test(type)) return { kind: 'bytes', bytes: Buffer.concat(chunks) }
  return { kind: 'multipart', form: await readMultipart(chunks, type, options) }
}
