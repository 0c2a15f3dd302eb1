import { typeFailure } from '../failure.js'
import type { TypeCompiler, TypedRule } from './typed-rule.js'

const wrong = typeFailure('boolean')

function booleanRule(read: (value: unknown) => boolean | undefined): TypedRule {
  return {
    accepts: value => read(value) !== undefined,
    check: value => (read(value) === undefined ? wrong : undefined),
    sanitize: value => read(value) ?? value,
    bare: true,
    isIdentity: false,
  }
}

const inLowercase = booleanRule(readBoolean)
const inAnyCase = booleanRule(value => readBoolean(value) ?? (typeof value === 'string' ? readWord(value) : undefined))

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
function readWord(text: string): boolean | undefined {
  if (/^true$/i.test(text)) return true
  return /^false$/i.test(text) ? false : undefined
}
