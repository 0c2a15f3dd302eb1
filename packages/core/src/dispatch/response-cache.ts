import type { Principal } from '../access/principal.js'
import type { RestResponse } from '../request.js'
import { isNotModified } from './conditional.js'
import type { PreparedRequest } from './prepare-request.js'

/**
 * Where answers are kept. Whoever gives it sees to it that an answer is forgotten when something was stored since, and
 * that all of them together stay within bounds.
 */
export interface ResponseCache {
  /** A number that differs once something was stored; taken before an answer is made. */
  revision(): number
  get(key: string): RestResponse | undefined
  /** Keeps an answer that was begun at `revision`, unless something was stored since. */
  set(key: string, response: RestResponse, revision: number): void
}

/** The key of a request whose answer may be kept: anonymous, and with its parameters in its address. */
function keyOf({ request, head }: PreparedRequest, principal: Principal): string | undefined {
  if (principal.authenticated || request.body !== undefined) return undefined
  if (request.query !== undefined && typeof request.query !== 'string') return undefined
  return `${head ? 'HEAD' : 'GET'} ${request.path}?${request.query ?? ''}`
}

/** The kept answer to a request, or that it has not changed. */
export function keptResponse(
  prepared: PreparedRequest,
  principal: Principal,
  cache: ResponseCache,
): RestResponse | undefined {
  const key = keyOf(prepared, principal)
  const kept = key === undefined ? undefined : cache.get(key)
  if (kept === undefined) return undefined
  const modified = kept.headers['Last-Modified']
  const tag = kept.headers['ETag']
  const unchanged =
    tag !== undefined &&
    isNotModified(prepared.request.headers ?? {}, tag, modified === undefined ? undefined : Date.parse(modified))
  return unchanged ? { status: 304, headers: kept.headers, body: undefined, text: () => '' } : kept
}

/** Keeps an answer that holds for whoever asks the same. */
export function keepResponse(
  prepared: PreparedRequest,
  principal: Principal,
  response: RestResponse,
  cache: ResponseCache,
  revision: number,
): void {
  const key = keyOf(prepared, principal)
  if (key === undefined || response.status !== 200) return
  response.text()
  cache.set(key, response, revision)
}
