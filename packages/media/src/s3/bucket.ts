import { createReadStream } from 'node:fs'
import { type IncomingHttpHeaders, type IncomingMessage, request as requestHttp } from 'node:http'
import { request as requestHttps } from 'node:https'
import { pipeline } from 'node:stream/promises'
import { StoreError } from '@platen/storage'
import { AwsV4Signer } from 'aws4fetch'

/** The access to a bucket. */
export interface S3Access {
  readonly accessKeyId: string
  readonly secretAccessKey: string
  /** Of temporary credentials. */
  readonly sessionToken?: string | undefined
}

/** What a request sends: bytes, or a file of a size. */
export type S3Body = Uint8Array | { readonly file: string; readonly size: number }

export interface S3Request {
  readonly method: 'GET' | 'HEAD' | 'PUT' | 'DELETE'
  /** The key of an object; empty for the bucket. */
  readonly key: string
  readonly query?: Readonly<Record<string, string>>
  readonly headers?: Readonly<Record<string, string>>
  readonly body?: S3Body
  readonly signal?: AbortSignal | undefined
}

/** A response whose body has not been read. */
export interface S3Stream {
  readonly status: number
  readonly headers: IncomingHttpHeaders
  /** Rejects with a `StoreError` (`unavailable`) if the service fails before the end. */
  readonly chunks: AsyncIterable<Uint8Array>
  /** Ends a response that nobody reads. */
  discard(): void
}

export interface S3Response {
  readonly status: number
  readonly headers: IncomingHttpHeaders
  readonly bytes: Uint8Array
}

/** Sends signed requests to a bucket. */
export interface S3Bucket {
  send(request: S3Request): Promise<S3Response>
  /** Resolves when the body of the response begins, which has to be read or discarded. */
  stream(request: S3Request): Promise<S3Stream>
}

/** How long a service may be silent, in milliseconds. */
const SILENCE = 30_000

/** The maximum length of a key in bytes. */
export const MAX_KEY = 1024

/** As signatures encode it: some services verify a URL as it was sent. */
const encoded = (text: string) =>
  encodeURIComponent(text).replace(/[!'()*]/g, sign => `%${sign.charCodeAt(0).toString(16).toUpperCase()}`)

/** A key as the path of a URL. The bucket itself has no slash at the end: not all services sign one. */
const pathOf = (key: string) => (key === '' ? '' : `/${key.split('/').map(encoded).join('/')}`)

const queryOf = (query: Readonly<Record<string, string>>) =>
  Object.entries(query)
    .map(([name, value]) => `${name}=${encoded(value)}`)
    .join('&')

/**
 * Creates the client of a bucket: Amazon S3, or any service with its interface. Rejects with a `StoreError`
 * (`unavailable`) if the service cannot be reached, or answers with a status of 500 or above other than 501.
 */
export function createS3Bucket(bucketUrl: string, region: string, access: S3Access): S3Bucket {
  const base = bucketUrl.replace(/\/$/, '')

  const failure = (cause: unknown, signal?: AbortSignal): unknown =>
    signal?.aborted
      ? signal.reason
      : new StoreError('unavailable', `${base}: The storage of files cannot be reached.`, { cause })

  const start = async ({
    method,
    key,
    query = {},
    headers = {},
    body,
    signal,
  }: S3Request): Promise<IncomingMessage> => {
    const url = new URL(`${base}${pathOf(key)}`)
    url.search = queryOf(query)
    const signer = new AwsV4Signer({
      method,
      url: url.href,
      // Files are not read twice: TLS protects them.
      headers: { ...headers, 'x-amz-content-sha256': 'UNSIGNED-PAYLOAD' },
      service: 's3',
      region,
      ...access,
      sessionToken: access.sessionToken ?? '',
    })
    const signed = await signer.sign()
    const length = body === undefined ? {} : { 'content-length': body instanceof Uint8Array ? body.length : body.size }
    const request = signed.url.protocol === 'http:' ? requestHttp : requestHttps
    return new Promise((resolve, reject) => {
      let response: IncomingMessage | undefined
      const outgoing = request(signed.url, {
        method,
        headers: { ...Object.fromEntries(signed.headers), ...length },
        timeout: SILENCE,
        ...(signal && { signal }),
      })
      outgoing.on('response', answer => {
        response = answer
        resolve(answer)
      })
      outgoing.on('timeout', () => {
        // With unread bytes, the reader is slow, not the service.
        if ((response?.readableLength ?? 0) === 0) outgoing.destroy(new Error('The storage does not answer.'))
      })
      outgoing.on('error', reject)
      if (body === undefined || body instanceof Uint8Array) outgoing.end(body)
      else pipeline(createReadStream(body.file), outgoing).catch(reject)
    })
  }

  const stream = async (request: S3Request): Promise<S3Stream> => {
    const { signal } = request
    try {
      const response = await start(request)
      const { statusCode: status = 500, headers } = response
      if (status >= 500 && status !== 501) {
        response.resume()
        throw new Error(`The storage answers with the status ${status}.`)
      }
      const chunks = async function* () {
        try {
          yield* response
        } catch (cause) {
          throw failure(cause, signal)
        }
      }
      return { status, headers, chunks: chunks(), discard: () => void response.destroy() }
    } catch (cause) {
      throw failure(cause, signal)
    }
  }

  return {
    stream,
    async send(request) {
      const { status, headers, chunks } = await stream(request)
      const all: Uint8Array[] = []
      for await (const chunk of chunks) all.push(chunk)
      return { status, headers, bytes: Buffer.concat(all) }
    },
  }
}
