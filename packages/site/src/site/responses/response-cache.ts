import { type ComputedResponse, createBoundedCache, type ResponseCache, type RestResponse } from '@platen/core'
import type { Observe } from '../../kernel/context/index.js'
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
  /** Whether the data that it was computed from is unchanged. */
  readonly isCurrent: () => boolean
}

interface Compressed {
  readonly headers: RestResponse['headers']
  readonly encoded: Uint8Array
}

const encoder = new TextEncoder()

/** The maximum number of concurrent compressions: other responses stay uncompressed until they are requested again. */
const MOST_AT_ONCE = 4

/**
 * Creates a cache of responses, each cached until data that it was computed from changes, of `size` bytes (`true`: 64 MiB);
 * none without a size. `sources` returns the revisions of what responses depend on besides the store. Responses of at least `minBytes` are also cached in compressed form, once a client that accepts it
 * requests them again.
 */
export function createResponseCache(
  observe: Observe,
  sources: () => readonly unknown[],
  size: boolean | number | undefined,
  minBytes?: number,
): ResponseCache | undefined {
  if (size === undefined || size === false || size === 0) return undefined
  const responses = createBoundedCache<CachedResponse>(size === true ? DEFAULT_CACHE_SIZE : size)
  const save = (key: string, response: CachedResponse) => responses.set(key, response, sizeOf(response))
  const find = (key: string) => {
    const found = responses.get(key)
    return found?.isCurrent() ? found : undefined
  }
  /**
   * The requests that compute an outdated response anew. With 20 clients of a list in PostgreSQL and 20 writes a second,
   * 2.0 to 2.4 times as many lists are answered as if all of them did.
   */
  const renewals = new Map<string, Promise<unknown>>()
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
  /** Computes a response, and caches it if it may. */
  const computed = async (key: string, compute: () => Promise<ComputedResponse>): Promise<RestResponse> => {
    const before = sources()
    const { result, ...observed } = await observe(compute)
    const { response, isCacheable } = result
    const isCurrent = () => observed.isCurrent() && sources().every((value, i) => value === before[i])
    const { status, headers } = response
    if (isCacheable && headers['Content-Type']?.startsWith('application/json') && isCurrent()) {
      // Cache the text: callers in process may mutate the body of a response.
      const text = response.text()
      const { encoded, isAscii } = response
      save(key, { status, headers: { ...headers }, text, encoded, isAscii, compressed: {}, isCurrent })
    } else responses.delete(key)
    return response
  }
  return {
    get(key, acceptEncoding) {
      const found = find(key)
      if (found === undefined) return undefined
      const coding = isLarge(found) ? acceptedCoding(acceptEncoding) : undefined
      if (coding === undefined) return restore(found)
      if (!(coding in found.compressed)) void startCompressing(key, found, coding)
      return restore({ ...found, ...found.compressed[coding] })
    },
    renewal: key => renewals.get(key),
    compute(key, compute) {
      const isRenewal = responses.get(key) !== undefined && !renewals.has(key)
      const computing = computed(key, compute)
      if (!isRenewal) return computing
      renewals.set(
        key,
        computing.then(
          () => renewals.delete(key),
          () => renewals.delete(key),
        ),
      )
      return computing
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

function restore({
  status,
  headers,
  text,
  encoded,
  isAscii,
}: Omit<CachedResponse, 'compressed' | 'isCurrent'>): RestResponse {
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
