import { typeFailure } from '../failure.js'
import type { TypeCompiler, TypedRule } from './typed-rule.js'

const wrong = typeFailure('boolean')

const inLowercase: TypedRule = {
  accepts: value => readBoolean(value) !== undefined,
  check: value => (readBoolean(value) === undefined ? wrong : undefined),
  sanitize: value => readBoolean(value) ?? value,
  typeOnly: true,
  isIdentity: false,
}

const inAnyCase: TypedRule = {
  accepts: value => readInAnyCase(value) !== undefined,
  check: value => (readInAnyCase(value) === undefined ? wrong : undefined),
  sanitize: value => readInAnyCase(value) ?? value,
  typeOnly: true,
  isIdentity: false,
}

export const compileBoolean: TypeCompiler = (_schema, { rules }) =>
  rules.booleanText === 'lowercase' ? inLowercase : inAnyCase

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
      return undefined
  }
}

/** `True`, `FALSE` … */
function readInAnyCase(value: unknown): boolean | undefined {
  const known = readBoolean(value)
  if (known !== undefined || typeof value !== 'string') return known
  if (/^true$/i.test(value)) return true
  return /^false$/i.test(value) ? false : undefined
}
