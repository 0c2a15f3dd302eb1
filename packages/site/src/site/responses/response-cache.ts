import { createBoundedCache, type ResponseCache, type RestResponse } from '@platen/core'
import type { Store } from '@platen/storage'
import { acceptedCoding, type Coding } from './accepted-coding.js'
import { compress, compressedHeaders } from './compress-response.js'

/** The default size of the cache in bytes. */
const DEFAULT_CACHE_SIZE = 64 * 1024 * 1024

/** The estimated size of an entry in bytes without its text, headers and URL. */
const OVERHEAD = 1024

interface CachedResponse {
  readonly status: number
  readonly headers: Readonly<Record<string, string>>
  readonly text: string
  readonly encoded: Uint8Array | undefined
  readonly isAscii: boolean | undefined
  /** The compressed form; undefined while it is being compressed. */
  readonly compressed: Partial<Record<Coding, Compressed | undefined>>
}

interface Compressed {
  readonly headers: RestResponse['headers']
  readonly encoded: Uint8Array
}

const encoder = new TextEncoder()

/** The maximum number of concurrent compressions: other responses stay uncompressed until they are requested again. */
const MOST_AT_ONCE = 4

/**
 * Creates a cache of responses, cleared whenever the store changes, of `size` bytes (`true`: 64 MiB); none without
 * a size. Responses of at least `minBytes` are also cached in compressed form, once a client that accepts it requests
 * them again.
 */
export function createResponseCache(
  store: Pick<Store, 'revision'>,
  size: boolean | number | undefined,
  minBytes?: number,
): ResponseCache | undefined {
  if (size === undefined || size === false || size === 0) return undefined
  const responses = createBoundedCache<CachedResponse>(size === true ? DEFAULT_CACHE_SIZE : size)
  const save = (key: string, response: CachedResponse) => responses.set(key, response, sizeOf(response))
  let revision: number | undefined
  const isCurrent = () => {
    const current = revisionOf(store)
    if (current !== undefined && current === revision) return true
    responses.clear()
    revision = current
    return false
  }
  const isLarge = ({ encoded, text }: CachedResponse) =>
    minBytes !== undefined && (encoded?.length ?? text.length) >= minBytes
  let compressing = 0
  /**
   * Compresses an entry while the client gets the uncompressed form; if compression fails, the entry does not change.
   */
  const startCompressing = async (key: string, entry: CachedResponse, coding: Coding) => {
    if (compressing === MOST_AT_ONCE) return
    compressing += 1
    entry.compressed[coding] = undefined
    try {
      const encoded = await compress(coding, entry.encoded ?? encoder.encode(entry.text))
      entry.compressed[coding] = { headers: compressedHeaders(entry.headers, coding), encoded }
      // Its size has changed.
      if (responses.get(key)?.compressed === entry.compressed) save(key, entry)
    } catch {
      // The client gets it uncompressed.
    }
    compressing -= 1
  }
  return {
    revision: () => revisionOf(store) ?? Number.NaN,
    get(key, acceptEncoding) {
      const found = isCurrent() ? responses.get(key) : undefined
      if (found === undefined) return undefined
      const coding = isLarge(found) ? acceptedCoding(acceptEncoding) : undefined
      if (coding === undefined) return restore(found)
      if (!(coding in found.compressed)) void startCompressing(key, found, coding)
      return restore({ ...found, ...found.compressed[coding] })
    },
    set(key, response, begun) {
      const { status, headers, encoded, isAscii } = response
      // Cache the text: callers in process may mutate the body of a response.
      if (!headers['Content-Type']?.startsWith('application/json')) return
      if (isCurrent() && begun === revision)
        save(key, { status, headers: { ...headers }, text: response.text(), encoded, isAscii, compressed: {} })
    },
  }
}

/** The estimated size in bytes: characters take up to two bytes. */
function sizeOf({ text, encoded, compressed, headers }: CachedResponse): number {
  const bytes = (encoded?.length ?? 0) + (compressed.br?.encoded.length ?? 0) + (compressed.gzip?.encoded.length ?? 0)
  let characters = text.length
  for (const name in headers) characters += name.length + (headers[name]?.length ?? 0)
  return 2 * characters + bytes + OVERHEAD
}

/** Returns `undefined` if the store fails: nothing is cached then, and the next read reports the error. */
function revisionOf(store: Pick<Store, 'revision'>): number | undefined {
  try {
    return store.revision()
  } catch {
    return undefined
  }
}

function restore({ status, headers, text, encoded, isAscii }: Omit<CachedResponse, 'compressed'>): RestResponse {
  let body: unknown
  return {
    status,
    headers: { ...headers },
    get body() {
      if (body === undefined && text !== '') body = JSON.parse(text)
      return body
    },
    text: () => text,
    encoded,
    isAscii,
  }
}
