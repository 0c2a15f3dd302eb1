/** Codes that every route may respond with; resources have others, such as `rest_post_invalid_id`. */
export type ErrorCode =
  | 'rest_no_route'
  | 'rest_missing_callback_param'
  | 'rest_invalid_param'
  | 'rest_invalid_json'
  | 'rest_forbidden'
  | 'rest_precondition_failed'
  | 'rest_cookie_invalid_nonce'
  | 'rest_invalid_cursor'
  | 'rest_cursor_not_supported'
  | 'rest_request_too_large'
  | 'rest_too_many_attempts'
  | 'rest_store_unavailable'
  | 'rest_internal_error'
  /** The response is not of the interface: its body is not JSON, as that of a proxy. */
  | 'client_invalid_response'
  | (string & {})

/** The body of an error. */
export interface ErrorBody {
  readonly code: string
  readonly message: string
  readonly data?: unknown
  readonly additional_errors?: readonly ErrorBody[] | undefined
}

/** A response that is an error. */
export class ApiError extends Error {
  override readonly name: string = 'ApiError'
  /** The HTTP status. */
  readonly status: number
  readonly code: ErrorCode
  /** The details, such as those that a route of your own adds. */
  readonly data: Readonly<Record<string, unknown>>
  /** Why parameters are missing or invalid, by name; empty for other errors. */
  readonly params: Readonly<Record<string, string>>
  /** Further errors in the response. */
  readonly additional: readonly ErrorBody[]

  constructor(status: number, { code, message, data, additional_errors }: ErrorBody) {
    super(message)
    this.status = status
    this.code = code
    this.data = isObject(data) ? data : {}
    this.params = paramsIn(this.data['params'], message)
    this.additional = Array.isArray(additional_errors) ? additional_errors : []
  }
}

/** A write that was refused because the resource has changed since it was read. */
export class ConflictError<T = unknown> extends ApiError {
  override readonly name = 'ConflictError'
  /** The resource as it is now, to show or to merge; `undefined` if it cannot be read. */
  readonly current: T | undefined

  constructor(error: ApiError, current: T | undefined) {
    super(error.status, { ...error, message: error.message, additional_errors: error.additional })
    this.current = current
  }
}

/** Whether an error is a conflict; its `current` has the type of the resource `of`. */
export const isConflict = <T>(error: unknown, _of: T): error is ConflictError<T> => error instanceof ConflictError

/** The error with the body of a response; other bodies are not of the interface. */
export const errorOf = (status: number, body: unknown): ApiError =>
  isErrorBody(body)
    ? new ApiError(status, body)
    : invalidResponse(status, `The response with the status ${status} is not of the interface.`)

/** The error of a response that is not of the interface. */
export const invalidResponse = (status: number, message: string): ApiError =>
  new ApiError(status, { code: 'client_invalid_response', message })

const isErrorBody = (value: unknown): value is ErrorBody => isObject(value) && typeof value['code'] === 'string'

export const isObject = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

/** Messages by parameter: the error for missing ones only lists names. */
function paramsIn(params: unknown, message: string): Readonly<Record<string, string>> {
  const entries = Array.isArray(params)
    ? params.map(name => [name, message])
    : isObject(params)
      ? Object.entries(params)
      : []
  return Object.fromEntries(entries.map(([name, value]) => [String(name), String(value)]))
}
