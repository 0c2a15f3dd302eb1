/** What pages of other origins may do. */
export interface CorsOptions {
  /**
   * The origins whose pages may send credentials (cookies, and passwords that the browser remembers) and read the
   * answers, such as `https://app.example`; none when left out.
   */
  readonly origins?: readonly string[]
  /** Whether pages of all other origins may read what they get without such credentials; they may when left out. */
  readonly anyOrigin?: boolean
  /** Further request headers they may send, and answer headers they may read: those with the dialect's names. */
  readonly allowHeaders?: readonly string[]
  readonly exposeHeaders?: readonly string[]
}

/** The headers of an answer to a request from an origin; a preflight gets one more. */
export type CorsHeaders = (origin: string | undefined, isPreflight: boolean) => Readonly<Record<string, string>>

const SENDABLE =
  'Content-Disposition, Content-MD5, Content-Type, X-HTTP-Method-Override, If-Match, If-None-Match, If-Modified-Since, If-Unmodified-Since'
const ORIGIN = /^[a-z][a-z\d+.-]*:\/\/[^/?#@,\s*]+$/

/** Whether a text is an origin as browsers send it, such as `https://app.example`: a scheme, a host and maybe a port. */
export const isOrigin = (text: string): boolean => ORIGIN.test(text)
const PREFLIGHT_SECONDS = '600'

/**
 * Makes the function that computes the headers of the fetch standard, for adapters; `false`: none at all. Credentials go
 * with listed origins alone, since browsers send cookies with the requests of any page. Throws a `RangeError` for what
 * is not an origin, such as `*` or an address with a path.
 */
export function createCors(options: CorsOptions | false): CorsHeaders {
  if (options === false) return () => ({})
  const { origins = [], anyOrigin = true, allowHeaders = [], exposeHeaders = [] } = options
  for (const origin of origins) if (!isOrigin(origin)) throw new RangeError(`"${origin}" is not an origin`)
  const silent = Object.freeze({ Vary: 'Origin' })
  const shared = {
    ...silent,
    'Access-Control-Expose-Headers': [...exposeHeaders, 'Link', 'Allow', 'ETag', 'Last-Modified', 'Location'].join(
      ', ',
    ),
    'Access-Control-Allow-Headers': ['Authorization', ...allowHeaders, SENDABLE].join(', '),
    'Access-Control-Allow-Methods': 'OPTIONS, GET, POST, PUT, PATCH, DELETE',
  }
  const preflight = { 'Access-Control-Max-Age': PREFLIGHT_SECONDS }
  const answers = new Map(
    origins.map(origin => [
      origin,
      { ...shared, 'Access-Control-Allow-Origin': origin, 'Access-Control-Allow-Credentials': 'true' },
    ]),
  )
  const others = anyOrigin ? { ...shared, 'Access-Control-Allow-Origin': '*' } : silent
  return (origin, isPreflight) => {
    if (origin === undefined) return silent
    const found = answers.get(origin) ?? others
    return isPreflight && found !== silent ? { ...found, ...preflight } : found
  }
}
