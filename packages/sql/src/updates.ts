import { type AnyCondition, type AnyRecord, type RecordUpdate, StoreError, type UpdateOptions } from '@platen/storage'
import { sql } from 'kysely'
import { cellsSql, recordsOf, storedFold, storedValue } from './cells.js'
import { type Change, UNKNOWN } from './changes.js'
import { columnSql, createConditionSql, type Source, tableSql } from './condition-sql.js'
import { isFew, shapeCondition } from './conditions.js'
import type { Fragment } from './dialect.js'
import type { ResolvedDialect } from './hints.js'
import type { Fields } from './inserting.js'
import { createMovingTexts } from './moving-texts.js'
import { imageSql, removedFrom, updatedIn } from './row-images.js'
import { gatherValues, type Values } from './shape.js'
import { type Statements, slotAt } from './statements.js'
import type { Table, TextsTable } from './tables.js'
import { createUpdateEach } from './update-each.js'
import type { Call, Work } from './work.js'

/** The result of a write, and its changes. */
export interface Outcome<T> {
  readonly value: T
  readonly changes: readonly Change[]
}

/** Describes updates and removals. */
export interface Updates {
  update(table: Table, id: number, changes: Fields, options?: UpdateOptions): Work<Outcome<AnyRecord>>
  updateMany(table: Table, updates: readonly RecordUpdate<AnyRecord>[]): Work<Outcome<void>>
  updateWhere(table: Table, where: AnyCondition, changes: Fields): Work<Outcome<number>>
  remove(table: Table, id: number): Work<Outcome<boolean>>
  removeWhere(table: Table, where: AnyCondition): Work<Outcome<number>>
}

const RAISED: Fragment = sql`version = t0.version + 1`

/** Columns to set, and the indexes of their values. */
type Settings = readonly { readonly name: string; readonly place: number }[]

export function createUpdates(dialect: ResolvedDialect, statements: Statements): Updates {
  const build = createConditionSql(dialect)
  const moving = createMovingTexts(dialect, statements)
  const updateEach = createUpdateEach(dialect, statements, moving)

  const updateOne = (table: Table, id: number, changes: Fields, options: UpdateOptions): Call => {
    const { version, keepVersion = false } = options
    const values = gatherValues()
    const settings = settingsOf(table, changes, values)
    const idPlace = values.add(id)
    const versionPlace = version === undefined ? undefined : values.add(version)
    const statement = statements.get(
      `update ${table.name} ${keyOf(settings)} ${versionPlace ?? ''} ${keepVersion}`,
      () => {
        const source: Source = { table, depth: 0 }
        const own = sql`t0.id = ${slotAt(idPlace)}`
        const guard = versionPlace === undefined ? sql`` : sql` and t0.version = ${slotAt(versionPlace)}`
        const noted = dialect.expressions.noted?.(
          imageSql(dialect.expressions, table, column => columnSql(source, column)),
        )
        const before = noted === undefined ? sql`` : sql` and ${noted}`
        const set = [...settings.map(settingSql), keepVersion ? sql`version = t0.version` : RAISED]
        // What is returned has no alias.
        const returned = cellsSql(dialect.expressions, table, ({ name }) => sql.id(name))
        return sql`update ${tableSql(source)} set ${sql.join(set)} where ${own}${guard}${before} returning ${returned}`
      },
    )
    return { statement, values: values.list }
  }

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

  // What is returned has no alias.
  const removedSql = (table: Table) => imageSql(dialect.expressions, table, ({ name }) => sql.id(name))

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

  function* update(table: Table, id: number, changes: Fields, options: UpdateOptions = {}): Work<Outcome<AnyRecord>> {
    const result = yield updateOne(table, id, changes, options)
    const [record] = recordsOf(table, result)
    if (!record) throw yield* refusal(table, id)
    const texts = updateTexts(table, [id], changes)
    if (texts) yield texts
    return { value: record, changes: [updatedIn(table, writtenFields(table, changes), result.noted, record)] }
  }

  return {
    update,
    *updateMany(table, all) {
      const [only] = all
      if (only === undefined || all.length > 1) return { value: undefined, changes: yield* updateEach(table, all) }
      // For one record, the changes are known.
      const { changes } = yield* update(table, only.id, only.changes)
      return { value: undefined, changes }
    },
    *updateWhere(table, where, changes) {
      const { rows } = yield updateWhere(table, where, changes)
      const texts = updateTexts(table, rows.flat(), changes)
      if (texts) yield texts
      const change: Change = { fields: [...writtenFields(table, changes), 'version'] }
      return { value: rows.length, changes: rows.length === 0 ? [] : [change] }
    },
    *remove(table, id) {
      const statement = statements.get(
        `remove ${table.name}`,
        () => sql`delete from ${sql.table(table.name)} where id = ${slotAt(0)} returning ${removedSql(table)}`,
      )
      const { rows } = yield { statement, values: [id] }
      return { value: rows.length > 0, changes: removedFrom(table, rows) }
    },
    *removeWhere(table, where) {
      const values = gatherValues()
      const shape = shapeCondition(dialect, table, where, values)
      // For many records, images would waste memory.
      const returnsImages = isFew(shape)
      const statement = statements.get(`remove ${table.name} ${shape.key}`, () => {
        const source: Source = { table, depth: 0 }
        const returned = returnsImages ? sql` returning ${removedSql(table)}` : sql``
        return sql`delete from ${tableSql(source)} where ${build.condition(source, shape)}${returned}`
      })
      const { rows, changes: removed } = yield { statement, values: values.list }
      if (!returnsImages) return { value: removed, changes: removed === 0 ? [] : [UNKNOWN] }
      return { value: rows.length, changes: removedFrom(table, rows) }
    },
  }
}

const writtenFields = ({ columns }: Table, changes: Fields): readonly string[] =>
  columns.flatMap(({ field }) => (field === 'id' || field === 'version' || changes[field] === undefined ? [] : field))

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

const keyOf = (settings: Settings) => settings.map(({ name, place }) => `${name}#${place}`).join()

const settingSql = ({ name, place }: Settings[number]): Fragment => sql`${sql.id(name)} = ${slotAt(place)}`
