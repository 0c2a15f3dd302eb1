import type { CollectionName, FieldOf, Records } from '@platen/site'
import type { AnyCondition, AnyRecord } from './record.js'
import type { Indexes, Rows } from './rows.js'

const INDEXED_FIELDS: { readonly [N in CollectionName]: readonly FieldOf<Records[N]>[] } = {
  posts: ['type', 'slug', 'parent', 'author'],
  terms: ['taxonomy', 'slug', 'parent'],
  assignments: ['object', 'term'],
  users: ['slug'],
  comments: ['post', 'parent', 'author'],
  meta: ['object', 'key'],
  applicationPasswords: ['user', 'uuid'],
}

export const fieldIndexes = (name: CollectionName): Indexes<AnyRecord> =>
  Object.fromEntries(INDEXED_FIELDS[name].map(field => [field, (record: AnyRecord) => record[field]]))

/** Records among which are all that satisfy the condition: as few as the indexes can tell without looking at them. */
export function candidates(
  name: CollectionName,
  rows: Rows<number, AnyRecord>,
  where: AnyCondition | undefined,
): Iterable<AnyRecord> {
  const narrowed = where && narrow(name, rows, where)
  return narrowed ?? rows.all()
}

/** The same for one condition; `undefined` when it tells nothing, or no fewer records than are known already. */
function narrow(
  name: CollectionName,
  rows: Rows<number, AnyRecord>,
  where: AnyCondition,
  fewerThan = Number.POSITIVE_INFINITY,
): readonly AnyRecord[] | undefined {
  if (where.op === 'and') {
    let best: readonly AnyRecord[] | undefined
    for (const part of where.all) best = narrow(name, rows, part, best?.length ?? fewerThan) ?? best
    return best
  }
  if (where.op !== 'eq' && where.op !== 'in') return undefined
  const values = 'values' in where ? [...new Set(where.values)] : [where.value]
  if (where.field === 'id') {
    const found = values.flatMap(value => (typeof value === 'number' ? (rows.get(value) ?? []) : []))
    return found.length < fewerThan ? found : undefined
  }
  const indexed: readonly string[] = INDEXED_FIELDS[name]
  if (!indexed.includes(where.field)) return undefined
  const found: AnyRecord[] = []
  for (const value of values) {
    for (const record of rows.lookup(where.field, value)) {
      if (found.length + 1 >= fewerThan) return undefined
      found.push(record)
    }
  }
  return found
}
