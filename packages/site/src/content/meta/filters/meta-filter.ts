import { invalidParams, nearestWord, RestError } from '@platen/core'
import { type AnyCondition, type AnyRecord, type Condition, conditionBuilder } from '@platen/storage'
import type { SiteContext, SitePrincipal } from '../../../kernel/context/index.js'
import { type IndexedMetaRecord, whereIndexedMeta } from '../../../kernel/records/index.js'
import { isMap } from '../../../kernel/text/index.js'
import { requireComplete } from '../indexing/index-filling.js'
import type { IndexedKey } from '../indexing/indexed-keys.js'
import { IncomparableValue, isOperator, OPERATORS, type ValueCondition, valueCondition } from './value-conditions.js'

/** What joins the filters of a request. */
export type Relation = 'and' | 'or'

/** The keys that a caller may read; to the caller, the others are undeclared. */
export const readableKeys = (keys: readonly IndexedKey[], principal: SitePrincipal): readonly IndexedKey[] =>
  keys.filter(({ key }) => key.authorizeRead(principal))

/** The key with a name. Throws a 400 for the parameter that names the nearest key. */
export function requireKey(keys: readonly IndexedKey[], name: string, param: string, use: string): IndexedKey {
  const key = keys.find(each => each.name === name)
  if (key !== undefined) return key
  throw unknownName(
    param,
    `"${name}" is no declared key ${use}`,
    name,
    keys.map(each => each.name),
  )
}

/** The 400 for a name that a parameter does not have, with the nearest one. */
export function unknownName(param: string, problem: string, name: string, known: readonly string[]): RestError {
  const nearest = nearestWord(name, known)
  const hint = nearest === undefined ? '' : ` Did you mean "${nearest}"?`
  return invalidParams(new Map([[param, new RestError('rest_unknown_meta', `${problem}.${hint}`, 400)]]))
}

/** The condition of the argument `meta` on the objects of a list, such as `{ height: { gte: 40 }, color: ['red', 'blue'] }`. */
export async function metaCondition(
  site: SiteContext,
  keys: readonly IndexedKey[],
  given: unknown,
  relation: Relation,
): Promise<AnyCondition | undefined> {
  if (!isMap(given)) return undefined
  const { time } = await site.options()
  const conditions: AnyCondition[] = []
  for (const [name, value] of Object.entries(given)) {
    const key = requireKey(keys, name, 'meta', 'that filters this list')
    await requireComplete(site, key)
    const param = `meta.${name}`
    const tests = operatorsOf(key, value, param)
    const parts = tests.map(([operator, operand]) =>
      translated(param, () => valueCondition(key, operator, operand, time)),
    )
    conditions.push(keyCondition(key, parts))
  }
  return conditions.length === 0 ? undefined : joined(conditions, relation)
}

/** The operators of a filter: a value alone is compared by `eq`, a list by `in`. */
function operatorsOf(key: IndexedKey, value: unknown, param: string) {
  if (Array.isArray(value)) return [['in', value] as const]
  if (!isMap(value)) return [['eq', value] as const]
  return Object.entries(value).map(([name, operand]) => {
    if (isOperator(name)) return [name, operand] as const
    throw unknownName(param, `"${name}" is no operator for "${key.name}"`, name, OPERATORS)
  })
}

const owner = conditionBuilder<AnyRecord>('owner')
const on = { foreign: 'object', local: 'id' } as const

/** The condition of several tests of one key: each holds for one of the object's values, not always the same. */
export function keyCondition({ key, isMany }: IndexedKey, parts: readonly ValueCondition[]): AnyCondition {
  // A single value satisfies all of them: a range of the index.
  const positive = parts.filter(({ isNegative }) => !isNegative).map(({ where }) => where)
  const groups = isMany || positive.length === 0 ? positive.map(where => [where]) : [positive]
  const tests = [
    ...groups.map(group => owner.exists(whereIndexedMeta, on, whereIndexedMeta.and(...group))),
    ...parts
      .filter(({ isNegative }) => isNegative)
      .map(({ where }) => owner.not(owner.exists(whereIndexedMeta, on, where))),
  ]
  const [first] = tests
  if (first !== undefined && tests.length === 1 && !key.partOfContent) return first
  return owner.and(...(key.partOfContent ? [WITHOUT_PASSWORD] : []), ...tests)
}

/** Filters and orders by what is part of the content find only posts whose content everybody sees. */
export const WITHOUT_PASSWORD = owner.eq('password', '')

/** Alternatives are one condition on the index where possible: each alone may match few of many objects. */
function joined(conditions: readonly AnyCondition[], relation: Relation): AnyCondition {
  const [first] = conditions
  if (first !== undefined && conditions.length === 1) return first
  if (relation === 'and') return owner.and(...conditions)
  const found = conditions.flatMap(each => (each.op === 'exists' && each.where !== undefined ? [each.where] : []))
  if (found.length < conditions.length) return owner.or(...conditions)
  return owner.exists(whereIndexedMeta, on, whereIndexedMeta.or(...(found as Condition<IndexedMetaRecord>[])))
}

/** Translates the error of a value of a parameter for clients. */
export function translated<T>(param: string, make: () => T): T {
  try {
    return make()
  } catch (error) {
    if (!(error instanceof IncomparableValue)) throw error
    throw invalidParams(new Map([[param, new RestError('rest_invalid_param', error.message, 400)]]))
  }
}
