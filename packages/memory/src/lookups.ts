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

function narrow(
  name: CollectionName,
  rows: Rows<number, AnyRecord>,
  where: AnyCondition,
): readonly AnyRecord[] | undefined {
  if (where.op === 'and') {
    const choices = where.all.map(part => narrow(name, rows, part)).filter(choice => choice !== undefined)
    return choices.reduce<(typeof choices)[number] | undefined>(
      (best, choice) => (best === undefined || choice.length < best.length ? choice : best),
      undefined,
    )
  }
  if (where.op !== 'eq' && where.op !== 'in') return undefined
  const values = 'values' in where ? [...new Set(where.values)] : [where.value]
  if (where.field === 'id') {
    return values.flatMap(value => (typeof value === 'number' ? (rows.get(value) ?? []) : []))
  }
  const indexed: readonly string[] = INDEXED_FIELDS[name]
  if (!indexed.includes(where.field)) return undefined
  const found: AnyRecord[] = []
  for (const value of values) for (const record of rows.lookup(where.field, value)) found.push(record)
  return found
}
