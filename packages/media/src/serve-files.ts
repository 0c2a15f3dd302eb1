import type { IncomingMessage, ServerResponse } from 'node:http'
import { pipeline } from 'node:stream/promises'
import { DEFAULT_FILE_TYPES, type FileStorage, type FileType, openFile } from '@platen/site'
import { codeOf } from './temporary-files.js'

/** How files are served. */
export interface ServeFilesOptions {
  /** Media types by extension: `DEFAULT_FILE_TYPES` by default. */
  readonly types?: Readonly<Record<string, FileType>> | undefined
  /** Seconds that caches may use a file before they revalidate it: an hour by default. */
  readonly maxAge?: number | undefined
  /** The prefix of the paths of requests, when a proxy in front changes them: by default the path of the storage's URL. */
  readonly path?: string | undefined
}

/** Responds to a request for a file; resolves with `false` when the request is for something else. */
export type FileServer = (req: IncomingMessage, res: ServerResponse) => Promise<boolean>

const RANGE = /^bytes=(\d*)-(\d*)$/
/** Types that browsers display without running anything; all others are downloads. */
const DISPLAYED = /^(?:image\/(?!svg)|audio\/|video\/|text\/(?:plain|csv|vtt)$|application\/pdf$)/
/** No file is a page: whatever a browser takes it for, it runs no script and loads nothing. */
const SAFE = {
  'Content-Security-Policy': "sandbox; default-src 'none'; style-src 'unsafe-inline'",
  'X-Content-Type-Options': 'nosniff',
}

/** The first and last byte that a `Range` header requests; `undefined` for the whole file. */
function rangeOf(header: string | undefined, length: number): { first: number; last: number } | 'none' | undefined {
  const [whole, from = '', to = ''] = RANGE.exec(header ?? '') ?? []
  if (whole === undefined || (from === '' && to === '')) return undefined
  const first = from === '' ? Math.max(0, length - Number(to)) : Number(from)
  const last = from === '' || to === '' ? length - 1 : Math.min(Number(to), length - 1)
  return first > last ? 'none' : { first, last }
}

function pathIn(url: string, base: string): string | undefined {
  const [path = ''] = url.split('?')
  if (!path.startsWith(base)) return undefined
  try {
    return decodeURIComponent(path.slice(base.length))
  } catch {
    return ''
  }
}

/**
 * Creates a server of a storage's files at their URLs: for the `fallback` of the HTTP adapter, where no web server serves
 * them. Files are streamed if the storage supports it. Browsers neither guess types nor run scripts in uploads; everything
 * but images, audio, video, plain text and PDF files is a download.
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
      ...(DISPLAYED.test(type) ? {} : { 'Content-Disposition': 'attachment' }),
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

/** A client that disconnects is not an error; a file that cannot be read aborts the response. */
async function send(chunks: AsyncIterable<Uint8Array>, res: ServerResponse): Promise<void> {
  try {
    await pipeline(chunks, res)
  } catch (error) {
    if (codeOf(error) !== 'ERR_STREAM_PREMATURE_CLOSE') throw error
  }
}
