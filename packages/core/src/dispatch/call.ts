import type { Principal } from '../access/principal.js'
import type { RestRequest, RestResponse } from '../request.js'
import type { ErrorBody } from '../rest-error.js'

/** Options of a call in process; `As` is the type of callers. */
export interface CallOptions<As = Principal> {
  /** The caller. Without it the headers are authenticated, like those of any request. */
  readonly as?: As | undefined
  /** Parameters of the query, unencoded, or the query's text. */
  readonly query?: RestRequest['query']
  /** Header names in lower case. */
  readonly headers?: RestRequest['headers']
  /** Aborts the work when its result is no longer needed. */
  readonly signal?: AbortSignal | undefined
}

/** The result of a call in process: the typed body of a success, or the body of an error (specification section 7). */
export type CallResult<T> =
  | { readonly ok: true; readonly status: number; readonly headers: RestResponse['headers']; readonly body: T }
  | { readonly ok: false; readonly status: number; readonly headers: RestResponse['headers']; readonly body: ErrorBody }

/**
 * Calls the interface in process: a method, a path below the interface's root, and the JSON value of the body. Name the
 * body's type as `T`; it is not checked. Errors are results with `ok` false: the promise does not reject.
 */
export type Call<As = Principal> = <T = unknown>(
  method: string,
  path: string,
  value?: unknown,
  options?: CallOptions<As>,
) => Promise<CallResult<T>>

/** Creates the function that calls a dispatcher; `principalOf` resolves `as`. */
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
    const { as, query, headers, signal } = options
    const {
      status,
      headers: answered,
      body,
    } = await dispatch({
      method,
      path,
      query,
      headers,
      signal,
      body: value === undefined ? undefined : { kind: 'json', value },
      principal: as === undefined ? undefined : principalOf(as),
    })
    return status < 400
      ? { ok: true, status, headers: answered, body: body as T }
      : { ok: false, status, headers: answered, body: body as ErrorBody }
  }
}
