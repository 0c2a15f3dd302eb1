import { compileChecks } from '../check-in-order.js'
import { typeFailure } from '../failure.js'
import { keywords } from '../keywords/keywords.js'
import { membersConversion } from '../keywords/members.js'
import type { TypeCompiler } from './typed-rule.js'

/** An object as its keywords see it: a map, or a list, whose members have their positions for names. */
export type Members = Readonly<Record<string, unknown>>

const wrong = typeFailure('object')

export const compileObject: TypeCompiler = (schema, compiling) => {
  const check = compileChecks(keywords.object, schema, compiling)
  const convert = membersConversion(schema, compiling)
  return {
    accepts: value => readMembers(value) !== undefined,
    check(value) {
      const object = readMembers(value)
      if (object === undefined) return wrong
      return check?.(object)
    },
    sanitize(value) {
      const object = readMembers(value)
      if (object === undefined) return value
      if (convert) return convert(object)
      return Array.isArray(object) ? { ...object } : object
    },
    bare: !check && !convert,
    keeps: false,
  }
}

/** A map, an empty text for an empty one, or a thing that says what it is in JSON. */
function readMembers(value: unknown): Members | undefined {
  if (typeof value !== 'object' || value === null) return value === '' ? {} : undefined
  if (Array.isArray(value)) return value as unknown as Members
  if ('toJSON' in value && typeof value.toJSON === 'function') return readPlain(value.toJSON())
  return value as Members
}

function readPlain(value: unknown): Members | undefined {
  return typeof value === 'object' && value !== null ? (value as Members) : undefined
}
