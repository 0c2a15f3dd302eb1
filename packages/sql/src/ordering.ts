import { type AnyCondition, type AnyOrder, relatedCondition } from '@platen/storage'
import { sql } from 'kysely'
import { type ConditionSql, columnSql, listKindOf, type Source, tableSql } from './condition-sql.js'
import { type ShapingDialect, shapeCondition } from './conditions.js'
import type { Fragment, SqlExpressions } from './dialect.js'
import { comparableValues, type ExistsShape, type Shape, type Values } from './shape.js'
import { slotAt } from './statements.js'
import type { Column, Table } from './tables.js'
import { ignoredAmong } from './unindexed.js'

type Direction = 'asc' | 'desc'

/** A step of an order without its values; see `Shape`. */
export type OrderShape = { readonly key: string } & (
  | { readonly by: 'field'; readonly column: Column; readonly direction: Direction; readonly folded: boolean }
  | {
      readonly by: 'position'
      readonly column: Column
      readonly direction: Direction
      /** The parameters of the list of positions, and of the position of `null`. */
      readonly place: number
      readonly placeOfNull: number | undefined
    }
  | { readonly by: 'rank'; readonly conditions: readonly Shape[] }
  | { readonly by: 'random' }
  | {
      readonly by: 'related'
      readonly exists: ExistsShape
      readonly column: Column
      readonly direction: Direction
      /** Its place among the related steps. */
      readonly place: number
    }
)

/** The table whose column a step compares: that of the records in `source`, or a related one, which is joined with it. */
export const stepSource = (source: Source, step: Extract<OrderShape, { by: 'field' | 'related' }>): Source =>
  step.by === 'field' ? source : { table: step.exists.table, depth: 0, alias: `o${step.place}`, start: source.start }

/** Whether the related table of a step has the ids of the records. */
export const hasIds = ({ exists: { foreign, local } }: Extract<OrderShape, { by: 'related' }>): boolean =>
  local.field === 'id' && foreign.kind === 'integer'

/** The ids of the records: those in the related table of the first step, whose index contains them, if it has them. */
export function idSql(source: Source, [first]: readonly OrderShape[]): Fragment {
  if (first?.by === 'related' && hasIds(first)) return columnSql(stepSource(source, first), first.exists.foreign)
  return columnSql(source, source.table.column('id'))
}

/** Separates the values from an order of the records that match a condition. The last step is always by id. */
export function shapeOrder(
  dialect: ShapingDialect,
  table: Table,
  where: AnyCondition | undefined,
  order: readonly AnyOrder[],
  values: Values,
): readonly OrderShape[] {
  const ignores = ignoredAmong(table, where)
  const steps: OrderShape[] = []
  let direction: Direction = 'asc'
  for (const step of order) {
    if (step.by === 'field') {
      direction = step.direction
      // Nothing is left equal by an id.
      if (step.field === 'id') break
      steps.push(shapeField(table.column(step.field), step.direction, step.folded === true))
    } else if (step.by === 'position') {
      steps.push(...shapePosition(table.column(step.field), step, values))
    } else if (step.by === 'random') {
      steps.push({ by: 'random', key: 'random' })
    } else if (step.by === 'related') {
      direction = step.direction
      const exists = shapeCondition(dialect, table, relatedCondition(step), values)
      // Otherwise no record is found.
      if (exists.is !== 'exists') continue
      const column = exists.table.column(step.field)
      const key = `${column.name} of ${exists.key} ${direction}`
      const place = steps.filter(({ by }) => by === 'related').length
      steps.push({ by: 'related', exists, column, direction, place, key })
    } else {
      const conditions = step.conditions.map(condition => shapeCondition(dialect, table, condition, values, ignores))
      const key = `rank(${conditions.map(condition => condition.key).join()})`
      if (conditions.length > 0) steps.push({ by: 'rank', conditions, key })
    }
  }
  return [...steps, shapeField(table.column('id'), direction, false)]
}

function shapeField(column: Column, direction: Direction, folded: boolean): OrderShape {
  return { by: 'field', column, direction, folded, key: `${column.name} ${direction}${folded ? ' folded' : ''}` }
}

