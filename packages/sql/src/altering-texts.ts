import { sql } from 'kysely'
import { createTextsSql, insertTextsSql } from './ddl.js'
import { foldsDiffer, refoldTextsSql } from './folding-sql.js'
import type { ResolvedDialect } from './hints.js'
import type { Created, RecordedSchema, State } from './recorded-schema.js'
import { type Column, type Table, type TextsTable, textsNameOf } from './tables.js'
import type { Work } from './work.js'

/** The approximate number of sampled texts, to estimate how many would be folded differently. */
const SAMPLED = 500
/** A prime number, so that ids which follow a pattern are sampled evenly. */
const STRIDE = 1009
/** If more than one text in this many changes, rebuilding the whole index is faster than updating its entries. */
const REBUILD_RATIO = 4

export function createAlteringTexts(dialect: ResolvedDialect, { run, createdTexts }: RecordedSchema) {
  function* manyDiffer(table: Table, texts: TextsTable, outdated: readonly Column[]): Work<boolean> {
    const folds = foldsDiffer(dialect.expressions, table, texts, outdated)
    if (folds === undefined || dialect.search?.bulk === undefined) return false
    const [[all] = []] = yield* run(sql`select count(*) from ${sql.table(table.name)}`)
    const sampled = Math.ceil((STRIDE * SAMPLED) / Math.max(1, Number(all)))
    const id = sql.ref(`${texts.name}.id`)
    const [[seen, differing] = []] = yield* run(
      sql`select count(*), count(case when ${folds.differ} then 1 end) from ${sql.table(texts.name)} inner join ${sql.table(table.name)} on ${folds.isSame} where ${id} % ${sql.lit(STRIDE)} < ${sql.lit(sampled)}`,
    )
    return REBUILD_RATIO * Number(differing) > Number(seen)
  }

  /**
   * Creates, changes or drops the table of searched texts, and folds outdated texts again. Returns whether its index
   * must be filled before it is searched.
   */
  return function* alterTexts(
    table: Table,
    state: State,
    before: Created | undefined,
    outdated: readonly Column[],
  ): Work<boolean> {
    const { texts } = table
    const created = texts ? createdTexts(texts) : ''
    const textsName = textsNameOf(table.name)
    const hasTexts = state.columns.has(textsName)
    const searched = texts?.columns.map(({ name }) => name).join() ?? ''
    const existing = before === undefined ? (hasTexts ? searched : '') : before.texts
    const isCurrent = existing === created
    // Texts of records that are now excluded are removed with their records, or by `optimize`.
    const isWhole = texts && hasTexts && existing === createdTexts({ ...texts, except: undefined })
    if (!texts && isCurrent) return false
    const canStay = texts && (isCurrent || isWhole || (dialect.search && hasTexts && existing === searched))
    if (canStay && !(yield* manyDiffer(table, texts, outdated))) {
      if (!isCurrent && !isWhole) yield* run(...(dialect.search?.extend(texts) ?? []))
      yield* run(...refoldTextsSql(dialect.expressions, table, texts, outdated))
      return false
    }
    const [columns = ''] = existing.split(';')
    if (hasTexts) {
      const drops = dialect.search?.drop(textsName, columns.split(',')) ?? []
      yield* run(...drops, sql`drop table ${sql.table(textsName)}`)
    }
    if (!texts) return false
    const deferring = dialect.search?.bulk?.defer(texts)
    yield* run(...createTextsSql(dialect, table, texts), ...(deferring ?? []))
    yield* run(insertTextsSql(dialect, table, texts))
    return deferring !== undefined
  }
}
