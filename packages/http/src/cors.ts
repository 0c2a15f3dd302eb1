/** What pages of other origins may do. */
export interface CorsOptions {
  /** The origins that may read answers, with credentials; every origin when left out. */
  readonly origins?: readonly string[]
  /** Further request headers they may send, and answer headers they may read: those with the dialect's names. */
  readonly allowHeaders?: readonly string[]
  readonly exposeHeaders?: readonly string[]
}

const sendable =
  'Content-Disposition, Content-MD5, Content-Type, X-HTTP-Method-Override, If-Match, If-None-Match, If-Modified-Since, If-Unmodified-Since'
const plainOrigin = /^(?:null|[a-z][a-z\d+.-]*:\/\/[\w.:[\]-]*)$/i

/** Makes the function that tells the headers of an answer to a request from an origin: names and values in turn. */
export function createCors(options: CorsOptions | false): (origin: string | undefined) => readonly string[] {
  if (options === false) return () => []
  const { origins, allowHeaders = [], exposeHeaders = [] } = options
  const allowed = ['Authorization', ...allowHeaders, sendable].join(', ')
  const exposed = [...exposeHeaders, 'Link', 'Allow', 'ETag', 'Last-Modified', 'Location'].join(', ')
  const always = ['Vary', 'Origin', 'Access-Control-Expose-Headers', exposed, 'Access-Control-Allow-Headers', allowed]
  const methods = ['Access-Control-Allow-Methods', 'OPTIONS, GET, POST, PUT, PATCH, DELETE']
  const personal = [...always, ...methods, 'Access-Control-Allow-Credentials', 'true']
  return origin => {
    if (origin === undefined) return ['Vary', 'Origin']
    if (!plainOrigin.test(origin) || origins?.includes(origin) === false) return always
    return [...personal, 'Access-Control-Allow-Origin', origin]
  }
}
