import { invalidParams, RestError, type Schema } from '@platen/core'
import type { Condition } from '@platen/storage'
import { type IndexedMetaRecord, whereIndexedMeta } from '../../../kernel/records/index.js'
import type { SiteTime } from '../../../kernel/time/index.js'
import { AFTER_VALUES, BEFORE_VALUES } from '../indexing/index-text.js'
import type { IndexedKey } from '../indexing/indexed-keys.js'
import { unknownName } from './meta-filter.js'
import { comparedText, type ValueCondition } from './value-conditions.js'

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

const TYPES = ['CHAR', 'NUMERIC', 'SIGNED', 'UNSIGNED', 'DECIMAL', 'DATE', 'DATETIME', 'TIME', 'BINARY']
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
    enum: TYPES,
  },
}

/** The key that `meta_key` names. Throws a 400 that names the nearest one. */
export function queriedKey(keys: readonly IndexedKey[], given: unknown): IndexedKey {
  const name = typeof given === 'string' ? given : ''
  const found = keys.find(({ key, path }) => path.length === 0 && key.key === name)
  if (found !== undefined) return found
  const names = keys.map(({ key }) => key.key)
  throw unknownName('meta_key', `"${name}" is no declared key of this list`, name, names)
}

/** The condition of `meta_value` and `meta_compare` on a key. Throws `IncomparableValue`. */
export function metaQuery(key: IndexedKey, params: Readonly<Record<string, unknown>>, time: SiteTime): ValueCondition {
  const { meta_value: value, meta_compare: compare } = params
  const comparison = COMPARISONS.find(each => each === compare) ?? comparisonOf(value)
  const values = [value].flat().flatMap(each => (typeof each === 'string' ? [each] : []))
  const isSplit = typeof value === 'string' && WITH_LISTS.includes(comparison)
  const compared = isSplit ? value.split(',', MOST_VALUES).map(each => each.trim()) : values
  return conditionOf(
    key,
    comparison,
    compared.map(each => comparedText(key, typed(key, each), time)),
  )
}

/** The comparisons with a list, or with a text of values separated by commas. */
const WITH_LISTS: readonly Comparison[] = ['IN', 'NOT IN', 'BETWEEN', 'NOT BETWEEN']

const comparisonOf = (value: unknown): Comparison =>
  value === undefined ? 'EXISTS' : Array.isArray(value) ? 'IN' : '='

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

/** A value of the type of a key. Throws a 400 for a text that is none. */
function typed({ type, name }: IndexedKey, given: string): unknown {
  if (type === 'boolean') return given !== '' && given !== '0' && given.toLowerCase() !== 'false'
  if (type !== 'number') return given
  const number = Number(given)
  if (given.trim() !== '' && Number.isFinite(number)) return number
  throw invalidParams(
    new Map([['meta_value', new RestError('rest_invalid_param', `The values of "${name}" are numbers.`, 400)]]),
  )
}
