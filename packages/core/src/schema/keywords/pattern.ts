import { failure } from '../failure.js'
import type { Compiling, Keyword } from '../rule.js'
import { SchemaError } from '../schema-error.js'

export const pattern: Keyword<string> = (schema, compiling) => {
  if (schema.pattern === undefined) return undefined
  const expression = regularExpression(schema.pattern, compiling, 'pattern')
  const noMatch = failure('rest_invalid_pattern', name => `${name} does not match the pattern ${schema.pattern}.`)
  return text => (expression.test(text) ? undefined : noMatch)
}

/**
 * Compiles a pattern of ECMA 262. Characters outside the basic plane count as one (`u`); patterns that escape more
 * than that mode allows (`\%`) are taken in the older way.
 */
export function regularExpression(source: unknown, compiling: Compiling, ...keys: readonly string[]): RegExp {
  if (typeof source !== 'string') throw new SchemaError('must be a text.', compiling.path(...keys))
  const needed = withoutIdleEnds(source)
  try {
    return new RegExp(needed, 'u')
  } catch {
    // The older way decides.
  }
  try {
    return new RegExp(needed)
  } catch (cause) {
    throw new SchemaError(`is no regular expression: ${source}`, compiling.path(...keys), { cause })
  }
}

/**
 * A pattern matches anywhere in a text: `.*` at its ends decides nothing, but makes the time that a long text takes grow
 * with the square of its length.
 */
const withoutIdleEnds = (source: string): string => source.replace(/^\.\*(?![*+?{])/, '').replace(/(?<!\\)\.\*$/, '')
