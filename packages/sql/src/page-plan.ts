import { fieldOfPart, type KeyPart } from '@platen/storage'
import type { OrderShape } from './ordering.js'
import { partsOf, type Shape } from './shape.js'
import type { Column, Table } from './tables.js'

/**
 * How a page is found: `gather` collects all matches through an index of a condition and sorts them, `walk` scans an
 * index of the order until the page is full, whatever the conditions, and `sort` scans all matches. The latter two
 * first find the ids of the page, often only in an index, because records are long.
 */
export type PagePlan = 'gather' | 'walk' | 'sort'

/**
 * Chooses a better plan than planners do. Planners do not know that a few matches may come last in the order of the
 * page, or that many matches come early in an order that no index of the conditions has. With 100,000 posts
 * in SQLite, a list by slug takes 1.6 ms instead of 270 ms.
 */
export function planPage(
  table: Table,
  where: Shape,
  order: readonly OrderShape[],
  matches: 'few' | 'many' | undefined,
): PagePlan | undefined {
  const [first] = order
  if (first?.by !== 'field' || order.some(({ by }) => by !== 'field') || matches === undefined) return undefined
  const parts = partsOf(where)
  const { equal, leading } = indexesOf(table, parts)
  const chosen = parts.flatMap(selectiveColumn).filter(column => column !== first.column && isLed(leading, column))
  const ordered = leading.filter(({ next, isFolded }) => next === first.column && isFolded === first.folded)
  if (matches === 'few') {
    const isSorted = ordered.some(({ equals }) => chosen.every(column => equals.includes(column)))
    return chosen.length > 0 && !isSorted ? 'gather' : undefined
  }
  const isSorted = ordered.some(
    ({ equals }) => (equals.length > 0 || equal.size === 0) && chosen.every(column => equals.includes(column)),
  )
  if (isSorted) return undefined
  if (chosen.length > 0 || ordered.some(({ equals }) => equals.length > 0)) return 'sort'
  // Records that share a value are sorted: they are few, or the index covers all conditions.
  const isUnique = (first.column.declared.shared ?? Number.POSITIVE_INFINITY) <= NEARLY_UNIQUE
  return ordered.some(({ columns }) => isUnique || [...equal].every(column => columns.includes(column)))
    ? 'walk'
    : 'sort'
}

/** Whether an index has the records of a condition in an order by one field and then by id. */
export function isWalkable(table: Table, [step, ...others]: readonly OrderShape[], where: Shape): boolean {
  if (step?.by !== 'field' || others.some(({ by }) => by !== 'field')) return false
  const { column, folded } = step
  return indexesOf(table, partsOf(where)).leading.some(({ columns, equals, next, isFolded }) => {
    const after = columns[equals.length + 1]
    // The ids of an index follow its key.
    return next === column && isFolded === folded && (after === undefined || after.field === 'id')
  })
}

/** Whether an index of related records has them in the order of their step, so that a page is found early in it. */
export const walksRelated = ({ exists, column }: Extract<OrderShape, { by: 'related' }>): boolean =>
  indexesOf(exists.table, partsOf(exists.where)).leading.some(({ next, isFolded }) => next === column && !isFolded)

/** The columns that equal a value in a condition, and what indexes of all records have of them. */
function indexesOf(table: Table, parts: readonly Shape[]) {
  const equal = new Set(
    parts.flatMap(part => (part.is === 'compare' && part.operator === '=' && !part.isCommon ? [part.column] : [])),
  )
  const { unique, indexes } = table.definition
  const whole = Object.values(indexes).filter(({ only }) => only === undefined)
  const keys = [['id'], ...Object.values(unique), ...whole.map(({ key }) => key)]
  return { equal, leading: keys.map(key => leadingOf(table, key, equal)) }
}

/** The maximum number of records that share a rare value. */
const NEARLY_UNIQUE = 2

/** The columns of a key: those at its start that equal a value, and the one after them. */
interface Leading {
  readonly columns: readonly Column[]
  readonly equals: readonly Column[]
  readonly next: Column | undefined
  readonly isFolded: boolean
}

function leadingOf(table: Table, key: readonly KeyPart[], equal: ReadonlySet<Column>): Leading {
  const columns = key.map(part => table.column(fieldOfPart(part)))
  const end = columns.findIndex(column => !equal.has(column))
  const part = key[end]
  return {
    columns,
    equals: end < 0 ? columns : columns.slice(0, end),
    next: columns[end],
    isFolded: typeof part === 'object' && 'folded' in part,
  }
}

const isLed = (leading: readonly Leading[], column: Column) =>
  leading.some(({ equals, next }) => next === column || equals.includes(column))

/** The column of a condition that not most records meet. */
function selectiveColumn(shape: Shape): readonly Column[] {
  const isRead = shape.is === 'among' || shape.is === 'listed' || (shape.is === 'compare' && shape.reading === 'stored')
  return isRead && !shape.isCommon && shape.column.shared !== 'by most' ? [shape.column] : []
}
