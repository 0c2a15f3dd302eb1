import { type AnyCondition, type AnyRecord, type RecordUpdate, StoreError, type UpdateOptions } from '@platen/storage'
import { sql } from 'kysely'
import { cellsSql, recordsOf, storedFold, storedValue } from './cells.js'
import { columnSql, createConditionSql, type Source, tableSql } from './condition-sql.js'
import { shapeCondition } from './conditions.js'
import type { Fragment } from './dialect.js'
import type { ResolvedDialect } from './hints.js'
import type { Fields } from './inserting.js'
import { createMovingTexts } from './moving-texts.js'
import { gatherValues, type Values } from './shape.js'
import { type Statements, slotAt } from './statements.js'
import type { Table, TextsTable } from './tables.js'
import { createUpdateEach } from './update-each.js'
import type { Call, Work } from './work.js'

/** Describes updates and removals. */
export interface Updates {
  update(table: Table, id: number, changes: Fields, options?: UpdateOptions): Work<AnyRecord>
  updateMany(table: Table, updates: readonly RecordUpdate<AnyRecord>[]): Work<void>
  increment(
    table: Table,
    field: string,
    amounts: ReadonlyMap<number, number>,
    options?: Pick<UpdateOptions, 'keepVersion'>,
  ): Work<void>
  updateWhere(table: Table, where: AnyCondition, changes: Fields): Work<number>
  remove(table: Table, id: number): Work<boolean>
  removeWhere(table: Table, where: AnyCondition): Work<number>
}

const RAISED: Fragment = sql`version = t0.version + 1`

/** Columns to set, and the indexes of their values. */
type Settings = readonly { readonly name: string; readonly place: number }[]

