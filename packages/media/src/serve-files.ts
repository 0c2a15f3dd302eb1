import type { IncomingMessage, ServerResponse } from 'node:http'
import { pipeline } from 'node:stream/promises'
import { DEFAULT_FILE_TYPES, type FileStorage, type FileType, openFile } from '@platen/site'
import { codeOf } from './temporary-files.js'

/** How files are served; everything has a default. */
export interface ServeFilesOptions {
  /** The types that files are served as, by extension: those of the site. */
  readonly types?: Readonly<Record<string, FileType>> | undefined
  /** Seconds that caches may keep a file before they ask again: an hour when left out. */
  readonly maxAge?: number | undefined
  /** What the paths of requests for files begin with, when a proxy in front changes them: the storage's own otherwise. */
  readonly path?: string | undefined
}

/** Answers a request for a file; `false` when the request is not for one. */
export type FileServer = (req: IncomingMessage, res: ServerResponse) => Promise<boolean>

const RANGE = /^bytes=(\d*)-(\d*)$/
/** Types that browsers show without running anything; all others are downloads when somebody opens their address. */
const SHOWN = /^(?:image\/(?!svg)|audio\/|video\/|text\/(?:plain|csv|vtt)$|application\/pdf$)/
/** Nothing here is a page: whatever a browser takes a file for, it runs no script and loads nothing. */
const SAFE = {
  'Content-Security-Policy': "sandbox; default-src 'none'; style-src 'unsafe-inline'",
  'X-Content-Type-Options': 'nosniff',
}

/** What a `Range` header asks for of a file: first and last byte, `undefined` for all of it. */
function rangeOf(header: string | undefined, length: number): { first: number; last: number } | 'none' | undefined {
  const [whole, from = '', to = ''] = RANGE.exec(header ?? '') ?? []
  if (whole === undefined || (from === '' && to === '')) return undefined
  const first = from === '' ? Math.max(0, length - Number(to)) : Number(from)
  const last = from === '' || to === '' ? length - 1 : Math.min(Number(to), length - 1)
  return first > last ? 'none' : { first, last }
}

function pathIn(url: string, base: string): string | undefined {
  const [address = ''] = url.split('?')
  if (!address.startsWith(base)) return undefined
  try {
    return decodeURIComponent(address.slice(base.length))
  } catch {
    return ''
  }
}

/**
 * Makes what serves the files of a storage at the addresses that it gives them: for the `fallback` of the HTTP adapter,
 * where no web server does. Files are streamed where the storage can. Browsers neither guess types nor run scripts in
 * what was uploaded; what is not an image, a sound, a film, plain text or a PDF file is a download.
 */
export function serveFiles(storage: FileStorage, options: ServeFilesOptions = {}): FileServer {
  const { types = DEFAULT_FILE_TYPES, maxAge = 3600 } = options
  const base = options.path ?? new URL(storage.url('')).pathname
  const typeOf = (path: string) => {
    const extension = path.slice(path.lastIndexOf('.') + 1).toLowerCase()
    return (Object.hasOwn(types, extension) ? types[extension]?.type : undefined) ?? 'application/octet-stream'
  }
  return async (req, res) => {
    const path = pathIn(req.url ?? '', base)
    if (path === undefined) return false
    const refuse = (status: number, headers: Record<string, string> = {}) => {
      res.writeHead(status, { ...SAFE, 'Cache-Control': 'no-cache', ...headers }).end()
      return true
    }
    if (req.method !== 'GET' && req.method !== 'HEAD') return refuse(405, { Allow: 'GET, HEAD' })
    const file = path === '' ? undefined : await openFile(storage, path)
    if (file === undefined) return refuse(404)
    const { size, version, modified } = file
    const type = typeOf(path)
    const tag = `"${version}"`
    const headers = {
      ...SAFE,
      'Content-Type': type.startsWith('text/') ? `${type}; charset=UTF-8` : type,
      'Cache-Control': `public, max-age=${maxAge}`,
      'Accept-Ranges': 'bytes',
      ETag: tag,
      ...(SHOWN.test(type) ? {} : { 'Content-Disposition': 'attachment' }),
      ...(modified === undefined ? {} : { 'Last-Modified': new Date(modified).toUTCString() }),
    }
    if (req.headers['if-none-match']?.split(',').some(given => given.trim() === tag) === true) {
      res.writeHead(304, headers).end()
      return true
    }
    const range = req.headers['if-range'] === undefined ? rangeOf(req.headers.range, size) : undefined
    if (range === 'none') return refuse(416, { 'Content-Range': `bytes */${size}` })
    const { first, last } = range ?? { first: 0, last: size - 1 }
    const partial = range === undefined ? {} : { 'Content-Range': `bytes ${first}-${last}/${size}` }
    res.writeHead(range === undefined ? 200 : 206, { ...headers, ...partial, 'Content-Length': last - first + 1 })
    if (req.method === 'HEAD' || size === 0) res.end()
    else await send(file.read(first, last), res)
    return true
  }
}

/** A client that goes away ends the reading and is not an error; a file that cannot be read breaks the answer off. */
async function send(chunks: AsyncIterable<Uint8Array>, res: ServerResponse): Promise<void> {
  try {
    await pipeline(chunks, res)
  } catch (error) {
    if (codeOf(error) !== 'ERR_STREAM_PREMATURE_CLOSE') throw error
  }
}
