import { compileChecks } from '../check-in-order.js'
import { typeFailure } from '../failure.js'
import { itemsConversion } from '../keywords/items.js'
import { keywords } from '../keywords/keywords.js'
import { textFromNumber } from './numeric-text.js'
import type { TypeCompiler } from './typed-rule.js'

const wrong = typeFailure('array')

export const compileArray: TypeCompiler = (schema, compiling) => {
  const check = compileChecks(keywords.array, schema, compiling)
  const convert = itemsConversion(schema, compiling)
  return {
    accepts: value => readList(value) !== undefined,
    check(value) {
      const list = readList(value)
      if (list === undefined) return wrong
      return check?.(list)
    },
    sanitize(value) {
      const list = readList(value)
      if (list === undefined) return value
      return convert ? convert(list) : list
    },
    bare: !check && !convert,
    keeps: false,
  }
}

const separator = /[ \t\n\r\v\f,]+/

const index = /^\d+$/

/** The members of a map whose names are all indexes: forms and queries number their lists so (`list[2]=1`). */
function numbered(value: object): readonly unknown[] | undefined {
  const names = Object.keys(value)
  return names.length > 0 && names.every(name => index.test(name)) ? Object.values(value) : undefined
}

/** A list, or text with commas; a lone number or boolean is taken for such text, a map of indexes for its members. */
function readList(value: unknown): readonly unknown[] | undefined {
  if (Array.isArray(value)) return value
  if (typeof value === 'string') return value.split(separator).filter(part => part !== '')
  if (typeof value === 'number') return [textFromNumber(value)]
  if (typeof value === 'boolean') return value ? ['1'] : []
  return typeof value === 'object' && value !== null ? numbered(value) : undefined
}
