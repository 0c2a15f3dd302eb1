import type { AnyCondition, AnyOrder, AnyRecord } from '@platen/site'
import { candidates } from './candidates.js'
import { compileCondition } from './conditions.js'
import type { Contents } from './contents.js'
import { firstInOrder } from './ordering.js'

/** The part of a query that says which records, in which order. */
export interface Selection {
  readonly where?: AnyCondition | undefined
  readonly order?: readonly AnyOrder[] | undefined
  readonly limit?: number | undefined
  readonly offset?: number | undefined
}

export function matching(contents: Contents, name: string, where: AnyCondition | undefined): AnyRecord[] {
  const { records, holds } = candidates(contents, name, where)
  const test = compileCondition(contents, where, holds)
  const found: AnyRecord[] = []
  for (const record of records) if (test(record)) found.push(record)
  return found
}

/** The different values of a text field among the matching records. */
export function distinct(contents: Contents, name: string, field: string, where: AnyCondition): ReadonlySet<string> {
  return new Set(matching(contents, name, where).map(record => String(record[field])))
}

/** The records of a query's window, and how many there were before it was cut. */
export function select(contents: Contents, name: string, selection: Selection) {
  const found = matching(contents, name, selection.where)
  const start = Math.max(0, selection.offset ?? 0)
  const end = start + Math.max(0, selection.limit ?? found.length)
  const records = firstInOrder(contents, name, found, selection.order ?? [], end).slice(start)
  return { records, total: found.length }
}
