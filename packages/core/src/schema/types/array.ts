import { compileChecks } from '../check-in-order.js'
import { typeFailure } from '../failure.js'
import { itemsConversion } from '../keywords/items.js'
import { keywords } from '../keywords/keywords.js'
import type { SchemaRules } from '../schema-rules.js'
import { textFromNumber } from './numeric-text.js'
import type { TypeCompiler } from './typed-rule.js'

const wrong = typeFailure('array')

export const compileArray: TypeCompiler = (schema, context) => {
  const check = compileChecks(keywords.array, schema, context)
  const convert = itemsConversion(schema, context)
  const { rules } = context
  return {
    accepts: value => readList(value, rules) !== undefined,
    check(value) {
      const list = Array.isArray(value) ? value : readList(value, rules)
      if (list === undefined) return wrong
      return check?.(list)
    },
    sanitize(value) {
      const list = Array.isArray(value) ? value : readList(value, rules)
      if (list === undefined) return value
      return convert ? convert(list) : list
    },
    typeOnly: !check && !convert,
    isIdentity: false,
  }
}

const separators = { comma: ',', 'comma-or-space': /[ \t\n\r\v\f,]+/ } as const

const index = /^\d+$/

/**
 * The values of a map whose names are all indexes, as forms and queries number lists (`list[2]=1`). An empty map is an
 * empty list if lists are accepted as objects.
 */
function listFromMap(value: object, { listAsObject }: SchemaRules): readonly unknown[] | undefined {
  const names = Object.keys(value)
  return (names.length > 0 || listAsObject) && names.every(name => index.test(name)) ? Object.values(value) : undefined
}

/** Reads a list, a string with separators, or a map of indexes; a single number or boolean if the rules accept it. */
function readList(value: unknown, rules: SchemaRules): readonly unknown[] | undefined {
  if (Array.isArray(value)) return value
  if (typeof value === 'string') return partsOf(value, rules.listSeparator)
  if (typeof value === 'object' && value !== null) return listFromMap(value, rules)
  if (!rules.scalarAsList) return undefined
  if (typeof value === 'number') return [textFromNumber(value)]
  if (typeof value === 'boolean') return value ? ['1'] : []
  return undefined
}

function partsOf(text: string, separator: keyof typeof separators): readonly string[] {
  const parts = text.split(separators[separator])
  return (separator === 'comma' ? parts.map(part => part.trim()) : parts).filter(part => part !== '')
}
