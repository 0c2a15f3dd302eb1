import { entriesOf } from '../keyword-value.js'
import type { Compiling, Rule } from '../rule.js'
import type { Schema } from '../schema.js'
import { regularExpression } from './pattern.js'

export interface PatternRule {
  readonly pattern: RegExp
  readonly rule: Rule
}

/** The rules of the members whose names match a pattern. */
export function patternProperties(schema: Schema, compiling: Compiling): readonly PatternRule[] {
  return entriesOf(schema, 'patternProperties', compiling).map(([source, member]) => ({
    pattern: regularExpression(source, compiling, 'patternProperties', source),
    rule: compiling.rule(member, 'patternProperties', source),
  }))
}
