import { jsonText, type Scalar } from '@platen/storage'
import type { Column, Table, TextsTable } from './tables.js'

/** How a compared column is read: as stored, or as the text, number or boolean of its JSON value. */
export type Reading = 'stored' | 'text' | 'number' | 'boolean'

/**
 * A condition without values: conditions of the same shape share a statement. `#` in `key` marks the positions of
 * values.
 */
export type Shape = { readonly key: string } & (
  | { readonly is: 'constant'; readonly holds: boolean }
  | { readonly is: 'null'; readonly column: Column }
  | { readonly is: 'rare'; readonly column: Column; readonly value: string }
  | {
      readonly is: 'compare'
      readonly column: Column
      readonly operator: Comparison
      readonly reading: Reading
      readonly place: number
      /** Whether most records may have the value, so that no index narrows the records down. */
      readonly isCommon: boolean
    }
  | {
      readonly is: 'among'
      readonly column: Column
      readonly places: readonly number[]
      readonly isCommon: boolean
    }
  | { readonly is: 'listed'; readonly column: Column; readonly place: number; readonly isCommon: boolean }
  | {
      readonly is: 'text'
      readonly column: Column
      readonly how: TextTest
      readonly isFolded: boolean
      readonly place: number
    }
  | {
      readonly is: 'searched'
      readonly texts: TextsTable
      readonly columns: readonly Column[]
      /** The place of the searched text. */
      readonly place: number
      /** The place of the search for it, or for a part of it, in the index of texts, if the index finds it. */
      readonly search: number | undefined
      /** Whether the search is for all of it. */
      readonly isWhole: boolean
      /** Whether the result depends on the records that the table of texts omits. */
      readonly readsUnindexed: boolean
    }
  | { readonly is: 'has'; readonly column: Column; readonly sought: SearchedValues }
  | { readonly is: 'all' | 'any'; readonly parts: readonly Shape[] }
  | { readonly is: 'not'; readonly part: Shape }
  | {
      readonly is: 'exists'
      readonly table: Table
      readonly foreign: Column
      readonly local: Column
      readonly where: Shape
      readonly strategy: Strategy
    }
  | {
      readonly is: 'covers'
      readonly table: Table
      readonly foreign: Column
      readonly local: Column
      readonly column: Column
      /** The parameters of the JSON list of lists, and of the number of lists. */
      readonly place: number
      readonly placeOfCount: number
    }
)

/** The condition that a related record exists. */
export type ExistsShape = Extract<Shape, { readonly is: 'exists' }>

/** Searched values: the index of each of a few values, or the index of a JSON list. */
export type SearchedValues = readonly number[] | number

/**
 * How to test for a related record: collect the `few` candidates, look up `each` record, or `open` until matches are
 * counted.
 */
export type Strategy = 'few' | 'each' | 'open'

export type Comparison = '=' | '<' | '<=' | '>' | '>='
export type TextTest = 'equals' | 'contains' | 'startsWith' | 'endsWith'

export const ALWAYS: Shape = Object.freeze({ is: 'constant', holds: true, key: 'T' })
export const NEVER: Shape = Object.freeze({ is: 'constant', holds: false, key: 'F' })

/** Collects the values of a call. */
export interface Values {
  readonly list: readonly unknown[]
  /** Adds a value and returns its index. */
  add(value: unknown): number
}

export const gatherValues = (): Values => continueValues({ list: [] })

/** A copy of the values, to which others can be added. */
export function continueValues({ list: given }: Pick<Values, 'list'>): Values {
  const list = [...given]
  return { list, add: value => list.push(value) - 1 }
}

/** The conjuncts of a condition, all of which must match. */
export const partsOf = (shape: Shape): readonly Shape[] => (shape.is === 'all' ? shape.parts.flatMap(partsOf) : [shape])

export function negate(part: Shape): Shape {
  if (part.is === 'constant') return part.holds ? NEVER : ALWAYS
  return { is: 'not', part, key: `!${part.key}` }
}

export function join(is: 'all' | 'any', parts: readonly Shape[]): Shape {
  const deciding = is === 'any'
  if (parts.some(part => part.is === 'constant' && part.holds === deciding)) return deciding ? ALWAYS : NEVER
  const open = parts.filter(part => part.is !== 'constant')
  const [first] = open
  if (first === undefined) return deciding ? NEVER : ALWAYS
  if (open.length === 1) return first
  return { is, parts: open, key: `${is}(${open.map(part => part.key).join()})` }
}

/** The values that a column can be equal to, in the form in which they are compared with it. */
export function comparableValues(column: Column, list: readonly Scalar[]): readonly (string | number | null)[] {
  const comparable: (string | number | null)[] = []
  for (const value of list) {
    if (typeof value === 'number' && !Number.isFinite(value)) continue
    if (column.kind === 'json') comparable.push(jsonText(value))
    // No record has such a number, and not every database compares integers with it.
    else if (typeof value === 'number' && !Number.isSafeInteger(value)) continue
    else if (value === null) {
      if (column.nullable) comparable.push(null)
    } else if (typeof value === TYPES[column.kind]) comparable.push(typeof value === 'boolean' ? Number(value) : value)
  }
  return comparable
}

/** The `typeof` of a column's values. */
export const TYPES = { text: 'string', integer: 'number', boolean: 'boolean' } as const
