import { compileChecks } from '../check-in-order.js'
import { failureIn, typeFailure } from '../failure.js'
import { keywords } from '../keywords/keywords.js'
import type { ItemsRule } from '../rule.js'
import { numberFromBoolean, readNumber } from './number.js'
import type { TypeCompiler } from './typed-rule.js'

const wrong = typeFailure('integer')

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
    sanitize,
    bare: !check,
    isIdentity: false,
    ofItems: check ? undefined : integers,
  }
}

/** Lists of ids are what clients send most, and long ones too. */
const integers: ItemsRule = {
  check(list) {
    for (let index = 0; index < list.length; index++) {
      if (!Number.isInteger(readNumber(list[index]))) return failureIn(index, wrong)
    }
    return undefined
  },
  sanitize(list) {
    const converted = new Array<unknown>(list.length)
    for (let index = 0; index < list.length; index++) converted[index] = sanitize(list[index])
    return converted
  },
}

function sanitize(value: unknown): unknown {
  const number = readNumber(value) ?? numberFromBoolean(value)
  if (number === undefined) return value
  // Adding 0 takes the sign off a zero.
  if (Number.isSafeInteger(number)) return number + 0
  return typeof value === 'string' ? nearestInteger(number) : wrappedInteger(number)
}

/** Text beyond the 64 bits of an integer means the nearest one: a huge offset has to stay huge. */
function nearestInteger(number: number): number {
  return Math.max(-(2 ** 63), Math.min(2 ** 63, Math.trunc(number)))
}

/** Numbers beyond 64 bits wrap, as they do for clients of servers with integers of that size. */
function wrappedInteger(number: number): number {
  const integer = Math.trunc(number)
  return Math.abs(integer) <= 2 ** 63 ? integer : Number(BigInt.asIntN(64, BigInt(integer)))
}
