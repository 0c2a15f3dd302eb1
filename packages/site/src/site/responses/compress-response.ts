import { promisify } from 'node:util'
import { brotliCompress, constants, gzip } from 'node:zlib'
import type { RestRequest, RestResponse } from '@platen/core'
import type { CompressionOptions } from '../../kernel/context/index.js'
import { acceptedCoding, type Coding } from './accepted-coding.js'

const MIN_BYTES = 1024

/** The brotli quality, from 0 to 11: higher ones take many times as long to save a few percent. */
const QUALITY = 5

const compressors: Readonly<Record<Coding, (bytes: Uint8Array) => Promise<Uint8Array>>> = {
  br: bytes =>
    promisify(brotliCompress)(bytes, {
      params: {
        [constants.BROTLI_PARAM_QUALITY]: QUALITY,
        [constants.BROTLI_PARAM_MODE]: constants.BROTLI_MODE_TEXT,
        [constants.BROTLI_PARAM_SIZE_HINT]: bytes.length,
      },
    }),
  gzip: promisify<Uint8Array, Uint8Array>(gzip),
}

/** Compresses in another thread. */
export const compress = (coding: Coding, bytes: Uint8Array): Promise<Uint8Array> => compressors[coding](bytes)

/**
 * The headers of a compressed response: its entity tag is weak, since its bytes differ from those of the uncompressed
 * response.
 */
export function compressedHeaders(headers: RestResponse['headers'], coding: Coding): RestResponse['headers'] {
  const { ETag: tag } = headers
  const weak = tag === undefined || tag.startsWith('W/') ? {} : { ETag: `W/${tag}` }
  return { 'Content-Encoding': coding, ...headers, ...weak }
}

/** The minimum sizes in bytes of compressed responses; `undefined` if none are compressed. */
interface CompressedSizes {
  readonly cached: number | undefined
  readonly uncached: number | undefined
}

export function compressedSizes(options: boolean | CompressionOptions = true): CompressedSizes {
  if (options === false) return { cached: undefined, uncached: undefined }
  const { minBytes = MIN_BYTES, uncached = false } = options === true ? {} : options
  return { cached: minBytes, uncached: uncached ? minBytes : undefined }
}

const isText = (type = ''): boolean => /^(?:application|text)\//i.test(type)
const encoder = new TextEncoder()

/** Compresses a response that no cache has compressed, for a client that accepts it. */
export async function compressResponse<T>(
  response: RestResponse<T>,
  { method, headers: requestHeaders }: RestRequest,
  minBytes: number,
): Promise<RestResponse<T>> {
  const { status, headers } = response
  if (method === 'HEAD' || status === 204 || status === 304 || response.bytes !== undefined) return response
  if (headers['Content-Encoding'] !== undefined || !isText(headers['Content-Type'])) return response
  const coding = acceptedCoding(requestHeaders?.['accept-encoding'])
  if (coding === undefined) return response
  const bytes = response.encoded ?? encoder.encode(response.text())
  if (bytes.length < minBytes) return response
  return {
    status,
    headers: compressedHeaders(headers, coding),
    get body() {
      return response.body
    },
    text: () => response.text(),
    encoded: await compress(coding, bytes),
  }
}
