import { compileChecks } from '../check-in-order.js'
import { typeFailure } from '../failure.js'
import { itemsConversion } from '../keywords/items.js'
import { keywords } from '../keywords/keywords.js'
import type { SchemaRules } from '../schema-rules.js'
import { textFromNumber } from './numeric-text.js'
import type { TypeCompiler } from './typed-rule.js'

const wrong = typeFailure('array')

export const compileArray: TypeCompiler = (schema, compiling) => {
  const check = compileChecks(keywords.array, schema, compiling)
  const convert = itemsConversion(schema, compiling)
  const { rules } = compiling
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
    bare: !check && !convert,
    isIdentity: false,
  }
}

const separators = { comma: ',', 'comma-or-space': /[ \t\n\r\v\f,]+/ } as const

const index = /^\d+$/

/**
 * The members of a map whose names are all indexes: forms and queries number their lists so (`list[2]=1`). A map of nothing
 * is an empty list where lists and objects stand for each other.
 */
function numbered(value: object, { listAsObject }: SchemaRules): readonly unknown[] | undefined {
  const names = Object.keys(value)
  return (names.length > 0 || listAsObject) && names.every(name => index.test(name)) ? Object.values(value) : undefined
}

/** A list, text with commas or a map of indexes; a lone number or boolean where it stands for such text. */
function readList(value: unknown, rules: SchemaRules): readonly unknown[] | undefined {
  if (Array.isArray(value)) return value
  if (typeof value === 'string') return partsOf(value, rules.listSeparator)
  if (typeof value === 'object' && value !== null) return numbered(value, rules)
  if (!rules.scalarAsList) return undefined
  if (typeof value === 'number') return [textFromNumber(value)]
  if (typeof value === 'boolean') return value ? ['1'] : []
  return undefined
}

function partsOf(text: string, separator: keyof typeof separators): readonly string[] {
  const parts = text.split(separators[separator])
  return (separator === 'comma' ? parts.map(part => part.trim()) : parts).filter(part => part !== '')
}
