import type { AnyCondition, Scalar } from '@platen/storage'
import type { SqlDialect } from './dialect.js'
import {
  ALWAYS,
  type Comparison,
  comparableValues,
  join,
  NEVER,
  negate,
  type SearchedValues,
  type Shape,
  type TextTest,
  TYPES,
  type Values,
} from './shape.js'
import type { Column, Table } from './tables.js'
import { type IgnoresUnindexed, ignoredWithin, ignoresUnindexed } from './unindexed.js'

type ConditionOf<Op extends AnyCondition['op'], C = AnyCondition> = C extends { readonly op: infer O }
  ? Op extends O
    ? C
    : never
  : never

/** The capabilities of a dialect that shaping needs. */
export type ShapingDialect = Pick<SqlDialect, 'capabilities' | 'search'>

const COMPARISONS = { eq: '=', ne: '=', lt: '<', lte: '<=', gt: '>', gte: '>=' } as const
const TEXT_TESTS = {
  equalsText: 'equals',
  containsText: 'contains',
  startsWithText: 'startsWith',
  endsWithText: 'endsWith',
} as const

/**
 * Separates the values from a condition, and evaluates parts that are the same for all rows. `outer` says whether the
 * surrounding condition ignores the records that the index of texts omits.
 */
export function shapeCondition(
  dialect: ShapingDialect,
  table: Table,
  condition: AnyCondition | undefined,
  values: Values,
  outer: IgnoresUnindexed = ignoresUnindexed(table),
): Shape {
  if (condition === undefined) return ALWAYS
  switch (condition.op) {
    case 'eq':
    case 'ne': {
      const shape = shapeEqual(table.column(condition.field), condition.value, values)
      return condition.op === 'eq' ? shape : negate(shape)
    }
    case 'lt':
    case 'lte':
    case 'gt':
    case 'gte':
      return shapeOrdered(table.column(condition.field), COMPARISONS[condition.op], condition.value, values)
    case 'in':
      return shapeList(dialect, table.column(condition.field), condition.values, values)
    case 'notIn':
      return negate(shapeList(dialect, table.column(condition.field), condition.values, values))
    case 'endsWith':
      return shapeEnd(table.column(condition.field), condition.text, values)
    case 'equalsText':
    case 'containsText':
    case 'startsWithText':
    case 'endsWithText':
      return shapeText(dialect, table, condition, values, outer)
    case 'has':
      return shapeHas(dialect, table.column(condition.field), [condition.value], values)
    case 'hasAny':
      return shapeHas(dialect, table.column(condition.field), condition.values, values)
    case 'and': {
      const ignores = ignoredWithin(table, condition, outer)
      return join(
        'all',
        condition.all.map(part => shapeCondition(dialect, table, part, values, ignores)),
      )
    }
    case 'or':
      return shapeAny(dialect, table, condition.all, values, ignoredWithin(table, condition, outer))
    case 'not':
      return negate(shapeCondition(dialect, table, condition.condition, values, outer))
    case 'exists':
      return shapeExists(dialect, table, condition, values)
    case 'existsForEach':
      return shapeExistsForEach(dialect, table, condition, values)
  }
}

function compare(column: Column, operator: Comparison, value: unknown, values: Values): Shape {
  const place = values.add(value)
  const isCommon = operator === '=' ? isCommonValue(column, value) : column.shared === 'by most'
  const key = `${column.name}${operator}${isCommon ? '~' : ''}#${place}`
  return { is: 'compare', column, operator, reading: 'stored', place, isCommon, key }
}

function shapeEqual(column: Column, value: Scalar, values: Values): Shape {
  const [comparable] = comparableValues(column, [value])
  if (comparable === undefined) return NEVER
  if (comparable === null) return { is: 'null', column, key: `${column.name} null` }
  const rare = column.rare.find(each => each === value)
  if (rare !== undefined) return { is: 'rare', column, value: rare, key: `${column.name}=${rare}` }
  return compare(column, '=', comparable, values)
}

function shapeOrdered(column: Column, operator: Comparison, value: Scalar, values: Values): Shape {
  if (Number.isNaN(value) || (typeof value !== 'string' && typeof value !== 'number')) return NEVER
  if (column.kind !== 'json') {
    if (typeof value !== TYPES[column.kind]) return NEVER
    const bound = typeof value === 'number' ? integerBound(operator, value) : { operator, value }
    return compare(column, bound.operator, bound.value, values)
  }
  const reading = typeof value === 'string' ? 'text' : 'number'
  const place = values.add(value)
  const key = `${reading} ${column.name}${operator}#${place}`
  return { is: 'compare', column, operator, reading, place, isCommon: false, key }
}

