import type { Args } from '@platen/core'
import { sanitizeTextField } from '@platen/rendering'
import { type Dialect, unlessEmptyZero } from '../../server/dialects/index.js'

/** The arguments of every list (specification section 4.2). */
export const pagingArgs = {
  page: { description: 'The page of the collection.', type: 'integer', default: 1, minimum: 1 },
  per_page: {
    description: 'The maximum number of items per page.',
    type: 'integer',
    default: 10,
    minimum: 1,
    maximum: 100,
  },
  search: { description: 'Only items that contain this text.', type: 'string' },
} as const satisfies Args

/** The search text as one line without markup; empty for none. */
export const searchText = (params: Readonly<Record<string, unknown>>): string =>
  typeof params['search'] === 'string' ? sanitizeTextField(params['search']) : ''

/** Like `searchText`, but empty for `0` where the dialect treats it as empty. */
export const searchTextBy = (dialect: Dialect, params: Readonly<Record<string, unknown>>): string =>
  unlessEmptyZero(dialect, searchText(params))

/** The argument for the sort direction of a list. */
export const orderArg = (direction: 'asc' | 'desc') =>
  ({
    description: 'The sort direction.',
    type: 'string',
    enum: ['asc', 'desc'],
    default: direction,
  }) as const

/** An argument for a list of ids, empty by default. */
export const idsArg = (description: string) =>
  ({ description, type: 'array', items: { type: 'integer' }, default: [] }) as const

/** The values of a list argument, which have the type of its schema; none if the argument is absent. */
export const listedValues = <T>(value: unknown): readonly T[] => (Array.isArray(value) ? value : [])

/** The ids of a list argument, without their signs. */
export const listedIds = (value: unknown): readonly number[] =>
  listedValues<unknown>(value)
    .filter(id => typeof id === 'number')
    .map(Math.abs)
