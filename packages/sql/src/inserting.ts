import type { AnyRecord, InsertOptions } from '@platen/storage'
import { sql } from 'kysely'
import { storedFold, storedValue } from './cells.js'
import type { SqlDialect } from './dialect.js'
import { type Statements, slotAt } from './statements.js'
import type { Table, TextsTable } from './tables.js'
import { isUnindexed } from './unindexed.js'
import type { Call, Work } from './work.js'

/** The fields of a record to insert; the id is optional. */
export type Fields = Readonly<Record<string, unknown>>

export interface Inserting {
  insert(table: Table, records: readonly Fields[], options?: InsertOptions): Work<readonly AnyRecord[]>
}

export function createInserting({ capabilities }: Pick<SqlDialect, 'capabilities'>, statements: Statements): Inserting {
  const {
    valuesPerInsert,
    textsPerInsert,
    consecutiveIds = false,
    nestedWrites = false,
    insertInto = sql`insert into`,
    raiseIds,
  } = capabilities
  /** Inserts rows, whose first columns may be omitted. */
  const insertRows = (
    tableName: string,
    names: readonly string[],
    rows: readonly (readonly unknown[])[],
    first = 0,
  ): Call => {
    const statement = statements.get(`insert ${tableName} ${names.length} ${rows.length}`, () => {
      const slots = rows.map((_, row) => sql.join(names.map((_, at) => slotAt(row * names.length + at))))
      const columns = sql.join(names.map(name => sql.ref(name)))
      const tuples = sql.join(slots.map(each => sql`(${each})`))
      const insert = sql`${insertInto} ${sql.table(tableName)} (${columns}) values ${tuples}`
      return consecutiveIds || names.includes('id') ? insert : sql`${insert} returning ${sql.ref('id')}`
    })
    const values: unknown[] = []
    for (const row of rows) for (let at = first; at < row.length; at++) values.push(row[at])
    return { statement, values }
  }

  /**
   * The number of rows that one statement inserts, by the number of columns: a power of two, so that there are few
   * different statements.
   */
  const rowsOf = (names: readonly string[]) => 2 ** Math.floor(Math.log2(Math.max(1, valuesPerInsert / names.length)))

  function* insertChunk(
    table: Table,
    chunk: readonly Fields[],
    isLast: boolean,
    options?: InsertOptions,
  ): Work<unknown[][]> {
    const names = storedNames(table)
    const rows = chunk.map(fields => storedRow(table, fields, options))
    if (hasId(chunk[0])) {
      yield insertRows(table.name, names, rows)
      if (raiseIds)
        yield { statement: statements.get(`raise ids ${table.name}`, () => raiseIds(table.name)), values: [] }
    } else {
      const hasTexts = table.texts !== undefined && !rows.every(row => isUnindexed(table, row))
      const given = yield { ...insertRows(table.name, names.slice(1), rows, 1), isLast: isLast && !hasTexts }
      const { lastId = 0 } = given
      for (const [at, row] of rows.entries()) {
        row[0] = consecutiveIds ? lastId - rows.length + 1 + at : Number(given.rows[at]?.[0])
      }
    }
    return rows
  }

  /** Inserts a record without an id together with its texts. */
  function* insertWithTexts(table: Table, texts: TextsTable, row: unknown[]): Work<unknown[]> {
    const names = storedNames(table).slice(1)
    const folded = storedTexts(table, texts, row).slice(1)
    const statement = statements.get(`insert ${table.name} with texts`, () => {
      const slots = sql.join(names.map((_, at) => slotAt(at)))
      const foldedSlots = sql.join(folded.map((_, at) => slotAt(names.length + at)))
      const columns = sql.join(names.map(name => sql.ref(name)))
      const textColumns = sql.join(texts.columns.map(({ name }) => sql.ref(name)))
      return sql`with inserted as (${insertInto} ${sql.table(table.name)} (${columns}) values (${slots}) returning id), texts as (${insertInto} ${sql.table(texts.name)} (id, ${textColumns}) select id, ${foldedSlots} from inserted) select id from inserted`
    })
    const { rows } = yield { statement, values: [...row.slice(1), ...folded], isLast: true }
    row[0] = Number(rows[0]?.[0])
    return row
  }

  function* insertTexts(table: Table, texts: TextsTable, rows: readonly (readonly unknown[])[]): Work<void> {
    const names = ['id', ...texts.columns.map(({ name }) => name)]
    const included = rows.filter(row => !isUnindexed(table, row))
    for (const chunk of chunksOf(included, textsPerInsert ?? rowsOf(names))) {
      yield insertRows(
        texts.name,
        names,
        chunk.map(row => storedTexts(table, texts, row)),
      )
    }
  }

  return {
    *insert(table, records, options) {
      const [record, ...others] = records
      const { texts } = table
      if (nestedWrites && texts && record && others.length === 0 && !hasId(record)) {
        const row = storedRow(table, record, options)
        if (!isUnindexed(table, row)) return Object.freeze([table.recordOf(yield* insertWithTexts(table, texts, row))])
      }
      const rows: unknown[][] = []
      const chunks: (readonly Fields[])[] = []
      for (const alike of withAndWithoutId(records))
        for (const chunk of chunksOf(alike, rowsOf(storedNames(table)))) chunks.push(chunk)
      for (const [at, chunk] of chunks.entries()) {
        const isLast = at === chunks.length - 1
        for (const row of yield* insertChunk(table, chunk, isLast, options)) rows.push(row)
      }
      if (texts) yield* insertTexts(table, texts, rows)
      return Object.freeze(rows.map(row => table.recordOf(row)))
    },
  }
}

/** The stored columns: those of the fields, then the folded texts. */
function storedNames({ columns }: Table): readonly string[] {
  return [...columns.map(({ name }) => name), ...columns.flatMap(({ foldedName }) => foldedName ?? [])]
}

function storedRow({ columns }: Table, fields: Fields, { keepVersions = false }: InsertOptions = {}): unknown[] {
  const version = (keepVersions && fields['version']) || 1
  const row: unknown[] = columns.map(column =>
    storedValue(column, column.field === 'version' ? version : fields[column.field]),
  )
  columns.forEach((column, at) => {
    if (column.foldedName !== undefined) row.push(storedFold(column, row[at]))
  })
  return row
}

const storedTexts = ({ columns }: Table, texts: TextsTable, row: readonly unknown[]): readonly unknown[] => [
  row[0],
  ...texts.columns.map(column => storedFold(column, row[columns.indexOf(column)])),
]

const hasId = (fields: Fields | undefined) => fields?.id !== undefined

/** Splits records into lists in which either all records have an id or none has. */
function* withAndWithoutId(records: readonly Fields[]): Iterable<readonly Fields[]> {
  for (let from = 0, to = 0; from < records.length; from = to) {
    while (to < records.length && hasId(records[to]) === hasId(records[from])) to++
    yield records.slice(from, to)
  }
}

/** So many rows, or fewer, are inserted by one statement. */
const FEW_ROWS = 8

/**
 * Splits a list into chunks for one statement each, with decreasing sizes at the end, so that there are few different
 * statements.
 */
function* chunksOf<T>(all: readonly T[], length: number): Iterable<readonly T[]> {
  for (let from = 0, size = length; from < all.length; from += size) {
    const rest = all.length - from
    while (size > rest) size = rest <= FEW_ROWS ? rest : Math.floor(size / 2)
    yield all.slice(from, from + size)
  }
}
