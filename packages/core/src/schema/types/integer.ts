import { compileChecks } from '../check-in-order.js'
import { failureIn, typeFailure } from '../failure.js'
import { keywords } from '../keywords/keywords.js'
import type { ItemsRule } from '../rule.js'
import { numberFromBoolean, readNumber } from './number.js'
import type { TypeCompiler } from './typed-rule.js'

const wrong = typeFailure('integer')

export const compileInteger: TypeCompiler = (schema, context) => {
  const check = compileChecks(keywords.number, schema, context)
  return {
    accepts: value => Number.isInteger(readNumber(value)),
    check(value) {
      const number = readNumber(value)
      if (number === undefined) return wrong
      // Keywords take precedence: for `multipleOf: 3`, the failure of 3.5 is that it is not a multiple.
      return check?.(number) ?? (Number.isInteger(number) ? undefined : wrong)
    },
    sanitize,
    typeOnly: !check,
    isIdentity: false,
    ofItems: check ? undefined : integers,
  }
}

/** Lists of ids are common, and may be long. */
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
  // Adding 0 turns -0 into 0.
  if (Number.isSafeInteger(number)) return number + 0
  return typeof value === 'string' ? nearestInteger(number) : wrappedInteger(number)
}

/** Strings beyond 64 bits are clamped, so that a huge offset stays huge. */
function nearestInteger(number: number): number {
  return Math.max(-(2 ** 63), Math.min(2 ** 63, Math.trunc(number)))
}

/** Numbers beyond 64 bits wrap around, as on servers with 64-bit integers. */
function wrappedInteger(number: number): number {
  const integer = Math.trunc(number)
  return Math.abs(integer) <= 2 ** 63 ? integer : Number(BigInt.asIntN(64, BigInt(integer)))
}
