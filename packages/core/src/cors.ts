import { flag, headerNames, texts } from './options/option-checks.js'
import { type OptionChecks, requireOptions } from './options/options.js'

/** What pages from other origins may do. */
export interface CorsOptions {
  /**
   * The origins, such as `https://app.example`, whose pages may send credentials (cookies, and passwords that the browser
   * remembers) and read the responses; none by default.
   */
  readonly origins?: readonly string[]
  /** Whether pages from all other origins may read responses to requests without credentials; true by default. */
  readonly anyOrigin?: boolean
  /**
   * Additional request headers that they may send, and response headers that they may read, such as those of a dialect.
   */
  readonly allowHeaders?: readonly string[]
  readonly exposeHeaders?: readonly string[]
}

/** Returns the CORS headers of a response, by the `Origin` of its request. */
export type CorsHeaders = (origin: string | undefined, isPreflight: boolean) => Readonly<Record<string, string>>

const SENDABLE =
  'Content-Disposition, Content-MD5, Content-Type, X-HTTP-Method-Override, If-Match, If-None-Match, If-Modified-Since, If-Unmodified-Since'
const READABLE = 'Link, Allow, ETag, Last-Modified, Location, Retry-After'
const ORIGIN = /^[a-z][a-z\d+.-]*:\/\/[^/?#@,\s*]+$/

/** Whether a text is an origin as browsers send it: a scheme, a host and maybe a port, such as `https://app.example`. */
export const isOrigin = (text: string): boolean => ORIGIN.test(text)
const PREFLIGHT_SECONDS = '600'

/** Checks of the permissions of pages from other origins. */
export const corsChecks: OptionChecks<CorsOptions> = Object.freeze({
  origins: texts,
  anyOrigin: flag,
  allowHeaders: headerNames,
  exposeHeaders: headerNames,
})

/**
 * Creates the function that computes the CORS headers of the fetch standard, for adapters; none with `false`. Only
 * listed origins may send credentials, since browsers send cookies with the requests of any page. Throws a `RangeError`
 * for an invalid option, such as the origin `*` or a URL with a path.
 */
export function createCors(options: CorsOptions | false): CorsHeaders {
  if (options === false) return () => ({})
  requireOptions('cors', options, corsChecks)
  const { origins = [], anyOrigin = true, allowHeaders = [], exposeHeaders = [] } = options
  for (const origin of origins) if (!isOrigin(origin)) throw new RangeError(`"${origin}" is not an origin`)
  const silent = Object.freeze({ Vary: 'Origin' })
  const shared = {
    ...silent,
    'Access-Control-Expose-Headers': [...exposeHeaders, READABLE].join(', '),
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
