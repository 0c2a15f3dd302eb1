import { generate } from '@platen/core'
import {
  type AnyRecord,
  type CollectionDefinition,
  type ColumnKind,
  type Column as Declared,
  type Folding,
  foldingOf,
  integer,
  parseJson,
} from '@platen/storage'
import type { Row } from './work.js'

/** A field of a record as a column. Truth values are stored as 0 and 1, JSON as text. */
export interface Column {
  readonly field: string
  readonly name: string
  readonly kind: ColumnKind
  readonly declared: Declared
  readonly nullable: boolean
  /** The column with the folded text of this one, if it is stored in the same table. */
  readonly foldedName: string | undefined
  /** How its texts are folded. */
  readonly folding: Folding
  /** How many records share a value, as far as the form of statements depends on it: few, or most of them. */
  readonly shared: 'by few' | 'by some' | 'by most'
  /** Values that few records have: each has a partial index, and statements write the value literally. */
  readonly rare: readonly string[]
  /** Whether the first `PREFIX_LENGTH` characters of its texts are indexed. */
  readonly prefixed: boolean
}

/** The length of the indexed prefix of texts without a maximum length. */
export const PREFIX_LENGTH = 40

/**
 * A table that contains the folded texts of another table to search, under the names of their columns: a row for each
 * record, except for those that it omits.
 */
export interface TextsTable {
  readonly name: string
  readonly columns: readonly Column[]
  readonly except: Unindexed | undefined
}

/**
 * The column, and the value of it, whose records a table of texts leaves out. Files that were written before the
 * exclusion was declared may contain some of these texts, which are updated and removed like all others.
 */
export interface Unindexed {
  readonly column: Column
  readonly value: string
}

/**
 * A table with the number of records of another table for each combination of values of some columns, under the names of
 * these columns.
 */
export interface Counters {
  readonly name: string
  /** The table whose records are counted. */
  readonly table: string
  readonly columns: readonly Column[]
}

/** The columns of some fields of a table, in the order of all of them. */
export interface TablePart {
  readonly columns: readonly Column[]
  /** The frozen record of a row with these columns. */
  recordOf(row: Row): AnyRecord
}

/** The table of a collection. `columns` begin with `id` and `version`, and end with the long ones. */
export interface Table {
  readonly definition: CollectionDefinition
  readonly name: string
  readonly columns: readonly Column[]
  readonly texts: TextsTable | undefined
  /** The counters of its records, if its collection declares counted columns. */
  readonly counters: Counters | undefined
  /** Whether there are few records, so that all can be scanned. */
  readonly small: boolean
  /** The column of a field; throws a `TypeError` for a field that the collection does not have. */
  column(field: string): Column
  /** The frozen record of a row: a value for each column. */
  recordOf(row: Row): AnyRecord
  /** `id` and some fields, or all of them; throws a `TypeError` for a field that the collection does not have. */
  part(fields: readonly string[] | undefined): TablePart
  /** The table of another collection of the store. */
  other(collection: string): Table
}

/** The tables of a store by their collections. */
export interface Schema {
  /** Throws a `TypeError` for a collection that the store was not prepared for. */
  get(collection: string): Table
  /** Adds or replaces tables; the returned function undoes that. */
  replace(tables: readonly Table[]): () => void
  isDefinedAs(definition: CollectionDefinition): boolean
  all(): readonly Table[]
  create(definition: CollectionDefinition): Table
}

export function createSchema(): Schema {
  const tables = new Map<string, Table>()
  const schema: Schema = {
    get(collection) {
      const table = tables.get(collection)
      if (!table) throw new TypeError(`The store was not prepared for the collection "${collection}".`)
      return table
    },
    replace(others) {
      const before = [...tables]
      for (const table of others) tables.set(table.definition.name, table)
      return () => {
        tables.clear()
        for (const [name, table] of before) tables.set(name, table)
      }
    },
    all: () => [...tables.values()],
    isDefinedAs: definition => tables.get(definition.name)?.definition === definition,
    create: definition => createTable(definition, schema),
  }
  return schema
}

/** The name of a collection or a field as databases write it. */
export const snakeCase = (name: string): string => name.replace(/[A-Z]/g, letter => `_${letter.toLowerCase()}`)

/** The field of a column or of its folded text, for dialects that translate conflicts reported by a database. */
export const fieldOfColumn = (column: string): string =>
  column.replace(/_folded$/, '').replace(/_(.)/g, (_, letter: string) => letter.toUpperCase())

