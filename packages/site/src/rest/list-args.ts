import type { Args } from '@platen/core'
import { sanitizeTextField } from '@platen/rendering'
import { type Dialect, unlessEmptyZero } from '../dialect/dialect.js'

/** The arguments that every list has (specification section 4.2). */
export const pagingArgs = {
  page: { description: 'The page of the collection.', type: 'integer', default: 1, minimum: 1 },
  per_page: {
    description: 'How many items a page holds at most.',
    type: 'integer',
    default: 10,
    minimum: 1,
    maximum: 100,
  },
  search: { description: 'Only what holds this text.', type: 'string' },
} as const satisfies Args

/** The text that a list is searched for: one line without markup; empty for none. */
export const searchText = (params: Readonly<Record<string, unknown>>): string =>
  typeof params['search'] === 'string' ? sanitizeTextField(params['search']) : ''

/** The same for lists of which the dialect decides whether they are searched for a lone `0`. */
export const searchTextBy = (dialect: Dialect, params: Readonly<Record<string, unknown>>): string =>
  unlessEmptyZero(dialect, searchText(params))

/** The direction of a list's order. */
export const orderArg = (direction: 'asc' | 'desc') =>
  ({
    description: 'The direction in which the list is sorted.',
    type: 'string',
    enum: ['asc', 'desc'],
    default: direction,
  }) as const

/** An argument of ids, none unless given. */
export const idsArg = (description: string) =>
  ({ description, type: 'array', items: { type: 'integer' }, default: [] }) as const
