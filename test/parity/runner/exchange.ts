import { request } from 'node:http'

/** What a server answered. */
export interface Exchanged {
  readonly status: number
  readonly headers: Iterable<readonly [name: string, value: string]>
  readonly text: string
}

/** Sends a request and reads the whole answer; redirects are not followed. */
export async function exchange(
  url: string,
  method: string,
  headers: Readonly<Record<string, string>>,
  body: string | Buffer | FormData | null,
): Promise<Exchanged> {
  // `fetch` writes forms, and speaks TLS; for all else it takes several times as long. Its name is in the goldens.
  if (body instanceof FormData || !url.startsWith('http://')) {
    const response = await fetch(url, { method, headers, body: body as FormData, redirect: 'manual' })
    return { status: response.status, headers: response.headers, text: await response.text() }
  }
  return new Promise((resolve, reject) => {
    const length = body === null ? {} : { 'content-length': String(Buffer.byteLength(body)) }
    const sent = request(url, { method, headers: { 'user-agent': 'node', ...headers, ...length } }, response => {
      const chunks: Uint8Array[] = []
      response.on('data', (chunk: Uint8Array) => chunks.push(chunk)).on('error', reject)
      response.on('end', () => {
        const named = Object.entries(response.headers).map(
          ([name, value]) => [name, [value].flat().join(', ')] as const,
        )
        resolve({ status: response.statusCode ?? 0, headers: named, text: Buffer.concat(chunks).toString() })
      })
    })
    sent.on('error', reject)
    sent.end(body ?? undefined)
  })
}
