import type { Found } from '../collections/collection.js'
import type { AnyQuery } from './query.js'

/** For stores: the limit for counting the records of a query; `undefined` if its total is not requested. */
export const countLimit = ({ total = false }: Pick<AnyQuery, 'total'>): number | undefined =>
  total === false ? undefined : total === true ? Number.POSITIVE_INFINITY : total + 1

/** For stores: the total of a query, of which `counted` records were counted, at most `countLimit`. */
export function totalOf(
  { total: requested = false }: Pick<AnyQuery, 'total'>,
  counted: number | undefined,
): Pick<Found<never>, 'total' | 'capped'> {
  if (requested === false || counted === undefined) return { total: undefined }
  return typeof requested === 'number' && counted > requested ? { total: requested, capped: true } : { total: counted }
}
