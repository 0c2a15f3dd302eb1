import { ApiError, errorOf, invalidResponse } from './api-error.js'
import { type Auth, createCredentials } from './credentials.js'
import { type OnProgress, sendWithProgress } from './progress.js'
import { searchText } from './search.js'
import type { QueryValue } from './typed/index.js'

/** When a request is repeated; see {@link ClientOptions}. */
export interface RetryOptions {
  /** How often a request is repeated; 3 times by default, 0 for never. */
  readonly times?: number | undefined
  /** The delay before the first repetition in milliseconds, which doubles each time; 300 by default. Half of it is random. */
  readonly delay?: number | undefined
  /** The longest delay in milliseconds; 30,000 by default. If the server demands a longer one, the request fails. */
  readonly maxDelay?: number | undefined
  /** Waits for some milliseconds, or rejects when the signal aborts; for tests. */
  readonly wait?: ((milliseconds: number, signal?: AbortSignal) => Promise<void>) | undefined
}

/** The options of `createClient`. */
export interface ClientOptions {
  /** The URL of the interface, such as `https://garden.example/cms-json`; in browsers, a path as well. */
  readonly url: string
  /** The prefix of header names: `cms` by default, `wp` for the dialect `wp` and for WordPress. */
  readonly dialect?: string | undefined
  /** An application password, a bearer token, or the nonce of a session; anonymous by default. */
  readonly auth?: Auth | undefined
  /** Sends a request; the global `fetch` by default. */
  readonly fetch?: ((request: Request) => Promise<Response>) | undefined
  /** Headers of all requests. */
  readonly headers?: Readonly<Record<string, string>> | undefined
  /** How long to wait for a response in milliseconds; 30,000 by default, 0 without a limit. Uploads have no limit. */
  readonly timeout?: number | undefined
  /**
   * Repeats requests that failed on the way or with 408, 429, 502, 503 or 504, after a delay that grows, or that
   * `Retry-After` demands. POST, PATCH and conditional requests, which may already have had an effect, are only repeated
   * after a 429, or a 503 with `Retry-After`.
   */
  readonly retry?: RetryOptions | undefined
}

/** Options of every call. */
export interface RequestOptions {
  readonly headers?: Readonly<Record<string, string>> | undefined
  readonly signal?: AbortSignal | undefined
  /** Instead of that of the client. */
  readonly timeout?: number | undefined
}

/** What is sent: the query as values, or as text. */
export interface SentRequest extends RequestOptions {
  readonly query?: Readonly<Record<string, QueryValue>> | string | undefined
  /** A value that is sent as JSON, or a form. */
  readonly body?: unknown
  readonly onProgress?: OnProgress | undefined
}

/** A successful response; the body is parsed. */
export interface Reply<T> {
  readonly body: T
  readonly headers: Headers
}

/** Sends a request, and repeats it where that helps. Rejects with an `ApiError`, or with what `fetch` rejects with. */
export type Send = <T>(method: string, path: string, request?: SentRequest) => Promise<Reply<T>>

const READING = new Set(['GET', 'HEAD', 'OPTIONS'])
const REPEATABLE = new Set([...READING, 'PUT', 'DELETE'])
/** Responses of servers that did not process a request, or not to its end. */
const PASSING = new Set([408, 429, 502, 503, 504])

