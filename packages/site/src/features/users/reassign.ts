import { type ArgValidator, RestError, type Schema } from '@platen/core'

/**
 * The argument with the new author of a deleted user's posts. "Nobody" must be sent explicitly, so it uses
 * `skipValidation`.
 */
export const reassignArg: Schema = {
  description: 'The id of the user who gets the posts; false for nobody.',
  type: 'integer',
  required: true,
}

const NOBODY = /^(?:|false|0+)$/
const WHOLE = /^-?\d{1,15}$/

/** Accepts the id of a user, or a value that means nobody: 0, `false`, an empty text. */
export const checkReassign: ArgValidator = value => {
  const text = typeof value === 'object' ? 'no id' : String(value)
  if (NOBODY.test(text) || WHOLE.test(text)) return undefined
  return new RestError('rest_invalid_param', 'reassign is not the id of a user.', 400)
}

/** The id of the user who gets the posts; `undefined` for nobody. */
export const reassignedTo = (value: unknown): number | undefined =>
  NOBODY.test(String(value)) ? undefined : Number(value)
