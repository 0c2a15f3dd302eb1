import type { BlockValues } from '@platen/rendering'

const NONE: BlockValues = Object.freeze({})

/** Whether a value of an attribute or a context has members. */
export const hasMembers = (value: unknown): value is BlockValues => typeof value === 'object' && value !== null

/** The members of a value of an attribute or a context; none if it is not an object. */
export const membersOf = (value: unknown): BlockValues => (hasMembers(value) ? value : NONE)

/** Whether a value may be a number that older content and programs also write as text. */
export const isNumberOrText = (value: unknown): value is number | string =>
  typeof value === 'number' || typeof value === 'string'
