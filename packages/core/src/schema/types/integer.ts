import { compileChecks } from '../check-in-order.js'
import { typeFailure } from '../failure.js'
import { keywords } from '../keywords/keywords.js'
import { numberFromBoolean } from './number.js'
import { numberFromText } from './numeric-text.js'
import type { TypeCompiler } from './typed-rule.js'

const wrong = typeFailure('integer')
const range = 2 ** 63

export const compileInteger: TypeCompiler = (schema, compiling) => {
  const check = compileChecks(keywords.number, schema, compiling)
  return {
    accepts: value => Number.isInteger(readNumber(value)),
    check(value) {
      const number = readNumber(value)
      if (number === undefined) return wrong
      // The keywords are asked before the fraction: 3.5 is first of all no multiple of 3.
      return check?.(number) ?? (Number.isInteger(number) ? undefined : wrong)
    },
    sanitize(value) {
      const number = readNumber(value) ?? numberFromBoolean(value)
      return number === undefined ? value : toInteger(number)
    },
    keeps: false,
  }
}

function readNumber(value: unknown): number | undefined {
  if (typeof value === 'string') {
    const number = numberFromText(value)
    // Text beyond the 64 bits of an integer means the nearest one: a huge offset has to stay huge.
    return number === undefined ? undefined : Math.max(-range, Math.min(range, number))
  }
  return typeof value === 'number' && Number.isFinite(value) ? value : undefined
}

function toInteger(value: number): number {
  const integer = Math.trunc(value)
  // Numbers beyond 64 bits wrap, as they do for clients of servers with integers of that size.
  return Math.abs(integer) <= range ? integer + 0 : Number(BigInt.asIntN(64, BigInt(integer)))
}
