import type { CollectionName } from '@platen/site'
import { compileCondition } from './conditions.js'
import type { Contents } from './contents.js'
import { candidates } from './lookups.js'
import { firstInOrder } from './ordering.js'
import type { AnyCondition, AnyOrder, AnyRecord } from './record.js'

/** The part of a query that says which records, in which order. */
export interface Selection {
  readonly where?: AnyCondition | undefined
  readonly order?: readonly AnyOrder[] | undefined
  readonly limit?: number | undefined
  readonly offset?: number | undefined
}

export function matching(contents: Contents, name: CollectionName, where: AnyCondition | undefined): AnyRecord[] {
  const { records, holds } = candidates(name, contents.records[name], where)
  const test = compileCondition(contents, where, holds)
  const found: AnyRecord[] = []
  for (const record of records) if (test(record)) found.push(record)
  return found
}

/** The different values of a text field among the matching records. */
export function distinct(
  contents: Contents,
  name: CollectionName,
  field: string,
  where: AnyCondition | undefined,
): ReadonlySet<string> {
  const values = new Set<string>()
  for (const record of matching(contents, name, where)) values.add(record[field] as string)
  return values
}

/** The records of a query's window, and how many there were before it was cut. */
export function select(contents: Contents, name: CollectionName, selection: Selection) {
  const found = matching(contents, name, selection.where)
  const start = Math.max(0, selection.offset ?? 0)
  const end = start + Math.max(0, selection.limit ?? found.length)
  const records = firstInOrder(contents, found, selection.order ?? [], end).slice(start)
  return { records, total: found.length }
}
