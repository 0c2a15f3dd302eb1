import { type Failure, failureIn } from '../failure.js'
import type { Members } from '../object-members.js'
import type { Compiling, Conversion, Keyword, Rule } from '../rule.js'
import type { Schema } from '../schema.js'
import { additionalProperties } from './additional-properties.js'
import { patternProperties } from './pattern-properties.js'
import { properties } from './properties.js'
import { rulesInSequence } from './rules-in-sequence.js'

type RuleOfMember = (name: string) => Rule | undefined

/** The members of an object, in the order they were sent: the first that fails is told. */
export const members: Keyword<Members> = (schema, compiling) => {
  const ruleOf = memberRule(schema, compiling)
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

/** The items are members with their positions for names; only as many names are made as are looked at. */
function checkList(list: readonly unknown[], ruleOf: RuleOfMember): Failure | undefined {
  for (let index = 0; index < list.length; index++) {
    const failed = ruleOf(String(index))?.check(list[index])
    if (failed) return failureIn(index, failed)
  }
  return undefined
}

/** An object of which nothing changes stays the one it is. */
export const membersConversion: Conversion<Members> = (schema, compiling) => {
  const ruleOf = memberRule(schema, compiling)
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

/** A member is held to its declaration and to every pattern that matches its name, or to what is said of the rest. */
function memberRule(schema: Schema, compiling: Compiling): RuleOfMember | undefined {
  const declared = properties(schema, compiling)
  const patterns = patternProperties(schema, compiling)
  const rest = additionalProperties(schema, compiling)
  if (patterns.length > 0) {
    return name => {
      const matching = patterns.filter(({ pattern }) => pattern.test(name)).map(({ rule }) => rule)
      const own = declared.get(name)
      return rulesInSequence(own ? [own, ...matching] : matching) ?? rest
    }
  }
  return declared.size > 0 || rest ? name => declared.get(name) ?? rest : undefined
}
