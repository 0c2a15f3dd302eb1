import { typeFailure } from '../failure.js'
import type { TypedRule } from './typed-rule.js'

const wrong = typeFailure('boolean')

const booleanRule: TypedRule = {
  accepts: value => readBoolean(value) !== undefined,
  check: value => (readBoolean(value) === undefined ? wrong : undefined),
  sanitize: value => readBoolean(value) ?? value,
  bare: true,
  keeps: false,
}

export function compileBoolean(): TypedRule {
  return booleanRule
}

function readBoolean(value: unknown): boolean | undefined {
  switch (value) {
    case true:
    case 1:
    case '1':
    case 'true':
      return true
    case false:
    case 0:
    case '0':
    case 'false':
      return false
    default:
      return typeof value === 'string' ? readWord(value) : undefined
  }
}

/** `True`, `FALSE` … */
function readWord(text: string): boolean | undefined {
  if (/^true$/i.test(text)) return true
  return /^false$/i.test(text) ? false : undefined
}