/** A collection has few records up to this number. */
const SMALL = 2_000
/** The maximum number of records sharing a value that counts as few. */
const MAX_FEW = 20

function createTable(definition: CollectionDefinition, schema: Schema): Table {
  const { size, search, searchIndexExcept } = definition
  const indexes = Object.values(definition.indexes)
  const columnOf = ([field, declared]: readonly [string, Declared]): Column => {
    const { kind, nullable, folded, shared = MAX_FEW + 1 } = declared
    const name = snakeCase(field)
    const isMost = size !== undefined && shared >= size / 4
    return Object.freeze({
      field,
      name,
      kind,
      declared,
      nullable,
      foldedName: folded ? `${name}_folded` : undefined,
      folding: foldingOf(definition, field),
      shared: isMost ? 'by most' : shared <= MAX_FEW ? 'by few' : 'by some',
      rare: indexes.flatMap(({ only }) => only?.[field] ?? []),
      prefixed: indexes.some(({ key }) =>
        key.some(part => typeof part === 'object' && 'prefix' in part && part.prefix === field),
      ),
    })
  }
  const declared = Object.entries(definition.columns)
  const columns = [
    columnOf(['id', integer({ shared: 1 })]),
    columnOf(['version', integer()]),
    ...declared.filter(([, { long }]) => !long).map(columnOf),
    ...declared.filter(([, { long }]) => long).map(columnOf),
  ]
  const byField = new Map(columns.map(column => [column.field, column]))
  const name = snakeCase(definition.name)
  const searched = columns.filter(({ field }) => search.includes(field))
  const column = (field: string): Column => {
    const found = byField.get(field)
    if (!found) throw new TypeError(`Records of ${definition.name} have no field "${field}".`)
    return found
  }
  const recordOf = createReader(columns)
  const [except] = Object.entries(searchIndexExcept).map(
    ([field, value]): Unindexed => ({ column: column(field), value }),
  )
  const parts = new Map<string, TablePart>()
  return Object.freeze<Table>({
    definition,
    name,
    columns,
    texts: searched.length === 0 ? undefined : Object.freeze({ name: textsNameOf(name), columns: searched, except }),
    counters:
      definition.counted.length === 0
        ? undefined
        : Object.freeze({ name: countersNameOf(name), table: name, columns: definition.counted.map(column) }),
    small: size !== undefined && size <= SMALL,
    column,
    recordOf,
    part(fields) {
      if (fields === undefined) return { columns, recordOf }
      const key = fields.join()
      const known = parts.get(key)
      if (known !== undefined) return known
      const picked = new Set(['id', ...fields].map(column))
      const some = columns.filter(each => picked.has(each))
      const part = { columns: some, recordOf: createReader(some) }
      parts.set(key, part)
      return part
    },
    other: collection => schema.get(collection),
  })
}

/** No collection has this name: those of collections become names without repeated underscores. */
export const countersNameOf = (table: string): string => `${table}__counts`

export const textsNameOf = (table: string): string => `${table.replace(/s$/, '')}_texts`

const READERS = { boolean: (cell: unknown) => (cell === null ? null : cell !== 0), json: parseJson }

/**
 * Creates a function that reads the frozen record of a row with these columns. Code for exactly these columns is
 * generated where that is allowed: V8 gives its records one shape with fast fields. A loop over the columns makes a list
 * of ten posts, of which no response is cached, cost 30 % more processor time.
 */
function createReader(columns: readonly Column[]): (row: Row) => AnyRecord {
  const readerOf = ({ kind }: Column) => (kind === 'boolean' || kind === 'json' ? kind : undefined)
  const members = columns.map((column, at) => {
    const reader = readerOf(column)
    return `${JSON.stringify(column.field)}: ${reader === undefined ? `row[${at}]` : `${reader}(row[${at}])`}`
  })
  const generated = generate<(row: Row) => AnyRecord>(READERS, `return row => Object.freeze({ ${members.join()} })`)
  if (generated !== undefined) return generated
  const fields = columns.map(column => ({ field: column.field, reader: readerOf(column) }))
  const cellOf = (cell: unknown, reader: keyof typeof READERS | undefined) =>
    reader === undefined ? cell : READERS[reader](cell)
  return row =>
    Object.freeze(
      Object.fromEntries(fields.map(({ field, reader }, at) => [field, cellOf(row[at], reader)])) as AnyRecord,
    )
}
