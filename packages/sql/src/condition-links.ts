import type { AnyCondition, ExistsCondition, ExistsForEachCondition } from '@platen/storage'
import type { Column, Table } from './tables.js'

/** How a condition links the records of a table to others. */
export interface ConditionLink {
  readonly condition: ExistsCondition | ExistsForEachCondition
  /** The table that is linked from, by a column of it. */
  readonly from: Table
  readonly local: Column
  /** The table that is linked to, by a column of it. */
  readonly to: Table
  readonly foreign: Column
  /** The link to `from`; without one, `from` is the table of the condition. */
  readonly outer: ConditionLink | undefined
}

/** The links of a condition on a table, including those of conditions on related records. */
export function conditionLinks(
  table: Table,
  condition: AnyCondition | undefined,
  outer?: ConditionLink,
): readonly ConditionLink[] {
  switch (condition?.op) {
    case 'and':
    case 'or':
      return condition.all.flatMap(part => conditionLinks(table, part, outer))
    case 'not':
      return conditionLinks(table, condition.condition, outer)
    case 'exists':
    case 'existsForEach': {
      const { collection, foreign, local } = condition
      const to = table.other(collection)
      const link = { condition, from: table, local: table.column(local), to, foreign: to.column(foreign), outer }
      return condition.op === 'exists' ? [link, ...conditionLinks(to, condition.where, link)] : [link]
    }
    default:
      return []
  }
}
