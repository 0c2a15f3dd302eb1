import { compileChecks } from '../check-in-order.js'
import { typeFailure } from '../failure.js'
import { dependenciesConversion } from '../keywords/dependencies.js'
import { keywords } from '../keywords/keywords.js'
import { membersConversion } from '../keywords/members.js'
import type { Members } from '../object-members.js'
import type { TypeCompiler } from './typed-rule.js'

const wrong = typeFailure('object')

export const compileObject: TypeCompiler = (schema, context) => {
  const check = compileChecks(keywords.object, schema, context)
  const convert = membersConversion(schema, context)
  const convertFurther = dependenciesConversion(schema, context)
  const { listAsObject } = context.rules
  return {
    accepts: value => readMembers(value, listAsObject) !== undefined,
    check(value) {
      const object = readMembers(value, listAsObject)
      if (object === undefined) return wrong
      return check?.(object)
    },
    sanitize(value) {
      const object = readMembers(value, listAsObject)
      if (object === undefined) return value
      const map = Array.isArray(object) ? { ...object } : object
      const converted = convert ? convert(map) : map
      return convertFurther ? convertFurther(converted) : converted
    },
    typeOnly: !check && !convert,
    isIdentity: false,
  }
}

/** Reads a map, an object with `toJSON`, or the empty string as an empty map; a list if the rules accept it. */
function readMembers(value: unknown, listAsObject: boolean): Members | undefined {
  if (typeof value !== 'object' || value === null) return value === '' ? {} : undefined
  if (Array.isArray(value)) return listAsObject ? (value as unknown as Members) : undefined
  if ('toJSON' in value && typeof value.toJSON === 'function') return readPlain(value.toJSON())
  return value as Members
}

function readPlain(value: unknown): Members | undefined {
  return typeof value === 'object' && value !== null ? (value as Members) : undefined
}
