import { RestError } from '@platen/core'

/** The error for clients that have to wait: a 429 with `Retry-After`. */
export const tooManyRequests = (code: string, message: string, retryAfter: number): RestError =>
  new RestError(code, message, 429, {
    data: { retry_after: retryAfter },
    headers: { 'Retry-After': String(retryAfter) },
  })
