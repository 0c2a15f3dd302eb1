import { checkInOrder } from '../check-in-order.js'
import { type Failure, failureIn } from '../failure.js'
import { entriesOf } from '../keyword-value.js'
import type { Members } from '../object-members.js'
import type { CompileContext, Conversion, Keyword, Rule } from '../rule.js'
import type { Schema } from '../schema.js'
import { additionalProperties } from './additional-properties.js'
import { regularExpression } from './pattern.js'

type RuleOfMember = (name: string) => Rule | undefined

/** Checks the members of an object in the order they were sent; the first failure is reported. */
export const members: Keyword<Members> = (schema, context) => {
  const ruleOf = memberRule(schema, context)
  if (!ruleOf) return undefined
  return object => {
    if (Array.isArray(object)) return checkList(object, ruleOf)
    for (const name of Object.keys(object)) {
      const failed = ruleOf(name)?.check(object[name])
      if (failed) return failureIn(name, failed)
    }
    return undefined
  }
}

/** Items are members named by position. A loop over positions creates no name that is not checked. */
function checkList(list: readonly unknown[], ruleOf: RuleOfMember): Failure | undefined {
  for (let index = 0; index < list.length; index++) {
    const failed = ruleOf(String(index))?.check(list[index])
    if (failed) return failureIn(index, failed)
  }
  return undefined
}

/** Converts the members of an object; returns the object itself if none changes. */
export const membersConversion: Conversion<Members> = (schema, context) => {
  const ruleOf = memberRule(schema, context)
  if (!ruleOf) return undefined
  return object => {
    let converted: Record<string, unknown> | undefined
    for (const name of Object.keys(object)) {
      const rule = ruleOf(name)
      if (!rule) continue
      const value = rule.sanitize(object[name])
      if (value === object[name]) continue
      converted ??= { ...object }
      define(converted, name, value)
    }
    return converted ?? object
  }
}

/** Assigning to `__proto__` would set the prototype. */
function define(object: Record<string, unknown>, name: string, value: unknown): void {
  if (name !== '__proto__') object[name] = value
  else Object.defineProperty(object, name, { value, enumerable: true, configurable: true, writable: true })
}

/** `properties` and every matching pattern apply to a member; `additionalProperties` applies if none of them does. */
function memberRule(schema: Schema, context: CompileContext): RuleOfMember | undefined {
  // A map, so that `constructor` and `__proto__` are names like any other.
  const declared = new Map(
    entriesOf(schema, 'properties', context).map(([name, member]) => [name, context.rule(member, 'properties', name)]),
  )
  const patterns = entriesOf(schema, 'patternProperties', context).map(([source, member]) => ({
    pattern: regularExpression(source, context, 'patternProperties', source),
    rule: context.rule(member, 'patternProperties', source),
  }))
  const rest = additionalProperties(schema, context)
  if (patterns.length > 0) {
    return name => {
      const matching = patterns.filter(({ pattern }) => pattern.test(name)).map(({ rule }) => rule)
      const own = declared.get(name)
      return inSequence(own ? [own, ...matching] : matching) ?? rest
    }
  }
  return declared.size > 0 || rest ? name => declared.get(name) ?? rest : undefined
}

/** Combines rules into one; undefined when there are none. */
function inSequence(rules: readonly Rule[]): Rule | undefined {
  const [first, ...more] = rules
  if (!first || more.length === 0) return first
  return {
    check: checkInOrder(rules.map(({ check }) => check)) ?? first.check,
    sanitize: value => rules.reduce((converted, { sanitize }) => sanitize(converted), value),
    isIdentity: rules.every(({ isIdentity }) => isIdentity),
  }
}
