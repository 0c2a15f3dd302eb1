import type { TextSearch } from './dialect.js'
import { join, partsOf, type Shape, type Values } from './shape.js'
import type { TextsTable } from './tables.js'

/** A search in an index of texts that finds all records of a condition, and perhaps others. */
export interface IndexSearch {
  readonly texts: TextsTable
  /** The column that the index covers; all columns without one. */
  readonly column: string | undefined
  /** The place of the search. */
  readonly place: number
  /** The conditions that records from the search must still be tested for. */
  readonly remaining: Shape
  /** The parts of the condition without and with text searches. */
  readonly rest: Shape
  readonly searches: Shape
}

const NO_SEARCHES: readonly IndexSearch[] = []

/** More searches than this are not joined: the others are tested. */
const MAX_SEARCHES = 32

/**
 * The index searches for a condition: first those in the index of one column, which find out fastest that there are no matches,
 * and last the one that tests most. There are none if the condition matches records that no index search finds.
 */
export function indexSearchesOf(search: TextSearch | undefined, where: Shape, values: Values): readonly IndexSearch[] {
  const texts = textsOf(where)
  if (search === undefined || texts === undefined) return NO_SEARCHES
  const parts = partsOf(where)
  const searches = parts.filter(isSearch)
  const rest = parts.filter(part => !searches.includes(part))
  const indexSearches: IndexSearch[] = []
  for (const column of [...search.alone(texts), undefined]) {
    const { bound, untested } = searchFor(search, searches, column, values)
    if (bound === undefined) continue
    const place = values.add(bound)
    const remaining = join('all', [...rest, ...untested])
    indexSearches.push({ texts, column, place, remaining, rest: join('all', rest), searches: join('all', searches) })
    if (column !== undefined && untested.length === 0) break
  }
  return indexSearches
}

/** One search for several conditions, and the conditions that it does not test. */
function searchFor(search: TextSearch, conditions: readonly Shape[], column: string | undefined, values: Values) {
  const { exact, necessary } = searchesIn(search, column, values)
  const found: string[] = []
  const excluded: string[] = []
  const untested: Shape[] = []
  for (const condition of conditions) {
    const own = found.length < MAX_SEARCHES ? exact(condition) : undefined
    const other = condition.is === 'not' && excluded.length < MAX_SEARCHES ? exact(condition.part) : undefined
    const wider = own === undefined && found.length < MAX_SEARCHES ? necessary(condition) : undefined
    if (own === undefined && other === undefined) untested.push(condition)
    if (other !== undefined) excluded.push(other)
    const positive = own ?? wider
    if (positive !== undefined) found.push(positive)
  }
  if (found.length === 0) return { bound: undefined, untested: conditions }
  const all = search.join('all', found)
  return { bound: excluded.length === 0 ? all : search.without(all, search.join('any', excluded)), untested }
}

/** Whether a condition searches texts of the record itself. */
const isSearch = (shape: Shape): boolean => textsOf(shape) !== undefined

/** The table of the texts that a condition searches. */
function textsOf(shape: Shape): TextsTable | undefined {
  if (shape.is === 'searched') return shape.texts
  if (shape.is === 'not') return textsOf(shape.part)
  if (shape.is !== 'all' && shape.is !== 'any') return undefined
  for (const part of shape.parts) {
    const texts = textsOf(part)
    if (texts !== undefined) return texts
  }
  return undefined
}

/** The searches of conditions in the index of a column, or that of all. */
function searchesIn(search: TextSearch, column: string | undefined, values: Values) {
  const joined = (is: 'all' | 'any', searches: readonly string[]) =>
    searches.length === 1 ? searches[0] : search.join(is, searches)
  const isShort = (parts: readonly unknown[]) => parts.length > 0 && parts.length <= MAX_SEARCHES

  /** The search for a text, or for a part of it. */
  function own({ columns, search }: Extract<Shape, { is: 'searched' }>): string | undefined {
    const isIn = column === undefined || columns.every(({ name }) => name === column)
    return isIn && search !== undefined ? String(values.list[search]) : undefined
  }

  /** The search that finds the records of a condition. */
  function exact(shape: Shape): string | undefined {
    if (shape.is === 'searched') return shape.isWhole ? own(shape) : undefined
    if (shape.is !== 'all' && shape.is !== 'any') return undefined
    const searches = shape.parts.flatMap(part => exact(part) ?? [])
    return searches.length === shape.parts.length && isShort(searches) ? joined(shape.is, searches) : undefined
  }

  /** A search that finds at least the records of a condition. */
  function necessary(shape: Shape): string | undefined {
    if (shape.is === 'searched') return own(shape)
    const whole = exact(shape)
    if (whole !== undefined || (shape.is !== 'all' && shape.is !== 'any')) return whole
    const searches = shape.parts.flatMap(part => necessary(part) ?? [])
    const isEnough = isShort(searches) && (shape.is === 'all' || searches.length === shape.parts.length)
    return isEnough ? joined(shape.is, searches) : undefined
  }

  return { exact, necessary }
}
