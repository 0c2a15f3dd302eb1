import { createHash, createHmac } from 'node:crypto'
import { once } from 'node:events'
import { createServer, type IncomingMessage } from 'node:http'
import type { AddressInfo } from 'node:net'
import type { Test } from 'tap'

export const ACCESS = { accessKeyId: 'AKIDEXAMPLE', secretAccessKey: 'wJalrXUtnFEMI/K7MDENG+bPxRfiCYEXAMPLEKEY' }

/** What a service does besides storing objects. */
export interface ServiceOptions {
  /** Whether it implements `If-None-Match` and the encoding of listings: refuses the first, or ignores both. */
  readonly conditions?: 'implemented' | 'refused' | 'ignored'
  /** The number of objects on a page of a listing. */
  readonly page?: number
  /** The status of all answers. */
  readonly status?: number
}

export interface StoredObject {
  readonly bytes: Buffer
  readonly headers: IncomingMessage['headers']
}

/** A service with the interface of S3 and one bucket, `garden`, which checks signatures as its documentation says. */
export async function startS3Service(t: Test, options: ServiceOptions = {}) {
  const { conditions = 'implemented', page = 1000 } = options
  const objects = new Map<string, StoredObject>()
  const requests: string[] = []
  const server = createServer(async (req, res) => {
    const chunks: Buffer[] = []
    for await (const chunk of req) chunks.push(chunk)
    const bytes = Buffer.concat(chunks)
    const answer = (status: number, body: string | Buffer = '') => res.writeHead(status).end(body)
    const url = new URL(req.url ?? '', 'http://localhost')
    if (options.status !== undefined) return answer(options.status)
    if (!isSigned(req, url)) return answer(403)
    if (url.pathname === '/garden')
      return answer(200, listing(objects, url.searchParams, page, conditions === 'implemented'))
    const key = decodeURIComponent(url.pathname).replace('/garden/', '')
    const stored = objects.get(key)
    requests.push(`${req.method} ${key}`)
    if (req.method === 'PUT') {
      if (Number(req.headers['content-length']) !== bytes.length) return answer(411)
      if (req.headers['if-none-match'] !== undefined && conditions === 'refused') return answer(501)
      if (req.headers['if-none-match'] === '*' && conditions === 'implemented' && stored) return answer(412)
      objects.set(key, { bytes, headers: req.headers })
      return answer(200)
    }
    if (req.method === 'DELETE') {
      objects.delete(key)
      return answer(204)
    }
    if (stored === undefined) return answer(404)
    const [, first, last] = /^bytes=(\d+)-(\d+)$/.exec(req.headers.range ?? '') ?? []
    if (first !== undefined) return answer(206, stored.bytes.subarray(Number(first), Number(last) + 1))
    const etag = `"${createHash('md5').update(stored.bytes).digest('hex')}"`
    res.writeHead(200, { etag, 'content-length': stored.bytes.length, 'last-modified': new Date(0).toUTCString() })
    res.end(req.method === 'HEAD' ? '' : stored.bytes)
  })
  await once(server.listen(0, '127.0.0.1'), 'listening')
  t.teardown(() => {
    server.closeAllConnections()
    server.close()
  })
  const { port } = server.address() as AddressInfo
  return { bucketUrl: `http://127.0.0.1:${port}/garden`, objects, requests }
}

const hmac = (key: string | Buffer, text: string) => createHmac('sha256', key).update(text).digest()

const encoded = (text: string) =>
  encodeURIComponent(text).replace(/[!'()*]/g, sign => `%${sign.charCodeAt(0).toString(16).toUpperCase()}`)

/** Checks a request by https://docs.aws.amazon.com/AmazonS3/latest/API/sig-v4-header-based-auth.html. */
function isSigned({ method, headers }: IncomingMessage, url: URL): boolean {
  const pattern =
    /^AWS4-HMAC-SHA256 Credential=([^/]+)\/(\d{8})\/([^/]+)\/s3\/aws4_request, ?SignedHeaders=([^,]+), ?Signature=(\w+)$/
  const [, id, date = '', region = '', signed = '', signature] = pattern.exec(headers.authorization ?? '') ?? []
  if (id !== ACCESS.accessKeyId) return false
  const path = decodeURIComponent(url.pathname).split('/').map(encoded).join('/')
  const query = [...url.searchParams].map(([name, value]) => `${encoded(name)}=${encoded(value)}`).sort()
  const lines = signed.split(';').map(name => `${name}:${String(headers[name]).trim()}\n`)
  const request = [
    ...[method, path, query.join('&'), lines.join(''), signed],
    String(headers['x-amz-content-sha256']),
  ].join('\n')
  const scope = `${date}/${region}/s3/aws4_request`
  const digest = createHash('sha256').update(request).digest('hex')
  const text = ['AWS4-HMAC-SHA256', headers['x-amz-date'], scope, digest].join('\n')
  const key = ['s3', 'aws4_request'].reduce<Buffer>(hmac, hmac(hmac(`AWS4${ACCESS.secretAccessKey}`, date), region))
  return hmac(key, text).toString('hex') === signature
}

const escaped = (text: string) => text.replaceAll('&', '&amp;').replaceAll('<', '&lt;')

/** A page of ListObjectsV2. */
function listing(
  objects: ReadonlyMap<string, StoredObject>,
  query: URLSearchParams,
  length: number,
  encodes: boolean,
): string {
  const isEncoded = encodes && query.get('encoding-type') === 'url'
  const keyOf = (key: string) => (isEncoded ? encoded(key).replaceAll('%20', '+') : escaped(key))
  const prefix = query.get('prefix') ?? ''
  const delimiter = query.get('delimiter')
  const after = query.get('continuation-token') ?? ''
  const found = [...objects]
    .filter(([key]) => key.startsWith(prefix) && !(delimiter && key.slice(prefix.length).includes(delimiter)))
    .sort(([one], [other]) => (one < other ? -1 : 1))
    .filter(([key]) => key > after)
  const shown = found.slice(0, length)
  const contents = shown.map(
    ([key, { bytes }]) => `<Contents><Key>${keyOf(key)}</Key><Size>${bytes.length}</Size></Contents>`,
  )
  const last = found.length > shown.length ? shown.at(-1)?.[0] : undefined
  const next = last === undefined ? '' : `<NextContinuationToken>${escaped(last)}</NextContinuationToken>`
  return `<?xml version="1.0"?><ListBucketResult xmlns="http://s3.amazonaws.com/doc/2006-03-01/">${next}${contents.join('')}${isEncoded ? '<EncodingType>url</EncodingType>' : ''}</ListBucketResult>`
}
