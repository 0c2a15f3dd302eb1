import type { AnyQuery } from '@platen/storage'
import { sql } from 'kysely'
import { cellsSql } from './cells.js'
import { type ConditionSql, columnSql, type Source, tableSql } from './condition-sql.js'
import type { Fragment } from './dialect.js'
import type { ResolvedDialect } from './hints.js'
import { nearestSql } from './nearest-page.js'
import { cutSql } from './omitted-texts.js'
import { type OrderShape, type OrderSql, orderSql, shapeOrder } from './ordering.js'
import { planPage, walksRelated } from './page-plan.js'
import { shapePosition } from './position.js'
import { isRanked, rankedSql } from './ranked-page.js'
import type { Shape, Values } from './shape.js'
import { type Statements, slotAt } from './statements.js'
import type { Table, TablePart } from './tables.js'
import type { Call } from './work.js'

/** How a page is read, if the number of matching records is known. */
export interface How extends Pick<Source, 'matches' | 'readsTexts' | 'isMinority' | 'commonTexts'> {
  /** The condition on related records of which few find all matches. */
  readonly gathered?: Source['gathered']
  /** The place of the related step in the order whose records are read first, if there is one. */
  readonly lead?: number | undefined
  /** Whether only the nearest records in the order of the page are read, or were without filling it. */
  readonly nearest?: 'read' | 'passed' | undefined
}

/** Only a part of the records is read, if there is one. */
export interface PartialQuery extends AnyQuery {
  readonly part?: TablePart | undefined
}

/**
 * How many records a page may skip by reading all of them; the ids of more are skipped in an index. At 100,000 posts in
 * PostgreSQL, the page after 90,000 posts takes 20 ms instead of 300 ms.
 */
const NEAR = 200

/** The maximum number of records until the end of a page for which those of each rank are read. */
const MAX_RANKED = 1000

/** Calls that read the records of a page, or one. */
export interface Pages {
  byId(table: Table, id: number): Call
  /** The call for a query whose condition is already shaped; `values` are the values of the condition. */
  pageOf(table: Table, where: Shape, query: PartialQuery, values: Values, how: How): Call
}

