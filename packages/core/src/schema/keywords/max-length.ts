import { failure } from '../failure.js'
import { countOf } from '../keyword-value.js'
import type { Keyword } from '../rule.js'
import { characters } from './characters.js'

export const maxLength: Keyword<string> = (schema, compiling) => {
  const max = countOf(schema, 'maxLength', compiling)
  if (max === undefined) return undefined
  const tooLong = failure('rest_too_long', name => `${name} has more than ${max} characters.`)
  // A character is one or two units of `length`, so that most text need not be counted.
  return text => (text.length > max && (text.length > 2 * max || characters(text) > max) ? tooLong : undefined)
}
