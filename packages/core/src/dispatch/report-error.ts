import { isPromise } from '../maybe-promise.js'
import { wellFormed } from '../well-formed.js'

/** The method and path of a request for logs, without its query and credentials. */
export interface RequestLine {
  readonly method: string
  /** At most 1,024 characters; those that are not printable ASCII are percent-encoded. */
  readonly path: string
}

/** Receives an error that is not a `RestError`, with the request that failed. */
export type ErrorHandler = (error: unknown, request: RequestLine) => void

const LONGEST = 1024
// The target of a request to a proxy is a whole URL, which may contain credentials.
const AUTHORITY = /^[a-z][a-z\d+.-]*:\/\/[^/?#]*/i
const USER_INFO = /^(\/\/)[^/?#]*@/
const UNPRINTABLE = /[^!-~]/gu

/**
 * The method and path of a request for logs, from a path or a request target. It omits the query, which may contain post
 * passwords and nonces, and credentials before a host. It never throws.
 */
export function requestLine(method: unknown, target: unknown): RequestLine {
  const text = typeof target === 'string' ? target.slice(0, LONGEST * 2) : ''
  const path = text
    .replace(AUTHORITY, '')
    .replace(/[?#].*$/s, '')
    .replace(USER_INFO, '$1')
  return { method: printable(method, 32), path: printable(path, LONGEST) }
}

/** The part of a request that logs need. */
export type LoggedRequest = { readonly method: unknown; readonly path: unknown }

/** Like {@link requestLine}, for a request of `dispatch`, which may be missing and whose getters may throw. */
export function requestLineOf(request: LoggedRequest | undefined): RequestLine {
  try {
    return requestLine(request?.method, request?.path)
  } catch {
    return requestLine('', '')
  }
}

function printable(value: unknown, longest: number): string {
  if (typeof value !== 'string') return ''
  const text = wellFormed(value.slice(0, longest))
  return text.replace(UNPRINTABLE, encodeURIComponent).slice(0, longest)
}

/** The default error handler: logs the error to the console, with the method and path of its request. */
export const logError: ErrorHandler = (error, { method, path }) => {
  globalThis.console?.error(`${method} ${path} failed:`, error)
}

/**
 * Creates the function that reports errors to a handler, {@link logError} by default. If the handler throws, both errors
 * are logged to the console, and the response is not affected.
 */
export function errorReporter(handler: ErrorHandler = logError): (error: unknown, line: RequestLine) => void {
  return (error, line) => {
    const failed = (cause: unknown) => {
      logError(error, line)
      logError(cause, line)
    }
    try {
      const returned: unknown = handler(error, line)
      if (isPromise(returned)) Promise.resolve(returned).catch(failed)
    } catch (cause) {
      failed(cause)
    }
  }
}
