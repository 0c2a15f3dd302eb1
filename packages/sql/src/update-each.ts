import { groupBy } from '@platen/core'
import { type AnyRecord, type RecordUpdate, StoreError, type UpdateOptions } from '@platen/storage'
import { sql } from 'kysely'
import { storedFold, storedValue } from './cells.js'
import { columnSql, listKindOf, tableSql } from './condition-sql.js'
import type { SqlDialect } from './dialect.js'
import { foldSql } from './folding-sql.js'
import type { MovingTexts } from './moving-texts.js'
import { type Statements, slotAt } from './statements.js'
import type { Column, Table } from './tables.js'
import type { Call, Work } from './work.js'

/** How many records one statement changes, each in its own way. */
const RECORDS = 500

type Update = RecordUpdate<AnyRecord>

/** Describes updates of several records, each with its own values, which are passed as one JSON list. */
export function createUpdateEach(
  { expressions }: Pick<SqlDialect, 'expressions'>,
  statements: Statements,
  moving: MovingTexts,
) {
  const call = (key: string, build: Parameters<Statements['get']>[1], rows: readonly unknown[]): Call => ({
    statement: statements.get(key, build),
    values: [JSON.stringify(rows)],
  })
  const item = (place: number, column: Column) => expressions.item(sql.ref('rows.value'), place, listKindOf(column))
  const rowsSql = () => sql`${expressions.rows(slotAt(0))} as rows`

  const updateRecords = (table: Table, columns: readonly Column[], updates: readonly Update[]): Call => {
    const id = table.column('id')
    return call(
      `update each ${table.name} ${columns.map(({ name }) => name).join()}`,
      () => {
        const source = { table, depth: 0 }
        const set = columns.flatMap((column, at) => {
          const own = sql`${sql.id(column.name)} = ${item(at + 1, column)}`
          const { foldedName } = column
          return foldedName === undefined
            ? own
            : [own, sql`${sql.id(foldedName)} = ${foldSql(expressions, column, item(at + 1, column))}`]
        })
        const raised = sql`version = t0.version + 1`
        return sql`update ${tableSql(source)} set ${sql.join([...set, raised])} from ${rowsSql()} where ${columnSql(source, id)} = ${item(0, id)}`
      },
      updates.map(update => [update.id, ...columns.map(column => storedValue(column, update.changes[column.field]))]),
    )
  }

  function* updateTexts(table: Table, columns: readonly Column[], updates: readonly Update[]): Work<void> {
    const { texts } = table
    if (texts === undefined) return
    const { except } = texts
    if (except !== undefined && columns.includes(except.column)) {
      const ids = updates.map(({ id }) => id)
      yield moving.remove(table, texts, except, ids)
      yield moving.add(table, texts, ids)
      return
    }
    const searched = texts.columns.filter(column => columns.includes(column))
    if (searched.length === 0) return
    yield call(
      `update each ${texts.name} ${searched.map(({ name }) => name).join()}`,
      () => {
        const set = searched.map((column, at) => sql`${sql.id(column.name)} = ${item(at + 1, column)}`)
        const own = sql`${sql.ref('texts.id')} = ${item(0, table.column('id'))}`
        return sql`update ${sql.table(texts.name)} as texts set ${sql.join(set)} from ${rowsSql()} where ${own}`
      },
      updates.map(update => [
        update.id,
        ...searched.map(column => storedFold(column, storedValue(column, update.changes[column.field]))),
      ]),
    )
  }

  /** Updates records that change the same fields. */
  function* updateAlike(table: Table, columns: readonly Column[], updates: readonly Update[]): Work<void> {
    for (let from = 0; from < updates.length; from += RECORDS) {
      const some = updates.slice(from, from + RECORDS)
      const { changes } = yield updateRecords(table, columns, some)
      if (changes < some.length)
        throw new StoreError('not_found', `There is no record for one of the updates of ${table.definition.name}.`)
      yield* updateTexts(table, columns, some)
    }
  }

  function* update(table: Table, updates: readonly Update[]): Work<void> {
    const written = ({ changes }: Update) =>
      table.columns.filter(({ field }) => field !== 'id' && field !== 'version' && changes[field] !== undefined)
    const alike = groupBy(updates, update =>
      written(update)
        .map(({ name }) => name)
        .join(),
    )
    for (const [, some] of alike) {
      const [first] = some
      yield* updateAlike(table, first === undefined ? [] : written(first), some)
    }
  }

  function* increment(
    table: Table,
    field: string,
    amounts: ReadonlyMap<number, number>,
    { keepVersion = false }: Pick<UpdateOptions, 'keepVersion'> = {},
  ): Work<void> {
    const column = table.column(field)
    // Always in the same order, so that two of them hardly ever wait for each other.
    const rows = [...amounts].filter(([, amount]) => amount !== 0).sort(([a], [b]) => a - b)
    for (let from = 0; from < rows.length; from += RECORDS) {
      const increased = call(
        `increment ${table.name} ${column.name} ${keepVersion}`,
        () => {
          const source = { table, depth: 0 }
          const sum = sql`${columnSql(source, column)} + ${item(1, column)}`
          const raised = keepVersion ? sql`` : sql`, version = t0.version + 1`
          const id = table.column('id')
          return sql`update ${tableSql(source)} set ${sql.id(column.name)} = case when ${sum} > 0 then ${sum} else 0 end${raised} from ${rowsSql()} where ${columnSql(source, id)} = ${item(0, id)}`
        },
        rows.slice(from, from + RECORDS),
      )
      yield { ...increased, isLast: from + RECORDS >= rows.length }
    }
  }

  return { update, increment }
}
