import type { RestResponse } from '../request.js'
import { bodyText, bodyValue } from '../resource/items.js'
import { cacheControl, INCOMPLETE_CACHE_CONTROL, mergeVary, PRIVATE_CACHE_CONTROL, VARY } from './cache-headers.js'
import { entityTag, isNotModified } from './conditional.js'
import type { DispatchContext } from './dispatch-context.js'
import type { GatheredRequest } from './gathered-request.js'
import { wrapJsonp } from './jsonp.js'
import type { PreparedRequest } from './prepare-request.js'
import type { Outcome } from './reply.js'

const JSON_TYPE = 'application/json; charset=UTF-8'
const SCRIPT_TYPE = 'application/javascript; charset=UTF-8'

/** An answer whose value and text are made when somebody wants them, each once. */
class WrittenResponse implements RestResponse {
  readonly status: number
  readonly headers: Readonly<Record<string, string>>
  readonly #body: unknown
  readonly #callback: string | undefined
  #text: string | undefined

  constructor(
    { status, body }: Pick<Outcome, 'status' | 'body'>,
    headers: Readonly<Record<string, string>>,
    callback: string | undefined,
  ) {
    this.status = status
    this.headers = headers
    this.#body = body
    this.#callback = callback
  }

  get body(): unknown {
    return bodyValue(this.#body)
  }

  /** A function of its own: callers take it apart from the answer. */
  readonly text = (): string => {
    if (this.#text === undefined) {
      const json = bodyText(this.#body)
      this.#text = this.#callback === undefined || json === '' ? json : wrapJsonp(this.#callback, json)
    }
    return this.#text
  }
}

/**
 * Stage 12: writes the answer, wraps it for JSONP, and lets a caller keep what it has (304). No cache keeps a private
 * answer, whatever its endpoint says, nor one that a part is missing from.
 */
export function finishResponse(
  outcome: Outcome,
  prepared: PreparedRequest,
  callback: string | undefined,
  isPrivate: boolean,
  input: Pick<GatheredRequest, 'incomplete'> | undefined,
  d: DispatchContext,
): RestResponse {
  const { request, head } = prepared
  const { status } = outcome
  const headers: Record<string, string> = {
    'Content-Type': callback === undefined ? JSON_TYPE : SCRIPT_TYPE,
    'X-Content-Type-Options': 'nosniff',
    'Cache-Control': cacheControl(status, prepared.method === 'GET', isPrivate, d.cacheControl),
    Vary: VARY,
    Link: outcome.linkHeader.length > 0 ? d.linkHeader(sendable(outcome.linkHeader.join(', '))) : d.rootLink,
  }
  for (const name in outcome.headers) {
    const value = sendable(outcome.headers[name] as string)
    if (name.length === 4 && /^vary$/i.test(name)) headers['Vary'] = mergeVary(VARY, value)
    else if (name.length !== 13 || !/^cache-control$/i.test(name)) headers[name] = value
    else headers['Cache-Control'] = isPrivate ? PRIVATE_CACHE_CONTROL : value
  }
  const response = new WrittenResponse(head ? { status, body: undefined } : outcome, headers, callback)
  if (prepared.method === 'GET' && status === 200 && !head && request.principal === undefined) {
    const modified = outcome.state?.modified
    const text = response.text()
    if (input?.incomplete === true) {
      if (!isPrivate) headers['Cache-Control'] = INCOMPLETE_CACHE_CONTROL
      return response
    }
    const tag = headers['ETag'] ?? entityTag(text, outcome.state)
    headers['ETag'] = tag
    if (modified !== undefined) headers['Last-Modified'] = new Date(modified).toUTCString()
    if (isNotModified(request.headers ?? {}, tag, modified))
      return new WrittenResponse({ status: 304, body: undefined }, headers, undefined)
  }
  return response
}

const unsendable = /[^ -~]/

/** A header carries printable ASCII; whatever else a client's words brought into an address is percent-encoded. */
const sendable = (value: string): string =>
  !unsendable.test(value)
    ? value
    : value.replace(/[^ -~]+/g, other => encodeURIComponent(other.replace(/\p{Surrogate}/gu, '\ufffd')))
