import { failure } from '../failure.js'
import { countOf } from '../keyword-value.js'
import type { Keyword } from '../rule.js'
import { characters } from './characters.js'

export const minLength: Keyword<string> = (schema, compiling) => {
  const min = countOf(schema, 'minLength', compiling)
  if (min === undefined) return undefined
  const tooShort = failure('rest_too_short', name => `${name} has fewer than ${min} characters.`)
  // A character is one or two units of `length`, so that most text need not be counted.
  return text => (text.length < 2 * min && (text.length < min || characters(text) < min) ? tooShort : undefined)
}
