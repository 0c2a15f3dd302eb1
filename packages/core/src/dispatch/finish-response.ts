import type { RestResponse } from '../request.js'
import { entityTag, isNotModified } from './conditional.js'
import type { Dispatching } from './dispatching.js'
import { wrapJsonp } from './jsonp.js'
import type { PreparedRequest } from './prepare-request.js'
import type { Outcome } from './reply.js'

const JSON_TYPE = 'application/json; charset=UTF-8'
const SCRIPT_TYPE = 'application/javascript; charset=UTF-8'

/** Stage 12: writes the answer, wraps it for JSONP, and lets a caller keep what it has (304). */
export function finishResponse(
  outcome: Outcome,
  prepared: PreparedRequest,
  callback: string | undefined,
  d: Dispatching,
): RestResponse {
  const { request, head } = prepared
  let written: string | undefined
  const text = () => {
    if (written === undefined) {
      const json = head || outcome.body === undefined ? '' : (JSON.stringify(outcome.body) ?? '')
      written = callback === undefined || json === '' ? json : wrapJsonp(callback, json)
    }
    return written
  }
  const headers: Record<string, string> = {
    'Content-Type': callback === undefined ? JSON_TYPE : SCRIPT_TYPE,
    'X-Content-Type-Options': 'nosniff',
    Link: outcome.linkHeader.length > 0 ? sendable(outcome.linkHeader.join(', ')) : d.rootLink,
  }
  for (const name in outcome.headers) headers[name] = sendable(outcome.headers[name] as string)
  const { status } = outcome
  if (prepared.method === 'GET' && status === 200 && !head && request.principal === undefined) {
    const modified = outcome.state?.modified
    const tag = headers['ETag'] ?? entityTag(text(), outcome.state)
    headers['ETag'] = tag
    if (modified !== undefined) headers['Last-Modified'] = new Date(modified).toUTCString()
    if (isNotModified(request.headers ?? {}, tag, modified))
      return { status: 304, headers, body: undefined, text: () => '' }
  }
  return { status, headers, body: head ? undefined : outcome.body, text }
}

const unsendable = /[^ -~]/

/** A header carries printable ASCII; whatever else a client's words brought into an address is percent-encoded. */
const sendable = (value: string): string =>
  !unsendable.test(value)
    ? value
    : value.replace(/[^ -~]+/g, other => encodeURIComponent(other.replace(/\p{Surrogate}/gu, '\ufffd')))
