import { connect } from 'node:net'
import { bodyChunks, type RequestBody, type RestRequest, type RestResponse, type UploadedFile } from '@platen/core'
import { createHttpServer, type HttpOptions } from '@platen/http'

/** A response as a dispatcher gives it, with what a test does not care about filled in. */
export function answer(given: Partial<RestResponse> & { content?: string } = {}): RestResponse {
  const { content = '{"fine":true}' } = given
  const headers = { 'Content-Type': 'application/json; charset=UTF-8' }
  return { status: 200, headers, body: undefined, text: () => content, ...given }
}

/** What came back over a socket. */
export interface Received {
  readonly status: number
  readonly headers: Readonly<Record<string, string>>
  readonly body: string
  /** All that came, as it came. */
  readonly raw: string
}

/** A server on a free port that remembers what its dispatcher was asked, and ways to talk to it. */
export async function serve(
  t: { teardown(work: () => Promise<void>): void },
  options: HttpOptions = {},
  dispatch: (request: RestRequest) => Promise<RestResponse> = async () => answer(),
) {
  const requests: RestRequest[] = []
  const errors: unknown[] = []
  const http = createHttpServer(
    {
      dispatch: async request => {
        const read = request.body === undefined ? request : await withWholeBody(request)
        requests.push(read)
        return dispatch(read)
      },
    },
    { closeTimeout: 500, onError: error => errors.push(error), ...options },
  )
  const { port } = await http.listen({ port: 0, host: '127.0.0.1' })
  t.teardown(() => http.close())
  return { http, port, requests, errors, origin: `http://127.0.0.1:${port}`, send: exchange.bind(undefined, port) }
}

const all = { maxBytes: Number.POSITIVE_INFINITY, maxFieldBytes: Number.POSITIVE_INFINITY }

async function bytesOf(chunks: AsyncIterable<Uint8Array>): Promise<Buffer> {
  const parts: Uint8Array[] = []
  for await (const chunk of chunks) parts.push(chunk)
  return Buffer.concat(parts)
}

/** Reads a body to its end, as an endpoint without limits would. */
export async function withWholeBody(request: RestRequest): Promise<RestRequest> {
  const { body } = request
  if (body?.kind !== 'stream') return request
  const whole = async (): Promise<RequestBody> => {
    if (!request.headers?.['content-type']?.startsWith('multipart/') || body.readForm === undefined)
      return { kind: 'bytes', bytes: await bytesOf(bodyChunks(body)) }
    const files: UploadedFile[] = []
    const fields = await body.readForm(all, async ({ chunks, ...file }) => {
      files.push({ ...file, bytes: await bytesOf(chunks) })
    })
    return { kind: 'multipart', form: { fields, files } }
  }
  return { ...request, body: await whole(), signal: request.signal }
}

/** Sends bytes over a socket of its own and reads until the server closes it. */
export function exchange(port: number, ...parts: (string | Uint8Array)[]): Promise<Received> {
  return new Promise((resolve, reject) => {
    const socket = connect(port, '127.0.0.1')
    const chunks: Buffer[] = []
    socket.on('data', chunk => chunks.push(chunk))
    socket.on('error', reject)
    socket.on('close', () => resolve(parse(Buffer.concat(chunks).toString())))
    for (const part of parts) socket.write(part)
  })
}

/** The text of a request that asks the server to close the connection after it. */
export function plain(method: string, target: string, headers: readonly string[] = [], body = ''): string {
  return `${[`${method} ${target} HTTP/1.1`, 'Host: x', 'Connection: close', ...headers].join('\r\n')}\r\n\r\n${body}`
}

function parse(raw: string): Received {
  const [head = '', ...rest] = raw.split('\r\n\r\n')
  const [first = '', ...lines] = head.split('\r\n')
  const headers = lines.map(line => [line.slice(0, line.indexOf(':')).toLowerCase(), line.slice(line.indexOf(':') + 2)])
  return { status: Number(first.split(' ')[1]), headers: Object.fromEntries(headers), body: rest.join('\r\n\r\n'), raw }
}
