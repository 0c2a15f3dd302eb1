import { failure } from '../failure.js'
import type { FormatDefinition } from '../formats/format-definition.js'
import { formats } from '../formats/formats.js'
import { nearestWord } from '../nearest-word.js'
import type { Compiling, Conversion, Keyword } from '../rule.js'
import type { FormatName, Schema } from '../schema.js'
import { SchemaError } from '../schema-error.js'

export const format: Keyword<string> = (schema, compiling) => {
  const known = formatOf(schema, compiling)
  if (!known?.test) return undefined
  const { test } = known
  const noMatch = failure(known.code, name => `${name} is not ${known.noun}.`)
  if (compiling.rules.emptyForNullableFormat && isNullable(schema))
    return text => (text === '' || test(text) ? undefined : noMatch)
  return text => (test(text) ? undefined : noMatch)
}

export const formatConversion: Conversion<string> = (schema, compiling) => formatOf(schema, compiling)?.convert

const isNullable = ({ type }: Schema): boolean => Array.isArray(type) && type.includes('null')

function formatOf({ format: name }: Schema, compiling: Compiling): FormatDefinition | undefined {
  if (name === undefined) return undefined
  if (typeof name !== 'string') throw new SchemaError('must be a text.', compiling.path('format'))
  if (isFormatName(name)) return formats[name](compiling.rules)
  const nearest = nearestWord(name, Object.keys(formats))
  throw new SchemaError(`is not a known format: "${name}"; the nearest one is "${nearest}".`, compiling.path('format'))
}

function isFormatName(name: string): name is FormatName {
  return Object.hasOwn(formats, name)
}
