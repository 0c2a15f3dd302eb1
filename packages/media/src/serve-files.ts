import { createHash } from 'node:crypto'
import type { IncomingMessage, ServerResponse } from 'node:http'
import { DEFAULT_FILE_TYPES, type FileStorage, type FileType } from '@platen/site'

/** How files are served; everything has a default. */
export interface ServeFilesOptions {
  /** The types that files are served as, by extension: those of the site. */
  readonly types?: Readonly<Record<string, FileType>> | undefined
  /** Seconds that browsers may keep a file before they ask again: an hour when left out. */
  readonly maxAge?: number | undefined
  /** What the paths of requests for files begin with, when a proxy in front changes them: the storage's own otherwise. */
  readonly path?: string | undefined
}

/** Answers a request for a file; `false` when the request is not for one. */
export type FileServer = (req: IncomingMessage, res: ServerResponse) => Promise<boolean>

const RANGE = /^bytes=(\d*)-(\d*)$/

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
 * where no web server does. Browsers neither guess types nor run scripts in what was uploaded.
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
    if (req.method !== 'GET' && req.method !== 'HEAD') {
      res.writeHead(405, { Allow: 'GET, HEAD' }).end()
      return true
    }
    const bytes = path === '' ? undefined : await storage.get(path)
    if (bytes === undefined) {
      res.writeHead(404).end()
      return true
    }
    const type = typeOf(path)
    const tag = `"${createHash('sha256').update(bytes).digest('base64url').slice(0, 27)}"`
    const headers = {
      'Content-Type': type.startsWith('text/') ? `${type}; charset=UTF-8` : type,
      'Content-Security-Policy': "sandbox; default-src 'none'; style-src 'unsafe-inline'",
      'X-Content-Type-Options': 'nosniff',
      'Cache-Control': `public, max-age=${maxAge}`,
      'Accept-Ranges': 'bytes',
      ETag: tag,
    }
    if (req.headers['if-none-match']?.split(',').some(given => given.trim() === tag) === true) {
      res.writeHead(304, headers).end()
      return true
    }
    const range = req.headers['if-range'] === undefined ? rangeOf(req.headers.range, bytes.length) : undefined
    if (range === 'none') {
      res.writeHead(416, { 'Content-Range': `bytes */${bytes.length}` }).end()
      return true
    }
    const { first, last } = range ?? { first: 0, last: bytes.length - 1 }
    const part = bytes.subarray(first, last + 1)
    const partial = range === undefined ? {} : { 'Content-Range': `bytes ${first}-${last}/${bytes.length}` }
    res.writeHead(range === undefined ? 200 : 206, { ...headers, ...partial, 'Content-Length': part.length })
    res.end(req.method === 'HEAD' ? undefined : part)
    return true
  }
}
