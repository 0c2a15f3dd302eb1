import { compileChecks } from '../check-in-order.js'
import { typeFailure } from '../failure.js'
import { formatConversion } from '../keywords/format.js'
import { keywords } from '../keywords/keywords.js'
import { textFromNumber } from './numeric-text.js'
import type { TypeCompiler } from './typed-rule.js'

const wrong = typeFailure('string')

export const compileString: TypeCompiler = (schema, compiling) => {
  // Without an `enum` in between, what comes last can come at once.
  const staged = schema.enum !== undefined
  const early = staged ? keywords.string : [...keywords.string, ...keywords.stringLast]
  const check = compileChecks(early, schema, compiling)
  const checkLast = staged ? compileChecks(keywords.stringLast, schema, compiling) : undefined
  const convert = formatConversion(schema, compiling)
  return {
    accepts: value => typeof value === 'string',
    check: value => (typeof value === 'string' ? check?.(value) : wrong),
    checkLast: checkLast && (value => (typeof value === 'string' ? checkLast(value) : undefined)),
    sanitize(value) {
      const text = typeof value === 'string' ? value : textFromOther(value)
      return convert && typeof text === 'string' ? convert(text) : text
    },
    bare: !check && !checkLast && !convert,
    isIdentity: !convert,
  }
}

/** A schema's alternatives may have made something else of a text before its own type is to make a text of it. */
function textFromOther(value: unknown): unknown {
  if (typeof value === 'number') return textFromNumber(value)
  if (typeof value === 'boolean') return value ? '1' : ''
  // A list has no text; this word is what stands for one in the interface.
  return Array.isArray(value) ? 'Array' : value
}
