/** The body of an error response (specification section 7). */
export interface ErrorBody {
  code: string
  message: string
  data: Record<string, unknown> | null
  additional_errors?: ErrorBody[]
}

/** Options of {@link RestError}. */
export interface RestErrorOptions {
  /** Additional members of `data`, besides `status`. */
  data?: Record<string, unknown>
  /** Further errors, sent as `additional_errors`. */
  additional?: readonly RestError[]
  /** Headers of the response, such as `Retry-After`. */
  headers?: Readonly<Record<string, string>>
  /** Sends `data` as null although the error has a status. */
  dataless?: boolean
  /** The error that caused this one; never sent. */
  cause?: unknown
}

// Only some engines have this limit, and it is read-only where intrinsics are frozen.
const stack = Error as object as { stackTraceLimit?: number | undefined }
const isAdjustable = Object.getOwnPropertyDescriptor(Error, 'stackTraceLimit')?.writable === true

/**
 * The error class of the interface: a stable `code`, a message for people, an HTTP status and data. Anything else that a
 * handler throws is logged, and the client gets a neutral 500. A status of `null` sends `data` as null: for details
 * within another error, and for errors that the specification shows without data. Errors below 500 have no stack
 * where the engine allows it, since they are created often.
 */
export class RestError extends Error {
  readonly code: string
  readonly status: number | null
  readonly data: Readonly<Record<string, unknown>> | undefined
  readonly additional: readonly RestError[]
  readonly headers: Readonly<Record<string, string>> | undefined
  readonly #dataless: boolean

  constructor(code: string, message: string, status: number | null, options: RestErrorOptions = {}) {
    const limit = stack.stackTraceLimit
    const isStackless = isAdjustable && (status ?? 0) < 500
    if (isStackless) stack.stackTraceLimit = 0
    super(message, options.cause === undefined ? undefined : { cause: options.cause })
    if (isStackless) stack.stackTraceLimit = limit
    this.name = 'RestError'
    this.code = code
    this.status = status
    this.data = options.data
    this.additional = options.additional ?? []
    this.headers = options.headers
    this.#dataless = options.dataless === true || status === null
  }

  /** The body of the response. */
  toBody(): ErrorBody {
    const data = this.#dataless ? (this.data ?? null) : { status: this.status, ...this.data }
    const body: ErrorBody = { code: this.code, message: this.message, data }
    if (this.additional.length > 0) body.additional_errors = this.additional.map(error => error.toBody())
    return body
  }
}

/** A refusal of an argument that consists only of its message: the `details` of `rest_invalid_param` omit it. */
export class BareRefusal extends RestError {
  constructor(message: string) {
    super('rest_invalid_param', message, 400)
  }
}
