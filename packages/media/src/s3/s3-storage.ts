import { rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { checks, type OptionChecks, requireOptions } from '@platen/core'
import type { FileStorage } from '@platen/site/media'
import { StoreError } from '@platen/storage'
import { isSafePath, urlOf } from '../safe-path.js'
import { temporaryFiles } from '../temporary-files.js'
import { createS3Bucket, MAX_KEY, type S3Access, type S3Body } from './bucket.js'
import { type ListedObject, readListing } from './listing.js'

/** The options of a storage in a bucket. */
export interface S3StorageOptions extends S3Access {
  /**
   * The URL of the bucket: `https://garden.s3.eu-central-1.amazonaws.com`, or `https://storage.example/garden` where
   * the name of the bucket is in the path.
   */
  readonly bucketUrl: string
  /** `us-east-1` by default; services without regions accept it. */
  readonly region?: string | undefined
  /** What all keys begin with, such as `uploads/`; empty by default. */
  readonly prefix?: string | undefined
  /** The public URL of the files: that of the bucket and the prefix, or of a CDN in front of it. */
  readonly url: string
  /** Headers of stored objects, such as `x-amz-acl` or `cache-control`. */
  readonly headers?: Readonly<Record<string, string>> | undefined
  /** The local folder of uploads that are not stored yet; the system's folder for temporary files by default. */
  readonly temporaryFolder?: string | undefined
}

const { anyText, recordOf, required, text, url: isUrl } = checks

const storageChecks: OptionChecks<S3StorageOptions> = {
  bucketUrl: required(isUrl),
  region: text,
  accessKeyId: required(text),
  secretAccessKey: required(text),
  sessionToken: text,
  prefix: anyText,
  url: required(text),
  headers: recordOf(anyText, 'an object with texts'),
  temporaryFolder: text,
}

/**
 * Stores files in a bucket of Amazon S3, or of any service with its interface. A file never replaces another one, if the
 * service implements `If-None-Match` of a PUT; with others, two processes that store a file under the same path at the
 * same moment may both succeed. Its promises reject with a `StoreError` (`unavailable`) if the service cannot be reached,
 * and (`failed`) if it refuses a request. Throws a `RangeError` for unknown and invalid options.
 */
export function createS3Storage(options: S3StorageOptions): FileStorage {
  requireOptions('createS3Storage', options, storageChecks)
  const { bucketUrl, region = 'us-east-1', accessKeyId, secretAccessKey, sessionToken } = options
  const { prefix = '', url, headers = {}, temporaryFolder = join(tmpdir(), 'platen-uploads') } = options
  const bucket = createS3Bucket(bucketUrl, region, { accessKeyId, secretAccessKey, sessionToken })
  const write = temporaryFiles(temporaryFolder)

  const keyOf = (path: string): string | undefined => {
    const key = prefix + path
    return isSafePath(path) && Buffer.byteLength(key) <= MAX_KEY ? key : undefined
  }

  const refused = (status: number) =>
    new StoreError('failed', `${bucketUrl}: The storage of files refuses a request, with the status ${status}.`)

  const exists = async (key: string): Promise<boolean> => {
    const { status } = await bucket.send({ method: 'HEAD', key })
    if (status !== 200 && status !== 404) throw refused(status)
    return status === 200
  }

  /** The keys that this process is storing: not all services check the condition, or do so atomically. */
  const storing = new Set<string>()
  let hasConditions = true

  const putNew = async (key: string, type: string, body: S3Body): Promise<boolean> => {
    if (await exists(key)) return false
    const own = { ...headers, 'content-type': type }
    if (hasConditions) {
      const { status } = await bucket.send({ method: 'PUT', key, headers: { ...own, 'if-none-match': '*' }, body })
      if (status === 412 || status === 409) return false
      if (status === 200) return true
      if (status !== 501) throw refused(status)
      hasConditions = false
    }
    const { status } = await bucket.send({ method: 'PUT', key, headers: own, body })
    if (status !== 200) throw refused(status)
    return true
  }

  const store = async (path: string, type: string, body: S3Body): Promise<boolean> => {
    const key = keyOf(path)
    if (key === undefined) throw new RangeError(`"${path}" is not the path of a file`)
    if (storing.has(key)) return false
    storing.add(key)
    try {
      return await putNew(key, type, body)
    } finally {
      storing.delete(key)
    }
  }

  async function* listed(within: string, delimiter: string, signal?: AbortSignal): AsyncGenerator<ListedObject> {
    for (let token: string | undefined = ''; token !== undefined; ) {
      const query = {
        'list-type': '2',
        // XML has no control characters.
        'encoding-type': 'url',
        prefix: within,
        ...(delimiter !== '' && { delimiter }),
        ...(token !== '' && { 'continuation-token': token }),
      }
      const { status, bytes } = await bucket.send({ method: 'GET', key: '', query, signal })
      if (status !== 200) throw refused(status)
      const page = readListing(new TextDecoder().decode(bytes))
      yield* page.objects
      token = page.next
    }
  }

  return {
    put: (path, { bytes, type }) => store(path, type, bytes),
    async receive(chunks) {
      const { file, size } = await write(chunks)
      return {
        size,
        source: { file },
        put: (path, type) => store(path, type, { file, size }),
        discard: () => rm(file, { force: true }),
      }
    },
    async get(path) {
      const key = keyOf(path)
      if (key === undefined) return undefined
      const { status, bytes } = await bucket.send({ method: 'GET', key })
      if (status !== 200 && status !== 404) throw refused(status)
      return status === 200 ? bytes : undefined
    },
    async open(path) {
      const key = keyOf(path)
      if (key === undefined) return undefined
      const { status, headers: about } = await bucket.send({ method: 'HEAD', key })
      if (status !== 200 && status !== 404) throw refused(status)
      if (status === 404) return undefined
      const size = Number(about['content-length'])
      const modified = Date.parse(about['last-modified'] ?? '')
      return {
        size,
        version: (about.etag ?? `${size}-${modified}`).replaceAll('"', ''),
        ...(Number.isNaN(modified) ? {} : { modified }),
        async *read(first, last) {
          if (last < first) return
          const range = { range: `bytes=${first}-${last}` }
          const { status, chunks, discard } = await bucket.stream({ method: 'GET', key, headers: range })
          if (status !== 206) {
            discard()
            throw refused(status)
          }
          yield* chunks
        },
      }
    },
    async remove(path) {
      const key = keyOf(path)
      if (key === undefined || !(await exists(key))) return false
      const { status } = await bucket.send({ method: 'DELETE', key })
      if (status !== 204 && status !== 200) throw refused(status)
      return true
    },
    async list(start) {
      const folder = start.slice(0, start.lastIndexOf('/'))
      if ((folder !== '' && !isSafePath(folder)) || Buffer.byteLength(prefix + start) > MAX_KEY) return []
      const paths: string[] = []
      for await (const { key } of listed(prefix + start, '/')) paths.push(key.slice(prefix.length))
      return paths
    },
    async size(folder, signal) {
      if (folder !== '' && !isSafePath(folder)) return 0
      let total = 0
      const within = folder === '' ? prefix : `${prefix}${folder}/`
      for await (const { size } of listed(within, '', signal)) total += size
      return total
    },
    url: path => urlOf(url, path),
  }
}
