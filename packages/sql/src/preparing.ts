import { fillings, requireDistinct, type Store, StoreError } from '@platen/storage'
import { sql } from 'kysely'
import { createAltering } from './altering.js'
import { createCountersSql } from './counters.js'
import { createTableSql, createTextsSql } from './ddl.js'
import type { SqlSession } from './dialect.js'
import type { ResolvedDialect } from './hints.js'
import { createIndexFilling } from './index-filling.js'
import { createOnlineUpgrades } from './online-upgrades.js'
import { type Operations, openSession } from './open-session.js'
import { createRecordedSchema, RECORDS } from './recorded-schema.js'
import type { Statements } from './statements.js'
import type { Schema, Table } from './tables.js'

/** Creates the function that prepares a store for collections: see `Store.prepare`. */
export function createPreparing(
  dialect: ResolvedDialect,
  schema: Schema,
  statements: Statements,
  operations: Operations,
): Store['prepare'] {
  const { connections, ddl, hints } = dialect
  const recordedSchema = createRecordedSchema(dialect, statements)
  const { run, readState, isCurrent } = recordedSchema
  const altering = createAltering(dialect, recordedSchema)
  const { alter, finish } = altering
  const upgrades = createOnlineUpgrades({ dialect, schema, statements, operations, recordedSchema, altering })
  const filling = dialect.search?.bulk && createIndexFilling(dialect.search.bulk, statements)

  const create = (table: Table) =>
    run(
      createTableSql(dialect, table),
      ...(table.texts ? createTextsSql(dialect, table, table.texts) : []),
      ...createCountersSql(dialect, table),
    )

  /** Changes tables in one transaction; returns those whose change remains to be completed. */
  async function change(session: SqlSession, tables: readonly Table[]): Promise<readonly Table[]> {
    const own = sql.raw(`${ddl.text} primary key`)
    const text = sql.raw(`${ddl.text} not null`)
    const count = sql.raw(`${ddl.integer} not null`)
    const keyed = sql.raw(ddl.keyed)
    await session.write(() =>
      run(
        sql`create table if not exists options (name ${own}, value ${text}) ${keyed}`,
        sql`create table if not exists ${sql.table(RECORDS)} (name ${own}, migrations ${count}, created ${text}) ${keyed}`,
      ),
    )
    // Another process may have done it in the meantime.
    const state = await session.read(() => readState())
    const outdated = tables.filter(table => !isCurrent(state, table))
    if (outdated.length === 0) return []
    // Files from before collections were recorded have a table of migrations instead.
    const isUnrecorded = state.columns.get('migrations')?.has('number') === true
    const online = new Set<Table>()
    const migrated = outdated.map(table => {
      const { name, migrations } = table.definition
      const isNew = !state.columns.has(table.name)
      if (!isNew && !state.recorded.has(name) && !isUnrecorded) {
        throw new StoreError(
          'failed',
          `The table "${table.name}" already exists, and does not belong to the collection "${name}".`,
        )
      }
      return { table, isNew, pending: isNew ? [] : migrations.slice(state.recorded.get(name)?.migrations ?? 0) }
    })
    for (const { table, isNew, pending } of migrated) {
      const { texts } = table
      if (!isNew && pending.length === 0 && (await session.read(() => upgrades.isOnline(table, state)))) {
        online.add(table)
        continue
      }
      if (isNew) await session.write(() => create(table))
      else if ((await session.write(() => alter(table, state, pending))) && texts) await filling?.fill(session, texts)
    }
    for (const table of online) {
      if (!upgrades.isBegun(table, state)) await session.write(() => upgrades.begin(table, state))
    }
    const { collection: open } = openSession(operations, schema, session)
    for (const { table, pending } of migrated) {
      for (const { run: change } of pending) await change?.(open(table.definition), open)
    }
    const completed = migrated.filter(({ table }) => !online.has(table))
    for (const { table, pending } of completed) {
      const dropped = pending.flatMap(({ drop = [] }) => drop)
      await session.write(() => finish(table, dropped))
    }
    await session.write(() => run(...hints.statistics(completed.map(({ table }) => table))))
    return [...online]
  }

  let isOpen = false
  return async (declared, options = {}) => {
    const definitions = ddl.online ? [...new Set([...declared, fillings])] : declared
    requireDistinct(definitions)
    const outdated = definitions.filter(definition => !schema.isDefinedAs(definition))
    if (isOpen && outdated.length === 0) return
    const tables = outdated.map(schema.create)
    const state = await connections.read(() => readState())
    isOpen ||= state.columns.has('options') && state.columns.has(RECORDS)
    const areCurrent = tables.filter(table => isCurrent(state, table)).length === tables.length
    const undo = schema.replace(tables)
    if (isOpen && areCurrent) return
    try {
      statements.clear()
      const work = (session: SqlSession) => change(session, tables)
      // Another process may be preparing it, which takes long.
      const unfinished = await (connections.define?.(work) ?? connections.transaction(work, { bulk: true }))
      statements.clear()
      await upgrades.complete(unfinished, options)
      isOpen = true
    } catch (error) {
      undo()
      throw error
    } finally {
      statements.clear()
    }
  }
}
