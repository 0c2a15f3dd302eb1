import type { Principal } from '../access/principal.js'
import { isBinaryBody } from '../binary-body.js'
import type { RestRequest, RestResponse } from '../request.js'
import { bodyValue } from '../resource/items.js'
import { wellFormed } from '../well-formed.js'
import { cacheControl, INCOMPLETE_CACHE_CONTROL, mergeVary, PRIVATE_CACHE_CONTROL } from './cache-headers.js'
import { COMMON_HEADERS } from './common-headers.js'
import { entityTag, isNotModified, versionTag } from './conditional.js'
import type { DispatchContext } from './dispatch-context.js'
import type { EncodedText, TextEncoding } from './encode-text.js'
import { noteIncomplete } from './incomplete-response.js'
import { errorOutcome, type Outcome } from './outcome.js'
import type { RequestTarget } from './resolve-target.js'
import type { BodyWriter } from './response-format.js'
import { toRestError } from './to-rest-error.js'

/** The bytes of shorter texts are not stored: servers send such a text together with the headers. */
const SHORT = 2048

/** A response whose value and text are computed once, on demand. */
class WrittenResponse implements RestResponse {
  readonly status: number
  readonly headers: Readonly<Record<string, string>>
  readonly state: Outcome['state']
  readonly #body: unknown
  readonly #writer: BodyWriter
  #text: string | undefined
  encoded: Uint8Array | undefined
  isAscii = false

  constructor(
    { status, body, state }: Pick<Outcome, 'status' | 'body'> & Partial<Pick<Outcome, 'state'>>,
    headers: Readonly<Record<string, string>>,
    writer: BodyWriter,
  ) {
    this.status = status
    this.headers = headers
    this.state = state
    this.#body = body
    this.#writer = writer
  }

  get body(): unknown {
    return bodyValue(this.#body)
  }

  get bytes(): Uint8Array | undefined {
    return isBinaryBody(this.#body) && this.#writer.isJson ? this.#body.bytes : undefined
  }

  /** Bound, since callers destructure it. */
  readonly text = (): string => {
    this.#text ??= this.#writer.write(this.#body)
    return this.#text
  }

  encode(encodeText: TextEncoding): EncodedText {
    const encoded = encodeText(this.text())
    const { bytes } = encoded
    if (bytes === undefined) this.isAscii = true
    else if (bytes.length > SHORT) this.encoded = bytes
    return encoded
  }
}

/** The part of the exchange that determines the response, besides the outcome. */
export interface Exchange {
  readonly request: RestRequest
  readonly target: RequestTarget
  /** Undefined if authentication failed: the response is private then. */
  readonly principal: Principal | undefined
  readonly writer: BodyWriter
  /** Whether a part of the body failed, known once the body is written; undefined if no route was matched. */
  readonly incoming: { readonly incomplete: boolean } | undefined
}

/** The stage `finish`: headers, validators and text. A body that cannot be written becomes an error. */
export function finishResponse(outcome: Outcome, exchange: Exchange, context: DispatchContext): RestResponse {
  const response = writtenOr(outcome, exchange, context)
  if (exchange.incoming?.incomplete === true) noteIncomplete(response)
  return response
}

function writtenOr(outcome: Outcome, exchange: Exchange, context: DispatchContext): RestResponse {
  const { request } = exchange
  try {
    const response = writeResponse(outcome, exchange, context)
    // Written now, so that a failure is an error of this request. Callers in process may need only the value.
    if (request.principal === undefined && response.bytes === undefined) response.text()
    else bodyValue(outcome.body)
    return response
  } catch (thrown) {
    return writeResponse(errorOutcome(toRestError(thrown, request, context)), exchange, context)
  }
}

/** Caches never store responses to signed-in callers or incomplete ones, whatever headers the endpoint sets. */
function writeResponse(outcome: Outcome, exchange: Exchange, context: DispatchContext): RestResponse {
  const { request, target, writer, principal, incoming } = exchange
  const { method, head } = target
  const { status } = outcome
  const isPrivate = principal?.authenticated !== false
  const headers: Record<string, string> = {
    'Content-Type': writer.contentType,
    'X-Content-Type-Options': COMMON_HEADERS['X-Content-Type-Options'],
    'Content-Security-Policy': COMMON_HEADERS['Content-Security-Policy'],
    'Referrer-Policy': COMMON_HEADERS['Referrer-Policy'],
    'X-Robots-Tag': COMMON_HEADERS['X-Robots-Tag'],
    'Cache-Control': cacheControl(status, method === 'GET', isPrivate, context.cacheControl),
    Vary: context.vary,
    Link:
      outcome.linkHeader.length > 0 ? context.linkHeader(sendable(outcome.linkHeader.join(', '))) : context.rootLink,
  }
  for (const name in outcome.headers) {
    const value = sendable(outcome.headers[name] as string)
    if (name.length === 4 && /^vary$/i.test(name)) headers['Vary'] = mergeVary(context.vary, value)
    else if (name.length !== 13 || !/^cache-control$/i.test(name)) headers[name] = value
    else headers['Cache-Control'] = isPrivate ? PRIVATE_CACHE_CONTROL : value
  }
  if (principal?.responseHeaders !== undefined) Object.assign(headers, principal.responseHeaders)
  if (writer.isJson && isBinaryBody(outcome.body)) headers['Content-Type'] = outcome.body.contentType
  const response = new WrittenResponse(head ? { status, body: undefined } : outcome, headers, writer)
  if (response.bytes !== undefined) return response
  if (method === 'GET' && status === 200 && !head && request.principal === undefined) {
    const modified = outcome.state?.modified
    const encoded = response.encode(context.encodeText)
    if (incoming?.incomplete === true) {
      if (!isPrivate) headers['Cache-Control'] = INCOMPLETE_CACHE_CONTROL
      return response
    }
    const tag = headers['ETag'] ?? entityTag(encoded, outcome.state)
    headers['ETag'] = tag
    if (modified !== undefined) headers['Last-Modified'] = new Date(modified).toUTCString()
    if (isNotModified(request.headers ?? {}, tag, modified))
      return new WrittenResponse({ status: 304, body: undefined }, headers, writer)
  }
  // Not for PUT: there, a tag means that what the client sent was stored as it is (RFC 9110, section 9.3.4).
  if ((method === 'POST' || method === 'PATCH') && status < 300 && outcome.state !== undefined)
    headers['ETag'] ??= versionTag(outcome.state)
  return response
}

const unsendable = /[^ -~]/

/** Percent-encodes characters that are not printable ASCII, such as those of client parameters in a URL. */
const sendable = (value: string): string =>
  !unsendable.test(value) ? value : value.replace(/[^ -~]+/g, other => encodeURIComponent(wellFormed(other)))