function shapePosition(
  column: Column,
  { values: list, direction = 'asc' }: Extract<AnyOrder, { by: 'position' }>,
  values: Values,
): OrderShape[] {
  const possible = [...new Set(comparableValues(column, list))]
  if (possible.length === 0) return []
  const place = values.add(JSON.stringify(possible))
  const ofNull = possible.indexOf(null)
  const placeOfNull = ofNull < 0 ? undefined : values.add(ofNull)
  const key = `${column.name} position#${place}${ofNull < 0 ? '' : `null#${placeOfNull}`} ${direction}`
  return [{ by: 'position', column, direction, place, placeOfNull, key }]
}

/** An order as SQL: `joins` follow the table of the records, `conditions` belong to the joined tables. */
export interface OrderSql {
  readonly joins: readonly Fragment[]
  readonly conditions: readonly Fragment[]
  readonly terms: readonly Fragment[]
  /** The table of the related step that leads, which comes before that of the records. */
  readonly lead: Fragment | undefined
}

/** `lead` is the place of the related step whose records are read first; the records of others are looked up. */
export function orderSql(
  { condition, folded, foldedStart, read, relates }: ConditionSql,
  expressions: SqlExpressions,
  source: Source,
  order: readonly OrderShape[],
  lead?: number,
): OrderSql {
  const joins: Fragment[] = []
  const conditions: Fragment[] = []
  const terms: Fragment[] = []
  let leading: Fragment | undefined

  const byField = (
    source: Source,
    { column, direction, folded: asFolded }: Omit<Extract<OrderShape, { by: 'field' }>, 'by' | 'key'>,
  ) => {
    // JSON values that are neither text nor number come first, then texts, then numbers.
    if (column.kind === 'json') {
      const texts = asFolded ? folded(source, column) : read(source, column, 'text')
      terms.push(sorted(read(source, column, 'number'), direction, true), sorted(texts, direction, true))
    } else {
      const isFolded = asFolded && column.kind === 'text'
      const start = isFolded ? foldedStart(source, column) : undefined
      if (start !== undefined) terms.push(sorted(start, direction, column.nullable))
      terms.push(sorted(isFolded ? folded(source, column) : columnSql(source, column), direction, column.nullable))
    }
  }

  const byPosition = ({ column, direction, place, placeOfNull }: Extract<OrderShape, { by: 'position' }>) => {
    const alias = `places${joins.length}`
    const list = expressions.places(slotAt(place), listKindOf(column))
    const own = columnSql(source, column)
    joins.push(sql`left join ${list} as ${sql.id(alias)} on ${sql.ref(`${alias}.value`)} = ${own}`)
    const found = sql.ref(`${alias}.place`)
    const term =
      placeOfNull === undefined ? found : sql`case when ${own} is null then ${slotAt(placeOfNull)} else ${found} end`
    terms.push(sql`(${term}) is null`, sorted(term, direction, false))
  }

  const byRelated = (step: Extract<OrderShape, { by: 'related' }>) => {
    const { exists, column, direction, place } = step
    const related: Source = { ...stepSource(source, step), testsLists: place !== lead }
    // Joined in this order: planners expect to find a page early in any table.
    if (place === lead) leading = tableSql(related)
    else joins.push(sql`cross join ${tableSql(related)}`)
    conditions.push(relates(source, related, exists), condition(related, exists.where))
    byField(related, { column, direction, folded: false })
  }

  for (const step of order) {
    if (step.by === 'field' && step.column.field === 'id')
      terms.push(sorted(idSql(source, order), step.direction, false))
    else if (step.by === 'field') byField(source, step)
    else if (step.by === 'related') byRelated(step)
    else if (step.by === 'position') byPosition(step)
    else if (step.by === 'random') terms.push(sql`random()`)
    else {
      const cases = step.conditions.map((shape, rank) => sql`when ${condition(source, shape)} then ${sql.lit(rank)}`)
      terms.push(sql`case ${sql.join(cases, sql` `)} else ${sql.lit(cases.length)} end`)
    }
  }
  return { joins, conditions, terms, lead: leading }
}

const sorted = (term: Fragment, direction: Direction, nullable: boolean): Fragment => {
  const nulls = direction === 'asc' ? sql` nulls first` : sql` nulls last`
  return sql`${term} ${sql.raw(direction)}${nullable ? nulls : sql``}`
}
