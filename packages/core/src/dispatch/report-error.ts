/** The method and path of a request for logs, without query and credentials. */
export interface RequestLine {
  readonly method: string
  /** Printable characters only, at most 1,024 of them; the rest is percent-encoded. */
  readonly path: string
}

/** Receives an error that is not a `RestError`, with the request that failed. */
export type ErrorHandler = (error: unknown, request: RequestLine) => void

const LONGEST = 1024
// A request to a proxy names a scheme and a host as well, and may hold credentials there.
const AUTHORITY = /^[a-z][a-z\d+.-]*:\/\/[^/?#]*/i
const USER_INFO = /^(\/\/)[^/?#]*@/
const UNPRINTABLE = /[^!-~]/gu

/**
 * The method and path of a request for logs, from a path or a request target. It leaves out the query, which may hold
 * passwords of posts and nonces, and credentials in front of a host. It never throws.
 */
export function requestLine(method: unknown, target: unknown): RequestLine {
  const text = typeof target === 'string' ? target.slice(0, LONGEST * 2) : ''
  const path = text
    .replace(AUTHORITY, '')
    .replace(/[?#].*$/s, '')
    .replace(USER_INFO, '$1')
  return { method: printable(method, 32), path: printable(path, LONGEST) }
}

/** The members of a request that logs name. */
export type RequestNames = { readonly method: unknown; readonly path: unknown }

/** The same for a request of `dispatch`, which may be missing, and whose getters may throw. */
export function requestLineOf(request: RequestNames | undefined): RequestLine {
  try {
    return requestLine(request?.method, request?.path)
  } catch {
    return requestLine('', '')
  }
}

function printable(value: unknown, longest: number): string {
  if (typeof value !== 'string') return ''
  const text = value.slice(0, longest).replace(/\p{Surrogate}/gu, '\ufffd')
  return text.replace(UNPRINTABLE, encodeURIComponent).slice(0, longest)
}

/** Logs an error to the console with the method and path of its request: the default error handler. */
export const logError: ErrorHandler = (error, { method, path }) => {
  globalThis.console?.error(`${method} ${path} failed:`, error)
}

/**
 * Creates the function that reports errors to a handler, {@link logError} by default. A handler that throws does not
 * affect the response: its error is logged to the console beside the first one.
 */
export function errorReporter(handler: ErrorHandler = logError): (error: unknown, line: RequestLine) => void {
  return (error, line) => {
    const failed = (cause: unknown) => {
      logError(error, line)
      logError(cause, line)
    }
    try {
      const returned: unknown = handler(error, line)
      if (returned instanceof Promise) returned.catch(failed)
    } catch (cause) {
      failed(cause)
    }
  }
}
