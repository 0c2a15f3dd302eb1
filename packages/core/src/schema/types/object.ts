import { compileChecks } from '../check-in-order.js'
import { typeFailure } from '../failure.js'
import { dependenciesConversion } from '../keywords/dependencies.js'
import { keywords } from '../keywords/keywords.js'
import { membersConversion } from '../keywords/members.js'
import type { Members } from '../object-members.js'
import type { TypeCompiler } from './typed-rule.js'

const wrong = typeFailure('object')

export const compileObject: TypeCompiler = (schema, compiling) => {
  const check = compileChecks(keywords.object, schema, compiling)
  const convert = membersConversion(schema, compiling)
  const convertFurther = dependenciesConversion(schema, compiling)
  const { listAsObject } = compiling.rules
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
    bare: !check && !convert,
    isIdentity: false,
  }
}

/** A map, an empty text for an empty one, or an object that has a JSON form; a list where it stands for a map. */
function readMembers(value: unknown, listAsObject: boolean): Members | undefined {
  if (typeof value !== 'object' || value === null) return value === '' ? {} : undefined
  if (Array.isArray(value)) return listAsObject ? (value as unknown as Members) : undefined
  if ('toJSON' in value && typeof value.toJSON === 'function') return readPlain(value.toJSON())
  return value as Members
}

function readPlain(value: unknown): Members | undefined {
  return typeof value === 'object' && value !== null ? (value as Members) : undefined
}
