import { type Failure, failure, failureIn } from '../failure.js'
import type { CompileContext, Conversion, Keyword, Rule } from '../rule.js'
import type { Schema } from '../schema.js'
import { SchemaError } from '../schema-error.js'

const surplus = failure('rest_too_many_items', name => `${name} is one item more than allowed.`)
const forbidden: Rule = { check: () => surplus, sanitize: value => value, isIdentity: true }

/** One rule for all items, or a rule for each position and one for the remaining items. */
type Items =
  | { readonly each: Rule; readonly positions?: undefined }
  | { readonly positions: readonly Rule[]; readonly rest: Rule | undefined }

function itemsOf({ items, additionalItems }: Schema, context: CompileContext): Items | undefined {
  if (additionalItems !== undefined && typeof additionalItems !== 'boolean') {
    // Validation ignores it beside a single schema, but an invalid one is still an error.
    context.rule(additionalItems, 'additionalItems')
  }
  if (items === undefined) return undefined
  if (!isPositions(items)) return { each: context.rule(items, 'items') }
  if (items.length === 0) throw new SchemaError('must list at least one schema.', context.path('items'))
  const positions = items.map((item, position) => context.rule(item, 'items', position))
  if (additionalItems === undefined || additionalItems === true) return { positions, rest: undefined }
  return { positions, rest: additionalItems === false ? forbidden : context.rule(additionalItems, 'additionalItems') }
}

const isPositions = (items: NonNullable<Schema['items']>): items is readonly Schema[] => Array.isArray(items)

export const items: Keyword<readonly unknown[]> = (schema, context) => {
  const rules = itemsOf(schema, context)
  if (rules === undefined) return undefined
  if (rules.positions !== undefined) return list => checkPositions(list, rules.positions, rules.rest)
  const { check, ofItems } = rules.each
  if (ofItems) return ofItems.check
  return list => {
    for (let index = 0; index < list.length; index++) {
      const failed = check(list[index])
      if (failed) return failureIn(index, failed)
    }
    return undefined
  }
}

function checkPositions(
  list: readonly unknown[],
  positions: readonly Rule[],
  rest: Rule | undefined,
): Failure | undefined {
  for (let index = 0; index < list.length; index++) {
    const rule = positions[index] ?? rest
    if (rule === undefined) return undefined
    const failed = rule.check(list[index])
    if (failed) return failureIn(index, failed)
  }
  return undefined
}

/** Converts the items of a list; returns the list itself if none changes. */
export const itemsConversion: Conversion<readonly unknown[]> = (schema, context) => {
  const rules = itemsOf(schema, context)
  if (rules === undefined) return undefined
  if (rules.positions !== undefined) {
    const { positions, rest } = rules
    if ([...positions, ...(rest ? [rest] : [])].every(({ isIdentity }) => isIdentity)) return undefined
    return list => list.map((item, index) => (positions[index] ?? rest)?.sanitize(item) ?? item)
  }
  const { sanitize, isIdentity, ofItems } = rules.each
  if (isIdentity) return undefined
  if (ofItems) return ofItems.sanitize
  return list => {
    let converted: unknown[] | undefined
    for (let index = 0; index < list.length; index++) {
      const item = list[index]
      const value = sanitize(item)
      if (value === item) continue
      converted ??= list.slice()
      converted[index] = value
    }
    return converted ?? list
  }
}
