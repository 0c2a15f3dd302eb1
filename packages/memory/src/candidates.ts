import type { AnyCondition, AnyRecord } from '@platen/storage'
import type { Kind } from './kind.js'
import type { Rows } from './rows.js'
import type { Session } from './session.js'

/** The result of the indexes for a condition. */
interface Narrowed {
  readonly records: readonly AnyRecord[]
  /** The part of the condition that all of them match, if any. */
  readonly holds: AnyCondition | undefined
}

/** Finds records that may match the condition through the indexes. `holds` is the part that needs no test. */
export function candidates(
  session: Session,
  name: string,
  where: AnyCondition | undefined,
): { readonly records: Iterable<AnyRecord>; readonly holds: AnyCondition | undefined } {
  const rows = session.rows(name)
  return (where && narrow(session.kind(name), rows, where)) ?? { records: rows.all(), holds: undefined }
}

/** The same for one condition; `undefined` if no index applies, or if it finds no fewer records than already found. */
function narrow(
  kind: Kind,
  rows: Rows<number, AnyRecord>,
  where: AnyCondition,
  fewerThan = Number.POSITIVE_INFINITY,
): Narrowed | undefined {
  if (where.op === 'and') {
    let best: Narrowed | undefined
    for (const part of where.all) best = narrow(kind, rows, part, best?.records.length ?? fewerThan) ?? best
    return best
  }
  if (where.op !== 'eq' && where.op !== 'in') return undefined
  const values = 'values' in where ? new Set(where.values) : [where.value]
  const byId = where.field === 'id'
  if (!byId && !kind.lookups.has(where.field)) return undefined
  const found: AnyRecord[] = []
  let isExact = true
  for (const value of values) {
    // An index finds NaN, which equals nothing.
    if (Number.isNaN(value)) isExact = false
    for (const record of byId ? byKey(rows, value) : rows.lookup(where.field, value)) {
      if (found.length + 1 >= fewerThan) return undefined
      found.push(record)
    }
  }
  return { records: found, holds: isExact ? where : undefined }
}

function byKey(rows: Rows<number, AnyRecord>, id: unknown): readonly AnyRecord[] {
  const row = typeof id === 'number' ? rows.get(id) : undefined
  return row === undefined ? [] : [row]
}
