import type { Schema } from '@platen/core'
import type { Condition } from '@platen/storage'
import { type IndexedMetaRecord, whereIndexedMeta } from '../../../kernel/records/index.js'
import type { SiteTime } from '../../../kernel/time/index.js'
import { AFTER_VALUES, BEFORE_VALUES } from '../indexing/index-text.js'
import type { IndexedKey } from '../indexing/indexed-keys.js'
import { unknownName } from './meta-filter.js'
import { comparedText, IncomparableValue, type ValueCondition } from './value-conditions.js'

/** The comparisons of `meta_compare` that an index answers. */
const COMPARISONS = [
  '=',
  '!=',
  '>',
  '>=',
  '<',
  '<=',
  'IN',
  'NOT IN',
  'BETWEEN',
  'NOT BETWEEN',
  'EXISTS',
  'NOT EXISTS',
] as const

type Comparison = (typeof COMPARISONS)[number]

/** The types of `meta_type`, two of them with digits and decimals. */
const TYPES = String.raw`^(?:BINARY|CHAR|DATE|DATETIME|SIGNED|TIME|UNSIGNED|(?:DECIMAL|NUMERIC)(?:\(\d{1,2}(?:, ?\d{1,2})?\))?)$`
const MOST_VALUES = 100

/** The orders by the value of `meta_key`. */
export const META_VALUE_ORDERS = ['meta_value', 'meta_value_num']

/** The arguments of lists in the dialect `wp`: a declared key, and what its value is compared with. */
export const metaQueryArgs: Readonly<Record<string, Schema>> = {
  meta_key: { description: 'Only objects that have a value of this declared key.', type: 'string' },
  meta_value: {
    description: 'Only objects whose value of the key compares with this one, or with these.',
    anyOf: [
      { title: 'Value', type: 'string' },
      { title: 'Values', type: 'array', items: { type: 'string' }, maxItems: MOST_VALUES },
    ],
  },
  meta_compare: {
    description: 'How values are compared: by default equal, or one of a list.',
    type: 'string',
    enum: COMPARISONS,
  },
  meta_type: {
    description: 'Accepted for compatibility: values are compared by the declared type of the key.',
    type: 'string',
    pattern: TYPES,
  },
}

/** The key that `meta_key` names. Throws a 400 that names the nearest one. */
export function queriedKey(keys: readonly IndexedKey[], given: unknown): IndexedKey {
  const name = typeof given === 'string' ? given : ''
  const found = keys.find(({ key, path }) => path.length === 0 && key.key === name)
  if (found !== undefined) return found
  const problem = name === '' ? 'It must name a declared key of this list' : `"${name}" is no declared key of this list`
  throw unknownName(
    'meta_key',
    problem,
    name,
    keys.map(({ key }) => key.key),
  )
}

/** The condition of `meta_value` and `meta_compare` on a key. Throws `IncomparableValue`. */
export function metaQuery(key: IndexedKey, params: Readonly<Record<string, unknown>>, time: SiteTime): ValueCondition {
  const { meta_value: given, meta_compare: compare } = params
  const sent = [given]
    .flat()
    .flatMap(each => (typeof each === 'string' ? (each.trim() === '' ? [] : [each.trim()]) : []))
  const requested = COMPARISONS.find(each => each === compare) ?? (Array.isArray(given) ? 'IN' : '=')
  const comparison = comparisonWith(requested, sent.length > 0)
  const isList = LIST_COMPARISONS.includes(comparison)
  const values = isList && typeof given === 'string' ? sent.flatMap(text => listed(key, text)) : sent
  requireCount(comparison, values.length)
  return conditionOf(
    key,
    comparison,
    WITHOUT_VALUES.includes(comparison) ? [] : values.map(each => comparedText(key, typed(key, each), time)),
  )
}

/** The comparisons with a list, or with a text of values separated by commas. */
const LIST_COMPARISONS: readonly Comparison[] = ['IN', 'NOT IN', 'BETWEEN', 'NOT BETWEEN']
const WITHOUT_VALUES: readonly Comparison[] = ['EXISTS', 'NOT EXISTS']

/** Without a value, a comparison means that there is one; with a value, that there is one means that it is equal. */
function comparisonWith(requested: Comparison, hasValues: boolean): Comparison {
  if (requested === 'NOT EXISTS') return requested
  if (!hasValues) return 'EXISTS'
  return requested === 'EXISTS' ? '=' : requested
}

/** The values in a text that are separated by commas, or, without any, by spaces. */
const listed = ({ type }: IndexedKey, text: string): readonly string[] =>
  text
    .split(text.includes(',') ? ',' : /\s+/, MOST_VALUES + 1)
    .map(each => each.trim())
    .filter(each => each !== '' || type === 'text')

function requireCount(comparison: Comparison, count: number): void {
  if (WITHOUT_VALUES.includes(comparison)) return
  const [least, most] = comparison.endsWith('BETWEEN') ? [2, 2] : comparison.endsWith('IN') ? [0, MOST_VALUES] : [1, 1]
  if (count >= least && count <= most) return
  throw new IncomparableValue(
    `${comparison} compares with ${most === 1 ? 'one value' : most === 2 ? 'two values' : `up to ${most} values`}.`,
  )
}

const { and, eq, gt, gte, in: isIn, lt, lte, ne, notIn, or } = whereIndexedMeta

/** A condition on objects that have a value, unlike the operators of `meta`: only `NOT EXISTS` matches the others. */
function conditionOf(key: IndexedKey, comparison: Comparison, values: readonly string[]): ValueCondition {
  const [first = BEFORE_VALUES, second = BEFORE_VALUES] = values
  const existing = and(gt('value', BEFORE_VALUES), lt('value', AFTER_VALUES))
  const conditions: Readonly<Record<Comparison, Condition<IndexedMetaRecord>>> = {
    '=': eq('value', first),
    '!=': and(existing, ne('value', first)),
    '>': and(existing, gt('value', first)),
    '>=': and(existing, gte('value', first)),
    '<': and(existing, lt('value', first)),
    '<=': and(existing, lte('value', first)),
    IN: isIn('value', values),
    'NOT IN': and(existing, notIn('value', values)),
    BETWEEN: and(existing, gte('value', first), lte('value', second)),
    'NOT BETWEEN': and(existing, or(lt('value', first), gt('value', second))),
    EXISTS: existing,
    'NOT EXISTS': eq('value', BEFORE_VALUES),
  }
  return { where: and(eq('key', key.id), conditions[comparison]), isNegative: false }
}

/** A value of the type of a key, as it is written in a query. Throws `IncomparableValue`. */
function typed({ type, name }: IndexedKey, given: string): unknown {
  if (type === 'text') return given
  if (type === 'moment') return DATE.test(given) ? `${given}T00:00:00` : given
  const value = type === 'boolean' ? BOOLEANS.get(given.toLowerCase()) : numberIn(given)
  if (value === undefined) throw new IncomparableValue(`The values of "${name}" are ${type}s.`)
  return value
}

const numberIn = (text: string): number | undefined => {
  const number = NUMBER.test(text) ? Number(text) : Number.NaN
  return Number.isFinite(number) ? number : undefined
}

/** A date without a time is its beginning. */
const DATE = /^\d{4}-\d\d-\d\d$/
/** The characters of numbers in decimal notation. */
const NUMBER = /^[\d.e+-]+$/i
const BOOLEANS = new Map([
  ['1', true],
  ['true', true],
  ['0', false],
  ['false', false],
])