/** Creates the function that sends the requests of a client. */
export function createSend(options: ClientOptions): Send {
  const { url, dialect = 'cms', auth, headers: common, timeout: maxTime = 30_000 } = options
  const { times = 3, delay = 300, maxDelay = 30_000, wait = sleep } = options.retry ?? {}
  const credentials = createCredentials(auth, `x-${dialect}-nonce`)
  const base = url.replace(/\/$/, '')
  const fetchRequest = options.fetch ?? (request => fetch(request))

  return async <T>(method: string, path: string, sent: SentRequest = {}): Promise<Reply<T>> => {
    const { query = '', body, signal, onProgress, timeout = body instanceof FormData ? 0 : maxTime } = sent
    // Otherwise, it could change the host.
    if (!path.startsWith('/')) throw new TypeError(`The path "${path}" does not begin with a slash.`)
    const [route = '', ...own] = path.split('?')
    const search = [...own, typeof query === 'string' ? query : searchText(query)].filter(Boolean).join('&')
    const address = base + route + (search && (base.includes('?') ? '&' : '?') + search)
    const isForm = body instanceof FormData
    const text = body === undefined || isForm ? undefined : JSON.stringify(body)
    const headers = new Headers(common)
    if (text !== undefined) headers.set('content-type', 'application/json')
    add(headers, sent.headers)
    const isRepeatable = REPEATABLE.has(method) && !headers.has('if-match')
    let authorization = await credentials.headers()
    let isRenewed = false
    for (let failures = 0; ; failures++) {
      signal?.throwIfAborted()
      let demanded: number | undefined
      let error: unknown
      let helps = isRepeatable
      add(headers, authorization)
      const init: RequestInit = {
        method,
        headers,
        body: isForm ? body : (text ?? null),
        signal: limited(signal, timeout),
        // `fetch` turns redirected writes into reads, or sends them to another origin. It drops passwords and tokens there,
        // but no nonces.
        redirect: READING.has(method) && !credentials.usesCookies ? 'follow' : 'manual',
        // Workers refuse the option.
        ...(credentials.usesCookies && { credentials: 'include' }),
      }
      // An invalid URL is not a failure on the way.
      const request = new Request(address, init)
      try {
        const response = await (onProgress
          ? sendWithProgress(address, init, onProgress, options.fetch)
          : fetchRequest(request))
        credentials.observe(response.headers)
        const value = await bodyOf(response)
        if (response.ok && !(value instanceof ApiError)) return { body: value, headers: response.headers }
        error = value instanceof ApiError ? value : errorOf(response.status, value)
        demanded = retryAfter(response.headers)
        helps = PASSING.has(response.status) && (isRepeatable || isUnprocessed(response.status, demanded))
      } catch (thrown) {
        signal?.throwIfAborted()
        error = thrown
      }
      if (error instanceof ApiError && !isRenewed && credentials.isRefusal(error.status, error.code)) {
        isRenewed = true
        authorization = await credentials.headers(authorization)
        continue
      }
      if (!helps || failures >= times || (demanded ?? 0) > maxDelay) throw error
      const most = Math.min(maxDelay, delay * 2 ** failures)
      await wait((demanded ?? most / 2) + (Math.random() * most) / 2, signal)
    }
  }
}

function add(headers: Headers, more: Readonly<Record<string, string>> = {}): void {
  for (const [name, value] of Object.entries(more)) headers.set(name, value)
}

/** Whether a request that must not have an effect twice had none. */
const isUnprocessed = (status: number, demanded: number | undefined): boolean =>
  status === 429 || (status === 503 && demanded !== undefined)

/** A signal that also aborts after some milliseconds. */
function limited(signal: AbortSignal | undefined, timeout: number): AbortSignal | null {
  if (timeout === 0) return signal ?? null
  const limit = AbortSignal.timeout(timeout)
  return signal === undefined ? limit : AbortSignal.any([signal, limit])
}

/** The body of a response, or the error of one that is not of the interface. */
async function bodyOf(response: Response) {
  const text = await response.text()
  if (text === '' && response.ok) return undefined
  try {
    return JSON.parse(text)
  } catch {
    const { ok, status, headers } = response
    const location = ok ? null : headers.get('location')
    const target = location === null ? '' : `: it redirects to ${location}`
    return invalidResponse(status, `The response with the status ${status} is not of the interface${target}.`)
  }
}

/** The milliseconds that a server demands to wait: as seconds, or as a date. */
function retryAfter(headers: Headers): number | undefined {
  const value = headers.get('retry-after')
  if (!value) return undefined
  const seconds = Number(value)
  const milliseconds = Number.isNaN(seconds) ? Date.parse(value) - Date.now() : seconds * 1000
  return Number.isNaN(milliseconds) ? undefined : Math.max(0, milliseconds)
}

/** Longer timers expire at once. */
const LONGEST_TIMER = 2 ** 31 - 1

const sleep = (milliseconds: number, signal?: AbortSignal): Promise<void> =>
  new Promise((resolve, reject) => {
    signal?.throwIfAborted()
    const stop = () => {
      clearTimeout(timer)
      reject(signal?.reason)
    }
    const timer = setTimeout(
      () => {
        signal?.removeEventListener('abort', stop)
        resolve()
      },
      Math.min(milliseconds, LONGEST_TIMER),
    )
    signal?.addEventListener('abort', stop, { once: true })
  })
