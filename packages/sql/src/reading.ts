import type { AnyCondition, AnyQuery, AnyRecord, Found } from '@platen/site'
import { sql } from 'kysely'
import { cellsSql, recordsOf } from './cells.js'
import { columnSql, createConditionSql, type Source, tableSql } from './condition-sql.js'
import { isFew, shapeCondition } from './conditions.js'
import { createCounts } from './counting.js'
import type { Fragment } from './dialect.js'
import type { ResolvedDialect } from './hints.js'
import { orderSql, shapeOrder } from './ordering.js'
import { planPage } from './page-plan.js'
import { shapePosition } from './position.js'
import { createRelations, relatedOf } from './relations.js'
import { gatherValues, type Shape, type Values } from './shape.js'
import { type Statements, slotAt } from './statements.js'
import type { Table } from './tables.js'
import type { Call, Result, Work } from './work.js'

/** Describes reading. What is a single call can be read without a snapshot. */
export interface Reading {
  byId(table: Table, id: number): Call
  page(table: Table, query: AnyQuery): Call
  find(table: Table, query: AnyQuery, revision: number | undefined): Work<Found<AnyRecord>>
  count(table: Table, where: AnyCondition | undefined, revision: number | undefined): Work<number>
  distinct(table: Table, field: string, where: AnyCondition): Call
  tally(table: Table, field: string, where: AnyCondition, characters: number | undefined): Call
  related(table: Table, ids: readonly number[], relations: readonly string[]): Call | undefined
}

const NO_RECORDS: readonly AnyRecord[] = Object.freeze([])
/** Up to how many matches it is better to gather them all than to look for them in the order of the page. */
const FEW_MATCHES = 500

