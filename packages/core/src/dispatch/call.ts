import type { Principal } from '../access/principal.js'
import type { RestRequest, RestResponse } from '../request.js'
import type { ErrorBody } from '../rest-error.js'
import { versionTag } from './conditional.js'

/** Options of a call in process; `As` is the type of the caller. */
export interface CallOptions<As = Principal> {
  /** The caller. By default, the headers are authenticated, as for any request. */
  readonly as?: As | undefined
  /** The query, as unencoded parameters or as text. */
  readonly query?: RestRequest['query']
  /** Header names in lower case. */
  readonly headers?: RestRequest['headers']
  /** The address of the client who caused the call: limits and audit events name it. */
  readonly remoteAddress?: string | undefined
  /** Whether that client uses TLS; some responses and permissions depend on it. */
  readonly secure?: boolean | undefined
  /** Aborts the call. */
  readonly signal?: AbortSignal | undefined
}

/** The result of a call in process: a body of type `T`, or the body of an error (specification section 7). */
export type CallResult<T> =
  | { readonly ok: true; readonly status: number; readonly headers: RestResponse['headers']; readonly body: T }
  | { readonly ok: false; readonly status: number; readonly headers: RestResponse['headers']; readonly body: ErrorBody }

/** Responses in process are not encoded, so their tag does not include a hash of the text. */
const withTag = (headers: RestResponse['headers'], state: RestResponse['state']): RestResponse['headers'] =>
  state === undefined || headers['ETag'] !== undefined ? headers : { ETag: versionTag(state), ...headers }

/**
 * Calls the interface in process, with a method, a path below the interface's root, and the JSON value of the body. `T`
 * is the type of the response's body; it is not checked. The promise never rejects: errors are results with `ok: false`.
 * Pass the header `ETag` of a resource with versions as `If-Match` of a change that is based on it.
 */
export type Call<As = Principal> = <T = unknown>(
  method: string,
  path: string,
  value?: unknown,
  options?: CallOptions<As>,
) => Promise<CallResult<T>>

/** Creates the `call` of a dispatcher; `principalOf` resolves the option `as`. */
export function createCall<As>(
  dispatch: (request: RestRequest) => Promise<RestResponse>,
  principalOf: (as: As) => Principal,
): Call<As> {
  return async <T>(
    method: string,
    path: string,
    value?: unknown,
    options: CallOptions<As> = {},
  ): Promise<CallResult<T>> => {
    const { as, query, headers, remoteAddress, secure, signal } = options
    const {
      status,
      headers: answered,
      body,
      state,
    } = await dispatch({
      method,
      path,
      query,
      headers,
      remoteAddress,
      secure,
      signal,
      body: value === undefined ? undefined : { kind: 'json', value },
      principal: as === undefined ? undefined : principalOf(as),
    })
    return status < 400
      ? { ok: true, status, headers: withTag(answered, state), body: body as T }
      : { ok: false, status, headers: answered, body: body as ErrorBody }
  }
}
