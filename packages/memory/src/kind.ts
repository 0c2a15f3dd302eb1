import {
  type AnyRecord,
  type CollectionDefinition,
  fieldOfPart,
  foldKey,
  type KeyPart,
  StoreError,
} from '@platen/storage'
import type { Indexes, Rows } from './rows.js'

/** A key that no two records of a collection share. */
interface UniqueKey {
  readonly index: string
  /** The field that conflicts are reported for: the last of the key. */
  readonly field: string
  /** The values of the key; `undefined` if one of them is `null`, which never conflicts. */
  keyOf(record: AnyRecord): string | undefined
}

/** A collection as the store uses it: its declaration, and data derived from it. */
export interface Kind {
  readonly definition: CollectionDefinition
  /** The fields whose values records are found by. */
  readonly lookups: ReadonlySet<string>
  readonly indexes: Indexes<AnyRecord>
  readonly unique: readonly UniqueKey[]
}

export function kindOf(definition: CollectionDefinition): Kind {
  const whole = Object.values(definition.indexes).filter(({ only }) => only === undefined)
  // A database uses an index from its first part; a unique key is looked up by each part.
  const parts = [...whole.flatMap(({ key }) => key.slice(0, 1)), ...Object.values(definition.unique).flat()]
  const lookups = new Set(parts.filter(part => typeof part === 'string' && part !== 'id') as string[])
  const unique = Object.entries(definition.unique).map(([name, key]) => uniqueKey(name, key))
  const indexes = Object.fromEntries([
    ...[...lookups].map(field => [field, (record: AnyRecord) => record[field]] as const),
    ...unique.map(({ index, keyOf }) => [index, keyOf] as const),
  ])
  return Object.freeze({ definition, lookups, indexes, unique })
}

function uniqueKey(name: string, key: readonly KeyPart[]): UniqueKey {
  const readers = key.map(part => (record: AnyRecord) => {
    const value = record[fieldOfPart(part)]
    return typeof part === 'object' && typeof value === 'string' ? foldKey(value) : value
  })
  return {
    index: `unique ${name}`,
    field: fieldOfPart(key.at(-1) ?? 'id'),
    keyOf(record) {
      const values = readers.map(read => read(record))
      return values.includes(null) ? undefined : JSON.stringify(values)
    },
  }
}

/** Fails with `conflict` if another record has the same unique key. */
export function requireUnique({ definition, unique }: Kind, rows: Rows<number, AnyRecord>, record: AnyRecord): void {
  for (const { index, field, keyOf } of unique) {
    const key = keyOf(record)
    if (key === undefined) continue
    for (const other of rows.lookup(index, key)) if (other.id !== record.id) throw conflict(definition.name, field)
  }
}

export const conflict = (name: string, field: string): StoreError =>
  new StoreError('conflict', `Another record of ${name} has the same ${field}.`, { field })
