import { type AnyCondition, type AnyOrder, type AnyRecord, type Position, relatedConditions } from '@platen/storage'
import { candidates } from './candidates.js'
import { compileCondition } from './conditions.js'
import { comesAfter, firstInOrder } from './ordering.js'
import type { Session } from './session.js'

/** The part of a query that selects and orders records. */
export interface Selection {
  readonly where?: AnyCondition | undefined
  readonly order?: readonly AnyOrder[] | undefined
  readonly after?: Position | undefined
  readonly limit?: number | undefined
  readonly offset?: number | undefined
}

export function matching(session: Session, name: string, where: AnyCondition | undefined): AnyRecord[] {
  const { records, holds } = candidates(session, name, where)
  const test = compileCondition(session, name, where, holds)
  const found: AnyRecord[] = []
  for (const record of records) if (test(record)) found.push(record)
  return found
}

/** `id` and some fields of the records in a query's window. */
export function pick<F extends string>(
  session: Session,
  name: string,
  fields: readonly F[],
  selection: Selection,
): readonly Pick<AnyRecord, F | 'id'>[] {
  const picked = ['id', ...fields]
  const part = (record: AnyRecord): AnyRecord =>
    Object.freeze(Object.fromEntries(picked.map(field => [field, record[field]]))) as AnyRecord
  return Object.freeze(select(session, name, selection).records.map(part))
}

/** The different values of a text field among the matching records. */
export function distinct(session: Session, name: string, field: string, where: AnyCondition): ReadonlySet<string> {
  return new Set(matching(session, name, where).map(record => String(record[field])))
}

/** How many matching records have each value of a field, or each beginning of it. */
export function tally(
  session: Session,
  name: string,
  field: string,
  where: AnyCondition,
  characters = Number.POSITIVE_INFINITY,
  limit = Number.POSITIVE_INFINITY,
): ReadonlyMap<string, number> {
  const counts = new Map<string, number>()
  for (const record of matching(session, name, where).slice(0, Math.max(0, limit))) {
    const value = String(record[field])
    const start = value.length <= characters ? value : [...value.slice(0, 2 * characters)].slice(0, characters).join('')
    counts.set(start, (counts.get(start) ?? 0) + 1)
  }
  return counts
}

const allOf = (where: AnyCondition | undefined, others: readonly AnyCondition[]): AnyCondition | undefined =>
  others.length === 0 ? where : { op: 'and', all: where === undefined ? others : [where, ...others] }

/** The records in a query's window, and the number of all matching records. */
export function select(session: Session, name: string, selection: Selection) {
  const { where, after, order = [] } = selection
  const found = matching(session, name, allOf(where, relatedConditions(order)))
  const rest = after === undefined ? found : found.filter(comesAfter(session, name, order, after))
  const start = Math.max(0, selection.offset ?? 0)
  const end = start + Math.max(0, selection.limit ?? rest.length)
  const records = firstInOrder(session, name, rest, order, end).slice(start)
  return { records, total: found.length }
}
