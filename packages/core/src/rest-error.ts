/** The body of an error response (specification section 7). */
export interface ErrorBody {
  code: string
  message: string
  data: Record<string, unknown> | null
  additional_errors?: ErrorBody[]
}

/** What a {@link RestError} may carry beside its code, message and status. */
export interface RestErrorOptions {
  /** Further members of `data`, beside `status`. */
  data?: Record<string, unknown>
  /** Errors that are told together with this one, as `additional_errors`. */
  additional?: readonly RestError[]
  /** Set when `data` is null in the body although the error has a status. */
  dataless?: boolean
  /** What led to it, for those who catch the error; never sent. */
  cause?: unknown
}

/** Engines that can be told how much of the stack an error keeps have this; it is fixed where intrinsics are frozen. */
const traced = Error as object as { stackTraceLimit?: number | undefined }
const adjustable = Object.getOwnPropertyDescriptor(Error, 'stackTraceLimit')?.writable === true

/**
 * The one error class of the interface: a stable `code`, a message for people, an HTTP status and data.
 * Whatever else a handler throws is logged and answered with a neutral 500. A status of `null` leaves `data` null
 * in the body (details inside another error, or an error whose body the specification gives with `data` null).
 * Errors below 500 are answers and made often (permissions are asked for every `Allow`): they keep no stack where the
 * engine lets them.
 */
export class RestError extends Error {
  readonly code: string
  readonly status: number | null
  readonly data: Readonly<Record<string, unknown>> | undefined
  readonly additional: readonly RestError[]
  readonly #dataless: boolean

  constructor(code: string, message: string, status: number | null, options: RestErrorOptions = {}) {
    const frames = traced.stackTraceLimit
    const quick = adjustable && (status ?? 0) < 500
    if (quick) traced.stackTraceLimit = 0
    super(message, options.cause === undefined ? undefined : { cause: options.cause })
    if (quick) traced.stackTraceLimit = frames
    this.name = 'RestError'
    this.code = code
    this.status = status
    this.data = options.data
    this.additional = options.additional ?? []
    this.#dataless = options.dataless === true || status === null
  }

  /** The error as it is sent. */
  toBody(): ErrorBody {
    const data = this.#dataless ? (this.data ?? null) : { status: this.status, ...this.data }
    const body: ErrorBody = { code: this.code, message: this.message, data }
    if (this.additional.length > 0) body.additional_errors = this.additional.map(error => error.toBody())
    return body
  }
}
