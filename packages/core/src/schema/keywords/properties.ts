import { entriesOf } from '../keyword-value.js'
import type { Compiling, Rule } from '../rule.js'
import type { Schema } from '../schema.js'

/** The rules of the declared members; a map, so that `constructor` and `__proto__` are names like any other. */
export function properties(schema: Schema, compiling: Compiling): ReadonlyMap<string, Rule> {
  const declared = entriesOf(schema, 'properties', compiling)
  return new Map(declared.map(([name, property]) => [name, compiling.rule(property, 'properties', name)]))
}
