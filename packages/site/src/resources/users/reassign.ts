import { type ArgCheck, RestError, type Schema } from '@platen/core'

/** The argument that says who gets the posts of a deleted user. That nobody does must be said too: it is `unchecked`. */
export const reassignArg: Schema = {
  description: 'The id of the user who gets the posts; false when nobody does.',
  type: 'integer',
  required: true,
}

const isNobody = (value: unknown) => value === false || value === 'false' || value === '' || Number(value) === 0

/** Takes the id of a user, and what stands for nobody. */
export const checkReassign: ArgCheck = value => {
  const isWhole = typeof value === 'number' ? Number.isSafeInteger(value) : typeof value === 'string' && /^-?\d+$/.test(value)
  if (isWhole || (!Array.isArray(value) && value !== null && isNobody(value))) return undefined
  return new RestError('rest_invalid_param', 'reassign is no id of a user.', 400)
}

/** The id of the user who gets the posts; `undefined` when nobody does. */
export const reassignedTo = (value: unknown): number | undefined => (isNobody(value) ? undefined : Number(value))
