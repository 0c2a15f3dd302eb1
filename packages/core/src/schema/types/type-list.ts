import { typeFailure } from '../failure.js'
import type { Check, CompileContext, StagedRule } from '../rule.js'
import type { Schema, TypeName } from '../schema.js'
import type { TypedRule } from './typed-rule.js'
import { types } from './types.js'

type Choose = (value: unknown) => TypedRule | undefined

/** The rule of a schema with several types: the first one that accepts a value applies. */
export function typeListRule(names: readonly TypeName[], schema: Schema, context: CompileContext): StagedRule {
  const rules = new Map(names.map(name => [name, types[name](schema, context)]))
  const inOrder = [...rules.values()]
  const text = rules.get('string')
  const list = rules.get('array')
  const wrong = typeFailure(names.join(','))
  const choose: Choose = value => {
    // An empty string and a list may also be objects, but only if their own type is not allowed.
    if (text && value === '') return text
    if (list && Array.isArray(value)) return list
    for (const rule of inOrder) if (rule.accepts(value)) return rule
    return undefined
  }
  return chosenRule(inOrder, choose, value => {
    const rule = choose(value)
    return rule ? rule.check(value) : wrong
  })
}

/** The rule of a schema without a type: keywords apply to values of their own type, and nothing is converted. */
export function untypedRule(schema: Schema, context: CompileContext): StagedRule {
  const text = types.string(schema, context)
  const number = types.number(schema, context)
  const list = types.array(schema, context)
  const object = types.object(schema, context)
  const choose: Choose = value => {
    if (typeof value === 'string') return text
    if (typeof value === 'number') return number
    if (Array.isArray(value)) return list
    return typeof value === 'object' && value !== null ? object : undefined
  }
  return chosenRule([text, number, list, object], choose, value => choose(value)?.check(value))
}

function chosenRule(rules: readonly TypedRule[], choose: Choose, check: Check): StagedRule {
  return {
    check,
    checkLast: rules.some(({ checkLast }) => checkLast) ? value => choose(value)?.checkLast?.(value) : undefined,
    sanitize(value) {
      const rule = choose(value)
      return rule ? rule.sanitize(value) : value
    },
    typeOnly: rules.every(({ typeOnly }) => typeOnly),
    isIdentity: rules.every(({ isIdentity }) => isIdentity),
  }
}