/** The same comparison of integers with an integer: not every database compares these with other numbers. */
function integerBound(operator: Comparison, value: number): { readonly operator: Comparison; readonly value: number } {
  if (Number.isSafeInteger(value)) return { operator, value }
  const isUpper = operator.startsWith('<')
  const whole = isUpper ? Math.floor(value) : Math.ceil(value)
  const stored = Math.min(Math.max(whole, Number.MIN_SAFE_INTEGER - 1), Number.MAX_SAFE_INTEGER + 1)
  return { operator: isUpper ? '<=' : '>=', value: stored }
}

function shapeList(dialect: ShapingDialect, column: Column, list: readonly Scalar[], values: Values): Shape {
  const possible = comparableValues(column, list)
  const others = possible.filter(value => value !== null)
  const shape = shapeValues(dialect, column, others, values)
  return others.length === possible.length
    ? shape
    : join('any', [shape, { is: 'null', column, key: `${column.name} null` }])
}

function shapeValues(dialect: ShapingDialect, column: Column, list: readonly Scalar[], values: Values): Shape {
  const [first] = list
  if (first === undefined) return NEVER
  if (list.length === 1) return compare(column, '=', first, values)
  const sought = shapeSought(dialect, list, values)
  // Where most records share a few values, an order is worth more as an index.
  const isCommon = column.shared === 'by most' || list.some(value => isCommonValue(column, value))
  const form = isCommon ? '~' : ''
  if (typeof sought === 'number') {
    return { is: 'listed', column, place: sought, isCommon, key: `${column.name} listed${form}#${sought}` }
  }
  return { is: 'among', column, places: sought, isCommon, key: `${column.name} among${form}#${sought.join('#')}` }
}

const isCommonValue = ({ declared }: Column, value: unknown): boolean =>
  declared.common !== undefined && value === declared.common

/** Adds the values of a list: no statement grows with the list. */
function shapeSought({ capabilities }: ShapingDialect, list: readonly Scalar[], values: Values): SearchedValues {
  if (list.length > capabilities.listParameters) return values.add(JSON.stringify(list))
  // Lists are filled up to powers of two, so that few shapes serve all lengths.
  const length = 2 ** Math.ceil(Math.log2(list.length))
  return Array.from({ length }, (_, at) => values.add(list[Math.min(at, list.length - 1)]))
}

function shapeHas(dialect: ShapingDialect, column: Column, list: readonly string[], values: Values): Shape {
  if (column.kind !== 'json' || list.length === 0) return NEVER
  const sought = shapeSought(dialect, list, values)
  const key = `${column.name} has${typeof sought === 'number' ? ' listed' : ''}#${[sought].flat().join('#')}`
  return { is: 'has', column, sought, key }
}

function shapeText(
  dialect: ShapingDialect,
  table: Table,
  { op, field, text }: ConditionOf<'containsText'>,
  values: Values,
  ignores: IgnoresUnindexed,
): Shape {
  const how: TextTest = TEXT_TESTS[op]
  const column = table.column(field)
  const sought = column.folding.fold(text)
  if (sought === '' && how !== 'equals') return ALWAYS
  if (column.kind === 'integer' || column.kind === 'boolean') return NEVER
  if (how === 'contains' && isLong(table, column)) {
    return shapeSearch(dialect, table, [column], sought, values, ignores)
  }
  const place = values.add(sought)
  return { is: 'text', column, how, isFolded: true, place, key: `${column.name} ${how}#${place}` }
}

function shapeEnd(column: Column, text: string, values: Values): Shape {
  if (column.kind === 'integer' || column.kind === 'boolean') return NEVER
  // Every text starts and ends with the empty text.
  const how = text === '' ? 'startsWith' : 'endsWith'
  const place = values.add(text)
  return { is: 'text', column, how, isFolded: false, place, key: `${column.name} exactly ${how}#${place}` }
}

const isLong = ({ texts }: Table, column: Column): boolean =>
  texts?.columns.some(({ field }) => field === column.field) === true

/** Whether a condition searches long texts of the records themselves. */
export function searchesTexts(table: Table, condition: AnyCondition | undefined): boolean {
  if (condition === undefined || table.texts === undefined) return false
  if (condition.op === 'not') return searchesTexts(table, condition.condition)
  if (condition.op === 'and' || condition.op === 'or') return condition.all.some(part => searchesTexts(table, part))
  return condition.op === 'containsText' && isLong(table, table.column(condition.field))
}

