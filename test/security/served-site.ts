import { once } from 'node:events'
import { type ClientRequest, request as send } from 'node:http'
import { createHttpServer, type HttpOptions } from '@platen/http'
import type { MediaOptions } from '@platen/site'
import { makeSite } from '../site/make-site.js'

/** How a body is sent. */
export interface Sending {
  readonly method?: string
  /** Below the interface's root. */
  readonly path: string
  /** A role; nobody unless given. */
  readonly as?: string
  readonly headers?: Readonly<Record<string, string>>
  /** The body, piece by piece; what the server does not want is not sent. */
  readonly pieces: Iterable<Uint8Array>
  /** Whether the length is announced. */
  readonly length?: number
}

/** What came back, and how many bytes the client got rid of until then. */
export interface Answered {
  readonly status: number
  readonly code: string | undefined
  readonly sent: number
}

/** A site over HTTP whose callers are named by the header `x-as`. */
export async function servedSite(
  t: { teardown(work: () => Promise<void>): void },
  media: MediaOptions = {},
  options: HttpOptions = {},
) {
  const made = await makeSite({ media })
  const server = createHttpServer(made.site, options)
  const { port } = await server.listen({ host: '127.0.0.1' })
  t.teardown(() => server.close())
  let received = 0
  server.server.on('connection', socket => socket.on('close', () => (received += socket.bytesRead)))
  return { ...made, port, server, received: () => received, send: (sending: Sending) => sendTo(port, sending) }
}

/** Opens a request without sending its body. */
export function openRequest(
  port: number,
  { method = 'POST', path, as = '', headers, length }: Omit<Sending, 'pieces'>,
) {
  const announced = length === undefined ? {} : { 'content-length': String(length) }
  return send({
    port,
    host: '127.0.0.1',
    method,
    path: `/cms-json${path}`,
    headers: { ...headers, ...announced, 'x-as': as },
    agent: false,
  })
}

/** Sends a body until there is an answer. */
export async function sendTo(port: number, sending: Sending): Promise<Answered> {
  const request = openRequest(port, sending)
  let sent = 0
  let answered = false
  const answer = readAnswer(request).finally(() => {
    answered = true
  })
  answer.catch(() => {})
  for (const piece of sending.pieces) {
    if (answered || request.destroyed) break
    sent += piece.length
    if (!request.write(piece)) await Promise.race([once(request, 'drain').catch(() => {}), answer.catch(() => {})])
  }
  if (!answered) request.end()
  const found = await answer
  request.destroy()
  return { ...found, sent }
}

function readAnswer(request: ClientRequest): Promise<{ status: number; code: string | undefined }> {
  return new Promise((resolve, reject) => {
    request.on('error', reject)
    request.on('response', response => {
      let text = ''
      const { 'content-length': length } = response.headers
      response.setEncoding('utf8').on('data', chunk => {
        text += chunk
        // The connection may stay open for a while, since the server waits for what was sent before.
        if (Buffer.byteLength(text) === Number(length)) {
          resolve({ status: response.statusCode ?? 0, code: (JSON.parse(text) as { code?: string }).code })
        }
      })
      response.on('error', reject)
    })
  })
}

/** A number of bytes in pieces of 64 KiB. */
export function* filler(bytes: number, piece = Buffer.alloc(65_536, 'abcdefgh\n')): Generator<Uint8Array> {
  for (let left = bytes; left > 0; left -= piece.length) yield left < piece.length ? piece.subarray(0, left) : piece
}

/** The parts of a multipart form with a file around the file's pieces. */
export function formAround(pieces: Iterable<Uint8Array>, fields: Readonly<Record<string, string>> = {}) {
  const field = ([name, value]: [string, string]) =>
    `--b\r\nContent-Disposition: form-data; name="${name}"\r\n\r\n${value}\r\n`
  const head =
    '--b\r\nContent-Disposition: form-data; name="file"; filename="a.txt"\r\nContent-Type: text/plain\r\n\r\n'
  function* all() {
    yield Buffer.from(head)
    yield* pieces
    yield Buffer.from(`\r\n${Object.entries(fields).map(field).join('')}--b--\r\n`)
  }
  return { pieces: all(), headers: { 'content-type': 'multipart/form-data; boundary=b' } }
}

/** The headers of a file that is the body itself. */
export const rawFile = (name = 'a.txt', type = 'text/plain') => ({
  'content-type': type,
  'content-disposition': `attachment; filename="${name}"`,
})
