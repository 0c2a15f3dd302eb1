import { checks, type OptionChecks, requireOptions } from '@platen/core'
import { DEFAULT_FILE_TYPES, type FileStorage, type FileType, openFile, type PublicFiles } from '@platen/site/media'

/** How files are served. */
export interface ServeFilesOptions {
  /** Media types by extension; by default those of the files, or `DEFAULT_FILE_TYPES`. */
  readonly types?: Readonly<Record<string, FileType>> | undefined
  /** Seconds that caches may use a file before they revalidate it: an hour by default. */
  readonly maxAge?: number | undefined
  /** The prefix of the paths of requests, when a proxy in front changes them: by default the path of the files' URL. */
  readonly path?: string | undefined
  /** Whether pages of every origin may read files, as their fonts and canvases have to; true by default. */
  readonly anyOrigin?: boolean | undefined
}

const fileChecks: OptionChecks<ServeFilesOptions> = {
  types: checks.recordOf(checks.anObject),
  maxAge: checks.count,
  path: checks.anyText,
  anyOrigin: checks.flag,
}

/** A request for a file. */
export interface FileRequest {
  readonly method: string
  /** The path and query of its URL. */
  readonly url: string
  /** A header by its name in lower case. */
  header(name: string): string | undefined
}

/** The response to a request for a file. */
export interface FileResponse {
  readonly status: number
  readonly headers: Readonly<Record<string, string>>
  readonly body?: AsyncIterable<Uint8Array> | undefined
}

const RANGE = /^bytes=(\d*)-(\d*)$/
/** Types that browsers display without running anything; all others are downloads. */
const DISPLAYED = /^(?:image\/(?!svg)|audio\/|video\/|text\/(?:plain|csv|vtt)$|application\/pdf$)/
/** Files are never pages: however a browser interprets them, they run no scripts and load nothing. */
const SAFE = {
  'Content-Security-Policy': "sandbox; default-src 'none'; style-src 'unsafe-inline'",
  'X-Content-Type-Options': 'nosniff',
  'Referrer-Policy': 'no-referrer',
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

/** Whether the client has the current file: by its tag, or by its date if it sends no tags. */
function isUnchanged(request: FileRequest, tag: string, modified: number | undefined): boolean {
  const tags = request.header('if-none-match')
  if (tags !== undefined) return tags.split(',').some(given => ['*', tag].includes(given.trim().replace(/^W\//, '')))
  const since = Date.parse(request.header('if-modified-since') ?? '')
  return modified !== undefined && Math.trunc(modified / 1000) * 1000 <= since
}

/** Files are public, so credentials are ignored. */
const TO_ANY_ORIGIN = { 'Access-Control-Allow-Origin': '*' }

function refusal(status: number, headers: Readonly<Record<string, string>> = {}): FileResponse {
  return { status, headers: { ...SAFE, 'Cache-Control': 'no-cache', ...headers } }
}

/** Creates the function that responds to requests for files; `undefined` for requests for something else. */
export function fileResponses(
  files: FileStorage | PublicFiles,
  options: ServeFilesOptions,
): (request: FileRequest) => Promise<FileResponse | undefined> {
  requireOptions('serving files', options, fileChecks)
  const { maxAge = 3600, types = ('types' in files ? files.types : undefined) ?? DEFAULT_FILE_TYPES } = options
  const shared = options.anyOrigin === false ? SAFE : { ...SAFE, ...TO_ANY_ORIGIN }
  const base = options.path ?? new URL(files.url('')).pathname
  const typeOf = (path: string) => {
    const extension = path.slice(path.lastIndexOf('.') + 1).toLowerCase()
    return (Object.hasOwn(types, extension) ? types[extension]?.type : undefined) ?? 'application/octet-stream'
  }
  const open = (path: string) => ('get' in files ? openFile(files, path) : files.open(path))
  return async request => {
    const path = pathIn(request.url, base)
    if (path === undefined) return undefined
    if (request.method !== 'GET' && request.method !== 'HEAD') return refusal(405, { Allow: 'GET, HEAD' })
    const file = path === '' ? undefined : await open(path)
    if (file === undefined) return refusal(404)
    const { size, version, modified } = file
    const type = typeOf(path)
    const tag = `"${version}"`
    const headers = {
      ...shared,
      'Content-Type': type.startsWith('text/') ? `${type}; charset=UTF-8` : type,
      'Cache-Control': `public, max-age=${maxAge}`,
      'Accept-Ranges': 'bytes',
      ETag: tag,
      ...(DISPLAYED.test(type) ? {} : { 'Content-Disposition': 'attachment' }),
      ...(modified === undefined ? {} : { 'Last-Modified': new Date(modified).toUTCString() }),
    }
    if (isUnchanged(request, tag, modified)) return { status: 304, headers }
    const takesRange = request.method === 'GET' && (request.header('if-range') ?? tag) === tag
    const range = takesRange ? rangeOf(request.header('range'), size) : undefined
    if (range === 'none') return refusal(416, { 'Content-Range': `bytes */${size}` })
    const { first, last } = range ?? { first: 0, last: size - 1 }
    const partial = range === undefined ? {} : { 'Content-Range': `bytes ${first}-${last}/${size}` }
    return {
      status: range === undefined ? 200 : 206,
      headers: { ...headers, ...partial, 'Content-Length': String(last - first + 1) },
      body: request.method === 'HEAD' || size === 0 ? undefined : file.read(first, last),
    }
  }
}
