import { failure } from '../failure.js'
import type { CompileContext, Keyword } from '../rule.js'
import { SchemaError } from '../schema-error.js'

export const pattern: Keyword<string> = (schema, context) => {
  if (schema.pattern === undefined) return undefined
  const expression = regularExpression(schema.pattern, context, 'pattern')
  const noMatch = failure('rest_invalid_pattern', name => `${name} does not match the pattern ${schema.pattern}.`)
  return text => (expression.test(text) ? undefined : noMatch)
}

/**
 * Compiles an ECMA 262 pattern in Unicode mode (`u`), where characters outside the basic plane count as one. A pattern
 * that this mode refuses, such as `\%`, is compiled without it.
 */
export function regularExpression(source: unknown, context: CompileContext, ...keys: readonly string[]): RegExp {
  if (typeof source !== 'string') throw new SchemaError('must be a string.', context.path(...keys))
  const trimmed = withoutRedundantEnds(source)
  try {
    return new RegExp(trimmed, 'u')
  } catch {
    // It may still compile without Unicode mode.
  }
  try {
    return new RegExp(trimmed)
  } catch (cause) {
    throw new SchemaError(`is not a regular expression: ${source}`, context.path(...keys), { cause })
  }
}

/** A pattern matches anywhere in a text, so `.*` at either end only makes matching quadratic in the length of the text. */
const withoutRedundantEnds = (source: string): string =>
  source.replace(/^\.\*(?![*+?{])/, '').replace(/(?<!\\)\.\*$/, '')