export function createReading(dialect: ResolvedDialect, statements: Statements): Reading {
  const build = createConditionSql(dialect)
  const relations = createRelations(dialect, statements)
  const counts = createCounts()
  const cellsOf = (source: Source) => cellsSql(dialect.expressions, source.table, column => columnSql(source, column))

  /** What follows WHERE: what goes through many records is tested for its time first, because most fail the condition. */
  function whereSql(source: Source, where: Shape): Fragment {
    const condition = build.condition(source, where)
    const inTime = isFew(where) ? undefined : dialect.hints.inTime(columnSql(source, source.table.column('id')))
    return inTime ? sql`${inTime} and ${condition}` : condition
  }

  /** The call for a query whose condition is shaped already; `values` are those of the condition. */
  function pageOf(table: Table, where: Shape, query: AnyQuery, values: Values, total?: number): Call {
    const matches = total === undefined ? undefined : total <= FEW_MATCHES ? 'few' : 'many'
    const order = shapeOrder(dialect, table, query.order ?? [], values)
    const after = query.after && shapePosition(table, query.order ?? [], query.after, values)
    const window = shapeWindow(query, values)
    const steps = order.map(step => step.key).join()
    const key = `page ${table.name} ${where.key} ${steps} ${after?.key} ${window} ${matches}`
    const statement = statements.get(key, () => {
      const plan = planPage(table, where, order, matches)
      const source: Source = {
        table,
        depth: 0,
        ...(matches && { matches }),
        walksOrder: plan === 'walk',
        ...(after?.start && matches !== 'few' && { start: after.start }),
      }
      const { joins, terms } = orderSql(build, dialect.expressions, source, order)
      // The few that match are gathered by what they match.
      const wrap = matches === 'few' ? dialect.hints.unindexed : (key: Fragment) => key
      const rest = after === undefined ? sql`` : sql` and ${after.test(build, source, wrap)}`
      const from = sql`${tableSql(source)} ${sql.join(joins, sql` `)} where ${whereSql(source, where)}${rest}`
      const limit = window === undefined ? undefined : dialect.hints.unplanned(slotAt(window))
      const cut = limit && window !== undefined ? sql` limit ${limit} offset ${slotAt(window + 1)}` : sql``
      const by = plan === 'gather' ? terms.map(dialect.hints.unindexed) : terms
      const page = sql`${from} order by ${sql.join(by)}${cut}`
      if (window === undefined || (plan !== 'walk' && plan !== 'sort'))
        return sql`select ${cellsOf(source)} from ${page}`
      const id = columnSql(source, table.column('id'))
      return sql`select ${cellsOf(source)} from ${tableSql(source)} where ${id} in (select ${id} from ${page}) order by ${sql.join(terms)}`
    })
    return { statement, values: values.list }
  }

  /** Counts what matches; with `areMany`, only until there are too many to gather them all. */
  function* countOf(table: Table, where: Shape, values: readonly unknown[], at: number | undefined, areMany = false) {
    const key = `count ${areMany ? 'few ' : ''}${table.name} ${where.key}`
    const countKey = at === undefined ? '' : `${key} ${JSON.stringify(values)}`
    const cached = at === undefined ? undefined : counts.get(at, countKey)
    if (cached !== undefined) return cached
    const statement = statements.get(key, () => {
      const source: Source = { table, depth: 0 }
      const from = sql`${tableSql(source)} where ${whereSql(source, where)}`
      return areMany
        ? sql`select count(*) from (select 1 from ${from} limit ${sql.lit(FEW_MATCHES + 1)}) as counted`
        : sql`select count(*) from ${from}`
    })
    const { rows }: Result = yield { statement, values }
    const count = Number(rows[0]?.[0])
    if (at !== undefined) counts.set(at, countKey, count)
    return count
  }

  return {
    byId(table, id) {
      const statement = statements.get(`by id ${table.name}`, () => {
        const source: Source = { table, depth: 0 }
        const key = columnSql(source, table.column('id'))
        return sql`select ${cellsOf(source)} from ${tableSql(source)} where ${key} = ${slotAt(0)}`
      })
      return { statement, values: [id] }
    },
    page(table, query) {
      const values = gatherValues()
      return pageOf(table, shapeCondition(dialect, table, query.where, values), query, values)
    },
    *find(table, query, revision) {
      const values = gatherValues()
      const where = shapeCondition(dialect, table, query.where, values)
      // Counted first, because the best way to find the page depends on the number.
      const isCounted = query.total === true || query.after !== undefined
      const counted = isCounted ? yield* countOf(table, where, values.list, revision, query.total !== true) : undefined
      const total = query.total === true ? counted : undefined
      const isBeyond = total !== undefined && total <= (query.offset ?? 0)
      const records = isBeyond ? NO_RECORDS : recordsOf(table, yield pageOf(table, where, query, values, counted))
      const ids = records.map(record => record.id)
      const requested = query.with ?? []
      const call = relations.related(table, ids, requested)
      return Object.freeze({ records, total, related: relatedOf(table, requested, call && (yield call)) })
    },
    *count(table, where, revision) {
      const values = gatherValues()
      const shape = shapeCondition(dialect, table, where, values)
      return yield* countOf(table, shape, values.list, revision)
    },
    distinct(table, field, where) {
      const values = gatherValues()
      const shape = shapeCondition(dialect, table, where, values)
      const statement = statements.get(`distinct ${table.name} ${field} ${shape.key}`, () => {
        const source: Source = { table, depth: 0 }
        const column = columnSql(source, table.column(field))
        return sql`select distinct ${column} from ${tableSql(source)} where ${whereSql(source, shape)}`
      })
      return { statement, values: values.list }
    },
    tally(table, field, where, characters) {
      const values = gatherValues()
      const shape = shapeCondition(dialect, table, where, values)
      const length = characters === undefined ? undefined : values.add(characters)
      const statement = statements.get(`tally ${table.name} ${field} ${length} ${shape.key}`, () => {
        const source: Source = { table, depth: 0 }
        const column = columnSql(source, table.column(field))
        const start = length === undefined ? column : sql`substr(${column}, 1, ${slotAt(length)})`
        const from = sql`${tableSql(source)} where ${whereSql(source, shape)}`
        return sql`select ${start}, count(*) from ${from} group by 1`
      })
      return { statement, values: values.list }
    },
    related: relations.related,
  }
}

/** Where in the values the limit is, and after it the offset; OFFSET is not understood everywhere without LIMIT. */
function shapeWindow({ limit, offset }: AnyQuery, values: Values): number | undefined {
  if (limit === undefined && offset === undefined) return undefined
  const place = values.add(Math.min(Number.MAX_SAFE_INTEGER, Math.max(0, Math.trunc(limit ?? Number.MAX_SAFE_INTEGER))))
  // Databases count in integers: a page far out must not be a number that they cannot read.
  values.add(Math.min(Number.MAX_SAFE_INTEGER, Math.max(0, Math.trunc(offset ?? 0))))
  return place
}
