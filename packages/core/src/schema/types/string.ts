import { compileChecks } from '../check-in-order.js'
import { typeFailure } from '../failure.js'
import { formatConversion } from '../keywords/format.js'
import { keywords } from '../keywords/keywords.js'
import { textFromNumber } from './numeric-text.js'
import type { TypeCompiler } from './typed-rule.js'

const wrong = typeFailure('string')

export const compileString: TypeCompiler = (schema, context) => {
  // Without an `enum` between them, the last checks can run with the others.
  const staged = schema.enum !== undefined
  const early = staged ? keywords.string : [...keywords.string, ...keywords.stringLast]
  const check = compileChecks(early, schema, context)
  const checkLast = staged ? compileChecks(keywords.stringLast, schema, context) : undefined
  const convert = formatConversion(schema, context)
  return {
    accepts: value => typeof value === 'string',
    check: value => (typeof value === 'string' ? check?.(value) : wrong),
    checkLast: checkLast && (value => (typeof value === 'string' ? checkLast(value) : undefined)),
    sanitize(value) {
      const text = typeof value === 'string' ? value : textFromOther(value)
      return convert && typeof text === 'string' ? convert(text) : text
    },
    typeOnly: !check && !checkLast && !convert,
    isIdentity: !convert,
  }
}

/** The alternatives of a schema may have converted a string to another type before the schema's own type converts it. */
function textFromOther(value: unknown): unknown {
  if (typeof value === 'number') return textFromNumber(value)
  if (typeof value === 'boolean') return value ? '1' : ''
  // Other servers of this interface write lists as this word.
  return Array.isArray(value) ? 'Array' : value
}
