import { RestError } from '../rest-error.js'

/** The size in bytes up to which JSON, forms and the like are taken when nothing else is said. */
export const MAX_BODY_BYTES = 2 * 1024 * 1024

/** Beyond this size in bytes a body is not read for callers who may not call anyway. */
export const ADMIT_FROM = 64 * 1024

/** That a body, or a form, is larger than an endpoint takes. */
export const bodyTooLarge = (limit: number): RestError =>
  new RestError('rest_request_too_large', `Bodies of up to ${limit} bytes are accepted.`, 413)

/** That a body is of a type that cannot be read here. */
export const unsupportedMediaType = (message: string): RestError =>
  new RestError('rest_unsupported_media_type', message, 415)
