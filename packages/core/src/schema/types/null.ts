import { typeFailure } from '../failure.js'
import type { TypedRule } from './typed-rule.js'

const wrong = typeFailure('null')

const nullRule: TypedRule = {
  accepts: value => value === null,
  check: value => (value === null ? undefined : wrong),
  sanitize: value => value,
  typeOnly: true,
  isIdentity: true,
}

export const compileNull = (): TypedRule => nullRule