export function createPages(dialect: ResolvedDialect, build: ConditionSql, statements: Statements): Pages {
  const cellsOf = (source: Source, part: Pick<TablePart, 'columns'> = source.table, cut?: number) =>
    cellsSql(dialect.expressions, part, column => cutSql(column, columnSql(source, column), cut))

  return {
    byId(table, id) {
      const statement = statements.get(`by id ${table.name}`, () => {
        const source: Source = { table, depth: 0 }
        const key = columnSql(source, table.column('id'))
        return sql`select ${cellsOf(source)} from ${tableSql(source)} where ${key} = ${slotAt(0)}`
      })
      return { statement, values: [id] }
    },
    pageOf(table, where, query, values, how) {
      const { matches: counted, readsTexts, isMinority, gathered, commonTexts, lead, nearest } = how
      const order = shapeOrder(dialect, table, query.where, query.order ?? [], values)
      const after = query.after && shapePosition(table, query.order ?? [], order, query.after, values)
      const window = shapeWindow(query, values)
      const [most = Number.POSITIVE_INFINITY, before = 0] =
        window === undefined ? [] : values.list.slice(window).map(Number)
      const isDistant = before > NEAR && counted !== 'few'
      const mayBeRanked =
        counted === 'many' && gathered === undefined && after === undefined && before + most <= MAX_RANKED
      const needed = mayBeRanked && isRanked(table, where, order) ? values.add(before + most) : undefined
      const cut = query.maxTextBytes === undefined ? undefined : values.add(query.maxTextBytes)
      const steps = order.map(step => step.key).join()
      const fields = query.part?.columns.map(({ name }) => name).join()
      const key = `page ${table.name} ${fields} ${where.key} ${steps} ${after?.key} ${window} ${cut} ${how.matches} ${readsTexts} ${isMinority} ${gathered?.exists.key} ${nearest} ${isDistant} ${needed} ${listOf(commonTexts)} ${lead}`
      const statement = statements.get(key, () => {
        const { plan, matches } = planOf(table, where, order, how)
        const source: Source = {
          table,
          depth: 0,
          matches,
          readsTexts,
          isMinority,
          commonTexts,
          gathered: matches === 'few' ? gathered : undefined,
          walksOrder: plan === 'walk',
          testsLists: lead !== undefined,
          ...(after?.start && matches !== 'few' && { start: after.start }),
        }
        if (needed !== undefined && window !== undefined) {
          const { tables, near } = rankedSql(dialect, build, { table, where, order, readsTexts, commonTexts, needed })
          const id = columnSql(source, table.column('id'))
          const inRank = orderSql(build, dialect.expressions, source, order.slice(1)).terms
          const range = sql`limit ${slotAt(window)} offset ${slotAt(window + 1)}`
          return sql`${tables} select ${cellsOf(source, query.part, cut)} from ${near} as near cross join ${tableSql(source)} where ${id} = near.id order by near.rank, ${sql.join(inRank)} ${range}`
        }
        const sorting = orderSql(build, dialect.expressions, source, order, lead)
        // A few matches are gathered through the conditions.
        const wrap = matches === 'few' ? dialect.hints.unindexed : (key: Fragment) => key
        const rest = after === undefined ? [] : [after.test(build, source, wrap)]
        if (nearest === 'read') rest.push(nearestSql(build, dialect.expressions, source, where, order, after))
        const from = joinedSql(source, sorting, [build.where(source, where), ...rest])
        const limit = window === undefined ? undefined : dialect.hints.unplanned(slotAt(window))
        const range = limit && window !== undefined ? sql` limit ${limit} offset ${slotAt(window + 1)}` : sql``
        const by = plan === 'gather' ? sorting.terms.map(dialect.hints.unindexed) : sorting.terms
        const page = sql`${from} order by ${sql.join(by)}${range}`
        if (window === undefined || (plan !== 'walk' && plan !== 'sort' && !isDistant))
          return sql`select ${cellsOf(source, query.part, cut)} from ${page}`
        const id = columnSql(source, table.column('id'))
        const sorted = orderSql(build, dialect.expressions, source, order)
        const ofPage = joinedSql(source, sorted, [sql`${id} in (select ${id} from ${page})`])
        return sql`select ${cellsOf(source, query.part, cut)} from ${ofPage} order by ${sql.join(sorted.terms)}`
      })
      return { statement, values: values.list, maxLength: query.maxLength }
    },
  }
}

/**
 * In the order of an index, a page of many matches is found before all of them are; for other orders, all are sorted. All
 * that few related records find are sorted, too: they may be the last in the order.
 */
function planOf(table: Table, where: Shape, order: readonly OrderShape[], { matches, gathered, nearest, lead }: How) {
  const [first] = order
  if (order.some(({ by }) => by === 'related')) {
    const isWalked = first?.by === 'related' && first.place === lead && order.length === 2 && walksRelated(first)
    return { plan: isWalked ? undefined : ('sort' as const), matches }
  }
  const plan = planPage(table, where, order, matches)
  const isGathered = gathered !== undefined && (plan !== undefined || nearest === 'passed')
  return isGathered && matches === 'many' ? ({ plan: 'sort', matches: 'few' } as const) : { plan, matches }
}

/** The SQL after FROM of the records that match all conditions, joined with the tables of an order. */
const joinedSql = (source: Source, { lead, joins, conditions }: OrderSql, tests: readonly Fragment[]): Fragment =>
  sql`${lead === undefined ? sql`` : sql`${lead} cross join `}${tableSql(source)} ${sql.join(joins, sql` `)} where ${sql.join([...tests, ...conditions], sql` and `)}`

/** The places in a set, as a part of a key. */
export const listOf = (places: ReadonlySet<number> | undefined) => [...(places ?? [])].join()

/** Where in the values the limit is, and after it the offset; OFFSET is not understood everywhere without LIMIT. */
export function shapeWindow({ limit, offset }: AnyQuery, values: Values): number | undefined {
  if (limit === undefined && offset === undefined) return undefined
  const place = values.add(Math.min(Number.MAX_SAFE_INTEGER, Math.max(0, Math.trunc(limit ?? Number.MAX_SAFE_INTEGER))))
  // Databases use integers: the offset of a distant page must not exceed them.
  values.add(Math.min(Number.MAX_SAFE_INTEGER, Math.max(0, Math.trunc(offset ?? 0))))
  return place
}
