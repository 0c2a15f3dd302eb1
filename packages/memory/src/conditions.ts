import {
  type AnyCondition,
  type AnyRecord,
  type ExistsCondition,
  type ExistsForEachCondition,
  type RecordTest,
  recordTest,
  type Scalar,
} from '@platen/storage'
import { candidates } from './candidates.js'
import type { Session } from './session.js'

/**
 * Compiles a condition on the records of a collection to a function. `holds` is the part of it that is already known to
 * match.
 */
export const compileCondition = (
  session: Session,
  name: string,
  condition: AnyCondition | undefined,
  holds?: AnyCondition | undefined,
): RecordTest =>
  recordTest(
    session.kind(name).definition,
    condition,
    related => {
      if (related.op === 'existsForEach') return existsForEachTest(session, related)
      const relatedOf = relatedRecord(session, related)
      return record => relatedOf(record) !== undefined
    },
    holds,
  )

/** Creates a function that finds the related record of a record: one that equals its `local`, if there is any. */
export function relatedRecord(
  session: Session,
  { collection, foreign, local, where }: Omit<ExistsCondition, 'op'>,
): (record: AnyRecord) => AnyRecord | undefined {
  const test = compileCondition(session, collection, where)
  const rows = session.rows(collection)
  // A record is found directly by its id, without testing others.
  if (foreign === 'id') {
    return ({ [local]: own }) => {
      const other = typeof own === 'number' ? rows.get(own) : undefined
      return other !== undefined && test(other) ? other : undefined
    }
  }
  const found = new Map<unknown, AnyRecord>()
  for (const record of candidates(session, collection, where).records) {
    if (test(record)) found.set(record[foreign], record)
  }
  // Lists and maps are never equal to anything, even themselves.
  return ({ [local]: own }) => (typeof own !== 'object' || own === null ? found.get(own) : undefined)
}

function existsForEachTest(
  session: Session,
  { collection, foreign, local, field, lists }: ExistsForEachCondition,
): RecordTest {
  // The lists that contain each value: the related records of a record are then tested in one pass.
  const listsOf = new Map<Scalar, number[]>()
  for (const [at, list] of lists.entries()) {
    for (const value of new Set(list)) {
      if (Number.isNaN(value)) continue
      const places = listsOf.get(value)
      if (places === undefined) listsOf.set(value, [at])
      else places.push(at)
    }
  }
  const covered = new Map<unknown, Set<number>>()
  const among: AnyCondition = { op: 'in', field, values: [...listsOf.keys()] }
  for (const record of candidates(session, collection, among).records) {
    const found = listsOf.get(record[field] as Scalar)
    if (found === undefined) continue
    const places = covered.get(record[foreign]) ?? new Set()
    for (const place of found) places.add(place)
    covered.set(record[foreign], places)
  }
  return ({ [local]: own }) =>
    lists.length === 0 || (covered.get(own)?.size === lists.length && (typeof own !== 'object' || own === null))
}
