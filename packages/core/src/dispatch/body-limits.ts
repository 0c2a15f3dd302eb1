import { RestError } from '../rest-error.js'

/** The default limit of a body, in bytes. */
export const MAX_BODY_BYTES = 2 * 1024 * 1024

/** The default limit of a body of an anonymous caller, in bytes. It suffices for any comment. */
export const MAX_ANONYMOUS_BODY_BYTES = 256 * 1024

/** Bodies of more bytes are read only if the caller may call the endpoint. */
export const ADMIT_FROM = 64 * 1024

/** The error for a body or form that is larger than the endpoint accepts. */
export const bodyTooLarge = (limit: number): RestError =>
  new RestError('rest_request_too_large', `Bodies of up to ${limit} bytes are accepted.`, 413)

/** The error for a body whose media type is not supported. */
export const unsupportedMediaType = (message: string): RestError =>
  new RestError('rest_unsupported_media_type', message, 415)
