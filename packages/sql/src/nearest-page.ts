import { sql } from 'kysely'
import { type ConditionSql, columnSql, type Source, tableSql } from './condition-sql.js'
import type { Fragment, SqlExpressions } from './dialect.js'
import { type OrderShape, orderSql } from './ordering.js'
import { planPage } from './page-plan.js'
import type { PositionShape } from './position.js'
import { join, partsOf, type Shape } from './shape.js'
import type { Table } from './tables.js'

/** How many records are read in the order of a page before all that match are gathered. */
const NEAREST = 800
/** The maximum number of records until the end of a page that is looked for among them. */
export const MOST_NEAR = 200

/** Whether an index has the records in the order of a page, so that it can be looked for among the nearest ones. */
export function isNearable(table: Table, where: Shape, order: readonly OrderShape[]): boolean {
  const [first] = order
  if (first?.by !== 'field' || first.column.nullable || first.column.kind === 'json') return false
  return order.every(({ by }) => by === 'field') && planPage(table, where, order, 'many') === undefined
}

/** The condition that a record is among the nearest in the order of a page. A page that it leaves full is the page. */
export function nearestSql(
  build: ConditionSql,
  expressions: SqlExpressions,
  source: Source,
  where: Shape,
  order: readonly OrderShape[],
  after: PositionShape | undefined,
): Fragment {
  const [first] = order
  if (first?.by !== 'field') throw new TypeError('Not an order by a field.')
  const nearest: Source = { ...source, depth: source.depth + 1 }
  // Those that an index has in this order, whatever else the page requires.
  const isOfIndex = (part: Shape) =>
    part.is === 'compare' || part.is === 'among' || part.is === 'listed'
      ? part.column === first.column || (part.is === 'compare' && part.operator === '=')
      : false
  const own = join('all', partsOf(where).filter(isOfIndex))
  const tests = [build.where(nearest, own), ...(after === undefined ? [] : [after.test(build, nearest, key => key)])]
  const { terms } = orderSql(build, expressions, nearest, order)
  const operandIn = (each: Source) => {
    const isFolded = first.folded && first.column.kind === 'text'
    if (!isFolded) return columnSql(each, first.column)
    return build.foldedStart(each, first.column) ?? build.folded(each, first.column)
  }
  const all = sql`select ${operandIn(nearest)} as place from ${tableSql(nearest)} where ${sql.join(tests, sql` and `)} order by ${sql.join(terms)} limit ${sql.lit(NEAREST)}`
  const [farthest, within] = first.direction === 'asc' ? ['max', '<='] : ['min', '>=']
  return sql`${operandIn(source)} ${sql.raw(within)} (select ${sql.raw(farthest)}(place) from (${all}) as nearest)`
}
