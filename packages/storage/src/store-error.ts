/**
 * Stable codes of store errors. `unavailable` is temporary (a lock), `timeout` is a query that took longer than the store
 * allows, `invalid` is a value that its column cannot have, `too_large` is a query whose result is larger than it allows,
 * `full` needs space, `failed` needs an operator (data is damaged or unreadable).
 */
export type StoreErrorCode =
  | 'conflict'
  | 'not_found'
  | 'version'
  | 'unavailable'
  | 'timeout'
  | 'invalid'
  | 'too_large'
  | 'full'
  | 'failed'

/** A refusal of a store. `field` names the field of a conflict or an invalid value. */
export class StoreError extends Error {
  readonly code: StoreErrorCode
  readonly field: string | undefined

  constructor(
    code: StoreErrorCode,
    message: string,
    options: { readonly field?: string; readonly cause?: unknown } = {},
  ) {
    super(message, options.cause === undefined ? undefined : { cause: options.cause })
    this.name = 'StoreError'
    this.code = code
    this.field = options.field
  }
}