export function createUpdates(dialect: ResolvedDialect, statements: Statements): Updates {
  const build = createConditionSql(dialect)
  const moving = createMovingTexts(dialect, statements)
  const updateEach = createUpdateEach(dialect, statements, moving)

  /** Updates a record, and its `texts` if the same statement can. */
  const updateOne = (
    table: Table,
    id: number,
    changes: Fields,
    options: UpdateOptions,
    texts: TextsTable | undefined,
  ): Call => {
    const { version, keepVersion = false } = options
    const values = gatherValues()
    const settings = settingsOf(table, changes, values)
    const textSettings = texts ? textSettingsOf(texts, changes, values) : []
    const idPlace = values.add(id)
    const versionPlace = version === undefined ? undefined : values.add(version)
    const statement = statements.get(
      `update ${table.name} ${keyOf(settings)} ${keyOf(textSettings)} ${versionPlace ?? ''} ${keepVersion}`,
      () => {
        const source: Source = { table, depth: 0 }
        const own = sql`t0.id = ${slotAt(idPlace)}`
        const guard = versionPlace === undefined ? sql`` : sql` and t0.version = ${slotAt(versionPlace)}`
        const set = [...settings.map(settingSql), keepVersion ? sql`version = t0.version` : RAISED]
        // What is returned has no alias.
        const returned = cellsSql(dialect.expressions, table, ({ name }) => sql.id(name))
        const update = sql`update ${tableSql(source)} set ${sql.join(set)} where ${own}${guard} returning ${returned}`
        if (!texts || textSettings.length === 0) return update
        const cells = sql.join(cellNames(table).map(name => sql.ref(name)))
        const setTexts = sql.join(textSettings.map(settingSql))
        const name = sql.table(texts.name)
        return sql`with changed (${cells}, id) as (${update}, id), texts as (update ${name} set ${setTexts} where id in (select id from changed)) select ${cells} from changed`
      },
    )
    return { statement, values: values.list }
  }

  /** Whether changes decide anew whether the table of texts excludes a record. */
  const isMove = ({ except }: TextsTable, changes: Fields) => except && changes[except.column.field] !== undefined

  const updateTexts = (table: Table, ids: readonly unknown[], changes: Fields): Call | undefined => {
    const { texts } = table
    if (!texts) return undefined
    const { except } = texts
    const moved = except && changes[except.column.field]
    if (except && moved !== undefined) {
      const isOut = storedValue(except.column, moved) === except.value
      return isOut ? moving.remove(table, texts, except, ids) : moving.add(table, texts, ids)
    }
    const values = gatherValues()
    const settings = textSettingsOf(texts, changes, values)
    if (settings.length === 0) return undefined
    const place = values.add(JSON.stringify(ids))
    const statement = statements.get(`update ${texts.name} ${keyOf(settings)}`, () => {
      const list = dialect.expressions.list(slotAt(place), 'integer')
      return sql`update ${sql.table(texts.name)} set ${sql.join(settings.map(settingSql))} where id in ${list}`
    })
    return { statement, values: values.list }
  }

  /** Changes records and returns their ids. */
  const updateWhere = (table: Table, where: AnyCondition, changes: Fields): Call => {
    const values = gatherValues()
    const settings = settingsOf(table, changes, values)
    const shape = shapeCondition(dialect, table, where, values)
    const statement = statements.get(`update ${table.name} ${keyOf(settings)} ${shape.key}`, () => {
      const source: Source = { table, depth: 0 }
      const set = [...settings.map(settingSql), RAISED]
      return sql`update ${tableSql(source)} set ${sql.join(set)} where ${build.condition(source, shape)} returning id`
    })
    return { statement, values: values.list }
  }

  function* refusal(table: Table, id: number): Work<StoreError> {
    const statement = statements.get(`version ${table.name}`, () => {
      const source: Source = { table, depth: 0 }
      return sql`select ${columnSql(source, table.column('version'))} from ${tableSql(source)} where t0.id = ${slotAt(0)}`
    })
    const { rows } = yield { statement, values: [id] }
    if (rows.length === 0) return new StoreError('not_found', `There is no record ${id} in ${table.definition.name}.`)
    return new StoreError(
      'version',
      `Record ${id} of ${table.definition.name} is at version ${String(rows[0]?.[0])} now.`,
    )
  }

  function* update(table: Table, id: number, changes: Fields, options: UpdateOptions = {}): Work<AnyRecord> {
    const isNested = dialect.capabilities.nestedWrites && table.texts && !isMove(table.texts, changes)
    const texts = isNested ? undefined : updateTexts(table, [id], changes)
    const own = updateOne(table, id, changes, options, isNested ? table.texts : undefined)
    const [record] = recordsOf(table, yield { ...own, isLast: texts === undefined })
    if (!record) throw yield* refusal(table, id)
    if (texts) yield texts
    return record
  }

  return {
    update,
    updateMany: updateEach.update,
    increment: updateEach.increment,
    *updateWhere(table, where, changes) {
      const { rows } = yield updateWhere(table, where, changes)
      const texts = updateTexts(table, rows.flat(), changes)
      if (texts) yield texts
      return rows.length
    },
    *remove(table, id) {
      const statement = statements.get(
        `remove ${table.name}`,
        () => sql`delete from ${sql.table(table.name)} where id = ${slotAt(0)}`,
      )
      return (yield { statement, values: [id] }).changes > 0
    },
    *removeWhere(table, where) {
      const values = gatherValues()
      const shape = shapeCondition(dialect, table, where, values)
      const statement = statements.get(`remove ${table.name} ${shape.key}`, () => {
        const source: Source = { table, depth: 0 }
        return sql`delete from ${tableSql(source)} where ${build.condition(source, shape)}`
      })
      return (yield { statement, values: values.list }).changes
    },
  }
}

function settingsOf({ columns }: Table, changes: Fields, values: Values): Settings {
  return columns.flatMap(column => {
    const { field, name, foldedName } = column
    if (field === 'id' || field === 'version' || changes[field] === undefined) return []
    const stored = storedValue(column, changes[field])
    const own = { name, place: values.add(stored) }
    return foldedName === undefined ? own : [own, { name: foldedName, place: values.add(storedFold(column, stored)) }]
  })
}

function textSettingsOf({ columns }: TextsTable, changes: Fields, values: Values): Settings {
  return columns.flatMap(column => {
    if (changes[column.field] === undefined) return []
    return { name: column.name, place: values.add(storedFold(column, storedValue(column, changes[column.field]))) }
  })
}

/** Names for the cells of `cellsSql`. */
const cellNames = ({ columns }: Table) => [
  'record',
  ...columns.filter(({ declared }) => declared.long).map(({ name }) => name),
]

const keyOf = (settings: Settings) => settings.map(({ name, place }) => `${name}#${place}`).join()

const settingSql = ({ name, place }: Settings[number]): Fragment => sql`${sql.id(name)} = ${slotAt(place)}`
