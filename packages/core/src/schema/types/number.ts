import { compileChecks } from '../check-in-order.js'
import { typeFailure } from '../failure.js'
import { keywords } from '../keywords/keywords.js'
import { numberFromText } from './numeric-text.js'
import type { TypeCompiler } from './typed-rule.js'

const wrong = typeFailure('number')

export const compileNumber: TypeCompiler = (schema, context) => {
  const check = compileChecks(keywords.number, schema, context)
  return {
    accepts: value => readNumber(value) !== undefined,
    check(value) {
      const number = readNumber(value)
      if (number === undefined) return wrong
      return check?.(number)
    },
    sanitize: value => readNumber(value) ?? numberFromBoolean(value) ?? value,
    typeOnly: !check,
    isIdentity: false,
  }
}

export function readNumber(value: unknown): number | undefined {
  if (typeof value === 'string') return numberFromText(value)
  // An infinite number (`1e999` in JSON) could not be written back.
  return typeof value === 'number' && Number.isFinite(value) ? value : undefined
}

/** The alternatives of a schema may have converted a value to a boolean before the schema's own type converts it. */
export function numberFromBoolean(value: unknown): number | undefined {
  return typeof value === 'boolean' ? Number(value) : undefined
}
