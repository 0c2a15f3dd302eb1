import { RestError } from '../rest-error.js'

/** The largest body in bytes by default. */
export const MAX_BODY_BYTES = 2 * 1024 * 1024

/** Larger bodies, in bytes, are read only for callers who may call. */
export const ADMIT_FROM = 64 * 1024

/** The error of a body or form that is larger than the endpoint accepts. */
export const bodyTooLarge = (limit: number): RestError =>
  new RestError('rest_request_too_large', `Bodies of up to ${limit} bytes are accepted.`, 413)

/** The error of a body whose media type cannot be read. */
export const unsupportedMediaType = (message: string): RestError =>
  new RestError('rest_unsupported_media_type', message, 415)
