import { typeFailure } from '../failure.js'
import type { TypeCompiler, TypedRule } from './typed-rule.js'

const wrong = typeFailure('boolean')

const booleanRule = (read: (value: unknown) => boolean | undefined): TypedRule => ({
  accepts: value => read(value) !== undefined,
  check: value => (read(value) === undefined ? wrong : undefined),
  sanitize: value => read(value) ?? value,
  typeOnly: true,
  isIdentity: false,
})

const inLowercase = booleanRule(readBoolean)
const inAnyCase = booleanRule(readInAnyCase)

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
  const exact = readBoolean(value)
  if (exact !== undefined || typeof value !== 'string') return exact
  if (/^true$/i.test(value)) return true
  return /^false$/i.test(value) ? false : undefined
}
