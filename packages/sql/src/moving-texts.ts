import { sql } from 'kysely'
import { insertTextsSql } from './ddl.js'
import type { Fragment } from './dialect.js'
import type { ResolvedDialect } from './hints.js'
import { type Statements, slotAt } from './statements.js'
import type { Table, TextsTable, Unindexed } from './tables.js'
import { isUnindexedSql } from './unindexed.js'
import type { Call } from './work.js'

/** Updates the texts of records after a write to the column that decides which records a table of texts excludes. */
export interface MovingTexts {
  /** Removes the texts of the given records that are excluded. */
  remove(table: Table, texts: TextsTable, except: Unindexed, ids: readonly unknown[]): Call
  /** Adds or updates the texts of the other records. */
  add(table: Table, texts: TextsTable, ids: readonly unknown[]): Call
}

export function createMovingTexts(dialect: ResolvedDialect, statements: Statements): MovingTexts {
  const listed = () => dialect.expressions.list(slotAt(0), 'integer')
  const call = (key: string, build: () => Fragment, ids: readonly unknown[]): Call => ({
    statement: statements.get(key, build),
    values: [JSON.stringify(ids)],
  })

  return {
    remove({ name }, texts, except, ids) {
      const build = () => {
        const own = sql.table(texts.name)
        const column = sql.ref(`${name}.${except.column.name}`)
        const isSame = sql`${sql.ref(`${name}.id`)} = ${sql.ref(`${texts.name}.id`)}`
        return sql`delete from ${own} where id in ${listed()} and exists (select 1 from ${sql.table(name)} where ${isSame} and ${isUnindexedSql(except, column)})`
      }
      return call(`leave out ${texts.name}`, build, ids)
    },
    add(table, texts, ids) {
      const build = () => {
        const names = texts.columns.map(({ name }) => name)
        const excluded = (name: string) => sql.ref(`excluded.${name}`)
        const set = names.map(name => sql`${sql.id(name)} = ${excluded(name)}`)
        // Unchanged texts are not indexed again.
        const differ = names.map(name => sql`${sql.ref(`${texts.name}.${name}`)} <> ${excluded(name)}`)
        const added = insertTextsSql(dialect, table, texts, sql`id in ${listed()}`)
        return sql`${added} on conflict (id) do update set ${sql.join(set)} where ${sql.join(differ, sql` or `)}`
      }
      return call(`add ${texts.name}`, build, ids)
    },
  }
}
