import { sql } from 'kysely'
import type { ResolvedDialect } from './hints.js'
import { createMovingTexts } from './moving-texts.js'
import { createRunFragments, type Statements, slotAt } from './statements.js'
import type { Schema, Table, TextsTable, Unindexed } from './tables.js'
import { isUnindexedSql } from './unindexed.js'
import type { Work } from './work.js'

/** How long other processes have to begin a write between two steps, in milliseconds: longer than their retry delay. */
const PAUSE = 30

/** The number of ids in which one step searches for texts to remove. */
const RANGE = 10_000
/** How long a removal of texts may take, in milliseconds; after a longer one, the next step removes fewer. */
const BRIEF = 50

/** Ids of texts to remove, and the last id that was checked. */
interface LeftOver {
  readonly ids: readonly number[]
  readonly until: number | undefined
}

const pause = () => new Promise(resolve => setTimeout(resolve, PAUSE))

/** Creates the function that optimizes the indexes of texts: see `Store.optimize`. */
export function createOptimizing(
  dialect: ResolvedDialect,
  schema: Schema,
  statements: Statements,
): () => Promise<boolean> {
  const { connections, search } = dialect
  const run = createRunFragments(statements)
  const moving = createMovingTexts(dialect, statements)

  /** Checks a range of texts after an id: returns the ids of excluded records, and the last id of the range, if any. */
  function* leftOverAfter({ name }: Table, texts: TextsTable, except: Unindexed, after: number): Work<LeftOver> {
    const key = `left over ${texts.name}`
    const range = statements.get(`${key} until`, () => {
      const ids = sql`select id from ${sql.table(texts.name)} where id > ${slotAt(0)} order by id limit ${sql.lit(RANGE)}`
      return sql`select max(id) from (${ids}) as ids`
    })
    const until = (yield { statement: range, values: [after] }).rows[0]?.[0] ?? undefined
    if (until === undefined) return { ids: [], until: undefined }
    const statement = statements.get(key, () => {
      const from = sql`${sql.table(texts.name)} as texts cross join ${sql.table(name)} as own`
      const unindexed = isUnindexedSql(except, sql.ref(`own.${except.column.name}`))
      return sql`select texts.id from ${from} where texts.id > ${slotAt(0)} and texts.id <= ${slotAt(1)} and own.id = texts.id and ${unindexed}`
    })
    const { rows } = yield { statement, values: [after, until] }
    return { ids: rows.map(([id]) => Number(id)), until: Number(until) }
  }

  /** Removes texts that were stored before their records were excluded; returns whether there were any. */
  async function removeLeftOver(table: Table, texts: TextsTable, except: Unindexed): Promise<boolean> {
    let hasRemoved = false
    let size = 1
    for (let last: number | undefined = 0; last !== undefined; ) {
      const after: number = last
      const { ids, until } = await connections.read(() => leftOverAfter(table, texts, except, after))
      last = until
      for (let at = 0; at < ids.length; ) {
        const some = ids.slice(at, at + size)
        const began = performance.now()
        await connections.write(function* (): Work<void> {
          yield moving.remove(table, texts, except, some)
        })
        at += size
        size = performance.now() - began < BRIEF ? 2 * size : Math.max(1, Math.floor(size / 2))
        hasRemoved = true
        await pause()
      }
    }
    return hasRemoved
  }

  return async () => {
    let hasChanged = false
    for (const table of schema.all()) {
      const { texts } = table
      if (texts?.except && (await removeLeftOver(table, texts, texts.except))) hasChanged = true
      for (const step of (texts && search?.optimize?.(texts, run)) ?? []) {
        while (await connections.write(step)) {
          hasChanged = true
          await pause()
        }
      }
    }
    return hasChanged
  }
}
