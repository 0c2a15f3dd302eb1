import { createReadStream } from 'node:fs'
import { type IncomingMessage, request as requestHttp } from 'node:http'
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

export interface S3Response {
  readonly status: number
  readonly bytes: Uint8Array
}

/** Sends signed requests to a bucket. */
export type S3Bucket = (request: S3Request) => Promise<S3Response>

/** How long a service may be silent, in milliseconds. */
const SILENCE = 30_000

/** The maximum length of a key in bytes. */
export const MAX_KEY = 1024

/** A key as the path of a URL. */
const pathOf = (key: string) => key.split('/').map(encodeURIComponent).join('/')

/**
 * Creates the client of a bucket: Amazon S3, or any service with its interface. Rejects with a `StoreError`
 * (`unavailable`) if the service cannot be reached, or answers with a status of 500 or above other than 501.
 */
export function createS3Bucket(bucketUrl: string, region: string, access: S3Access): S3Bucket {
  const base = bucketUrl.replace(/\/$/, '')
  return async ({ method, key, query = {}, headers = {}, body, signal }) => {
    const url = new URL(`${base}/${pathOf(key)}`)
    for (const [name, value] of Object.entries(query)) url.searchParams.set(name, value)
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
    const start = signed.url.protocol === 'http:' ? requestHttp : requestHttps
    try {
      const response = await new Promise<IncomingMessage>((resolve, reject) => {
        const outgoing = start(signed.url, {
          method,
          headers: { ...Object.fromEntries(signed.headers), ...length },
          timeout: SILENCE,
          ...(signal && { signal }),
        })
        outgoing.on('response', resolve)
        outgoing.on('timeout', () => outgoing.destroy(new Error('The storage does not answer.')))
        outgoing.on('error', reject)
        if (body === undefined || body instanceof Uint8Array) outgoing.end(body)
        else pipeline(createReadStream(body.file), outgoing).catch(reject)
      })
      const chunks: Uint8Array[] = []
      for await (const chunk of response) chunks.push(chunk)
      const { statusCode: status = 500 } = response
      if (status >= 500 && status !== 501) throw new Error(`The storage answers with the status ${status}.`)
      return { status, bytes: Buffer.concat(chunks) }
    } catch (cause) {
      if (signal?.aborted) throw signal.reason
      throw new StoreError('unavailable', `${base}: The storage of files cannot be reached.`, { cause })
    }
  }
}
