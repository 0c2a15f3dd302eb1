import { type ArgValidator, RestError, type Schema } from '@platen/core'

/**
 * The argument with the new author of a deleted user's posts. That they are removed must be said by `false`, which is
 * no integer, so the argument uses `skipValidation`.
 */
export const reassignArg: Schema = {
  description: 'The id of the user who gets the posts; 0 leaves them without an author, false removes them.',
  type: 'integer',
  required: true,
}

const NONE = /^(?:|false)$/
const WHOLE = /^-?\d{1,15}$/

/** Accepts the id of a user, 0, `false` or an empty text. */
export const checkReassign: ArgValidator = value => {
  const text = typeof value === 'object' ? 'no id' : String(value)
  if (NONE.test(text) || WHOLE.test(text)) return undefined
  return new RestError('rest_invalid_param', 'reassign is not the id of a user.', 400)
}

/** The id of the user who gets the posts, or 0; `undefined` if they are removed. */
export const reassignedTo = (value: unknown): number | undefined =>
  NONE.test(String(value)) ? undefined : Number(value) || 0
