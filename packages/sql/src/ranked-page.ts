import { type RawBuilder, sql } from 'kysely'
import { type ConditionSql, columnSql, type Source, tableSql } from './condition-sql.js'
import type { Fragment } from './dialect.js'
import type { ResolvedDialect } from './hints.js'
import { type OrderShape, orderSql } from './ordering.js'
import { isWalkable, planPage } from './page-plan.js'
import { join, negate, partsOf, type Shape } from './shape.js'
import { slotAt } from './statements.js'
import type { Table } from './tables.js'

/** The beginning of an order by rank: the records before the end of the page. */
export interface RankedPage {
  readonly table: Table
  readonly where: Shape
  readonly order: readonly OrderShape[]
  readonly readsTexts: Source['readsTexts']
  readonly commonTexts: Source['commonTexts']
  /** The place of the number of records until the end of the page. */
  readonly needed: number
}

/** Whether the records of each rank are in the order of an index. */
export function isRanked(table: Table, where: Shape, [first, ...rest]: readonly OrderShape[]): boolean {
  return first?.by === 'rank' && isWalkable(table, rest, where)
}

/**
 * Common table expressions that find the first records of each rank in its order, and nothing if those of the ranks
 * before fill the page; `near` is a table of their ids and ranks. Sorting all matches by rank would test all of them. At
 * 100,000 posts in PostgreSQL, results that mention a common word take 3 ms instead of 700 ms.
 */
export function rankedSql(
  dialect: Pick<ResolvedDialect, 'expressions' | 'hints'>,
  build: ConditionSql,
  { table, where, order, readsTexts, commonTexts, needed }: RankedPage,
): { readonly tables: Fragment; readonly near: Fragment } {
  const [first, ...rest] = order
  const ranks = first?.by === 'rank' ? first.conditions : []
  const walksOrder = planPage(table, where, rest, 'many') === 'walk'
  const source: Source = { table, depth: 0, matches: 'many', readsTexts, commonTexts, walksOrder }
  const id = columnSql(source, table.column('id'))
  const limit = dialect.hints.unplanned(slotAt(needed))
  const name = (rank: number) => sql.id(`rank${rank}`)
  const gathered = (until: number): RawBuilder<unknown> =>
    sql.join(
      Array.from({ length: until }, (_, rank) => sql`select id, ${sql.lit(rank)} as rank from ${name(rank)}`),
      sql` union all `,
    )
  const ofRank = (rank: number): Fragment => {
    const own = ranks[rank]
    const higher = ranks.slice(0, rank).map(negate)
    const shape = join('all', [...partsOf(where), ...(own ? partsOf(own) : []), ...higher])
    const isOpen =
      rank === 0 ? sql`` : sql`(select count(*) from (${gathered(rank)}) as higher) < ${slotAt(needed)} and `
    const { terms } = orderSql(build, dialect.expressions, source, rest)
    return sql`${name(rank)} as materialized (select ${id} as id from ${tableSql(source)} where ${isOpen}${build.where(source, shape)} order by ${sql.join(terms)} limit ${limit})`
  }
  const all = Array.from({ length: ranks.length + 1 }, (_, rank) => rank)
  return { tables: sql`with ${sql.join(all.map(ofRank))}`, near: sql`(${gathered(all.length)})` }
}
