/**
 * Why a store refused: stable codes, so that the site never reads a driver's message. `unavailable` may be over soon
 * (somebody else holds a lock), `full` needs room, and `failed` needs an operator (the data is damaged or cannot be read).
 */
export type StoreErrorCode = 'conflict' | 'not_found' | 'version' | 'unavailable' | 'full' | 'failed'

/** A refusal of a store. `field` names the field of a conflict. */
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
