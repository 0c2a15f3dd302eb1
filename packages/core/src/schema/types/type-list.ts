import { typeFailure } from '../failure.js'
import type { Check, Compiling, StagedRule } from '../rule.js'
import type { Schema, TypeName } from '../schema.js'
import type { TypedRule } from './typed-rule.js'
import { types } from './types.js'

type Choose = (value: unknown) => TypedRule | undefined

/** The rule of a schema with a list of types: the first that a value belongs to decides. */
export function typeListRule(names: readonly TypeName[], schema: Schema, compiling: Compiling): StagedRule {
  const rules = new Map(names.map(name => [name, types[name](schema, compiling)]))
  const inOrder = [...rules.values()]
  const text = rules.get('string')
  const list = rules.get('array')
  const wrong = typeFailure(names.join(','))
  const choose: Choose = value => {
    // An empty text can be an object and a list can too, but not where they are welcome as what they are.
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

/** The rule of a schema without a type: keywords look at the values they are for, and nothing is taken for another. */
export function untypedRule(schema: Schema, compiling: Compiling): StagedRule {
  const text = types.string(schema, compiling)
  const number = types.number(schema, compiling)
  const list = types.array(schema, compiling)
  const object = types.object(schema, compiling)
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
    bare: rules.every(({ bare }) => bare),
    isIdentity: rules.every(({ isIdentity }) => isIdentity),
  }
}