function shapeSearch(
  { search }: ShapingDialect,
  { texts }: Table,
  columns: readonly Column[],
  sought: string,
  values: Values,
  ignores: IgnoresUnindexed,
): Shape {
  if (!texts || sought === '') return ALWAYS
  const names = columns.map(({ name }) => name)
  const place = values.add(sought)
  const readsUnindexed = !ignores()
  // The index has none of them.
  const part = readsUnindexed ? undefined : search?.partOf(sought)
  const isWhole = part === sought
  const searchPlace = part === undefined ? undefined : values.add(search?.bind(names, part))
  const read = readsUnindexed ? 'read all' : 'read'
  const how = searchPlace === undefined ? read : `${isWhole ? 'searched' : 'narrowed'}#${searchPlace}`
  return {
    is: 'searched',
    texts,
    columns,
    place,
    search: searchPlace,
    isWhole,
    readsUnindexed,
    key: `${names.join('+')} ${how}#${place}`,
  }
}

/** One text that is sought in several columns is searched for once. */
function shapeAny(
  dialect: ShapingDialect,
  table: Table,
  all: readonly AnyCondition[],
  values: Values,
  ignores: IgnoresUnindexed,
): Shape {
  const searches = new Map<string, Column[]>()
  const shapes: Shape[] = []
  for (const part of all) {
    const column = part.op === 'containsText' ? table.column(part.field) : undefined
    if (part.op === 'containsText' && column && isLong(table, column)) {
      const sought = column.folding.fold(part.text)
      const columns = searches.get(sought)
      if (columns === undefined) searches.set(sought, [column])
      else if (!columns.includes(column)) columns.push(column)
    } else {
      shapes.push(shapeCondition(dialect, table, part, values, ignores))
    }
  }
  for (const [sought, columns] of searches) {
    shapes.push(shapeSearch(dialect, table, columns, sought, values, ignores))
  }
  return join('any', shapes)
}

function shapeExists(dialect: ShapingDialect, table: Table, condition: ConditionOf<'exists'>, values: Values): Shape {
  const other = table.other(condition.collection)
  const foreign = other.column(condition.foreign)
  const local = table.column(condition.local)
  const comparable =
    foreign.kind === local.kind ||
    foreign.kind === 'json' ||
    local.kind === 'json' ||
    (foreign.nullable && local.nullable)
  const where = shapeCondition(dialect, other, condition.where, values)
  if (!comparable || (where.is === 'constant' && !where.holds)) return NEVER
  const each = table.small || foreign.field === 'id' || !isSelective(where)
  const strategy = isFew(where) ? 'few' : each ? 'each' : 'open'
  const key = `${local.name} in ${other.name}.${foreign.name}(${where.key})`
  return { is: 'exists', table: other, foreign, local, where, strategy, key }
}

/** Up to `listParameters` lists are separate conditions, which the planner can optimize better. */
function shapeExistsForEach(
  dialect: ShapingDialect,
  table: Table,
  { collection, foreign, local, field, lists }: ConditionOf<'existsForEach'>,
  values: Values,
): Shape {
  const other = table.other(collection)
  const columns = [other.column(foreign), table.column(local), other.column(field)] as const
  const [ofForeign, ofLocal, column] = columns
  const isPlain = columns.every(({ kind, nullable }) => kind === 'integer' && !nullable)
  if (!isPlain || lists.length <= dialect.capabilities.listParameters) {
    const each = lists.map(list => {
      const where: AnyCondition = { op: 'in', field, values: list }
      return shapeExists(dialect, table, { op: 'exists', collection, foreign, local, where }, values)
    })
    return join('all', each)
  }
  const possible = lists.map(list => comparableValues(column, list))
  if (possible.some(list => list.length === 0)) return NEVER
  const place = values.add(JSON.stringify(possible))
  const placeOfCount = values.add(possible.length)
  const key = `${ofLocal.name} covers ${other.name}.${ofForeign.name}.${column.name}#${place}#${placeOfCount}`
  return { is: 'covers', table: other, foreign: ofForeign, local: ofLocal, column, place, placeOfCount, key }
}

/** Whether an index can find the matching records: otherwise gathering them would scan all records. */
function isSelective(shape: Shape): boolean {
  switch (shape.is) {
    case 'all':
      return shape.parts.some(isSelective)
    case 'any':
      return shape.parts.every(isSelective)
    case 'compare':
      return shape.operator === '=' && !shape.isCommon
    case 'text':
      return shape.how === 'equals'
    case 'exists':
      return shape.strategy === 'few'
    default:
      return shape.is === 'rare' || shape.is === 'among' || shape.is === 'listed' || shape.is === 'searched'
  }
}

/** Whether few records can match. */
export function isFew(shape: Shape): boolean {
  if (shape.is === 'all') return shape.parts.some(isFew)
  if (shape.is === 'compare' && shape.operator !== '=') return false
  const isLooked = shape.is === 'compare' || shape.is === 'among' || shape.is === 'listed'
  return isLooked && !shape.isCommon && shape.column.shared === 'by few'
}
