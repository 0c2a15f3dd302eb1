import { failure } from '../failure.js'
import type { FormatDefinition } from '../formats/format-definition.js'
import { formats } from '../formats/formats.js'
import { nearestWord } from '../nearest-word.js'
import type { CompileContext, Conversion, Keyword } from '../rule.js'
import type { FormatName, Schema } from '../schema.js'
import { SchemaError } from '../schema-error.js'

export const format: Keyword<string> = (schema, context) => {
  const definition = formatOf(schema, context)
  if (!definition?.test) return undefined
  const { code, noun, test } = definition
  const noMatch = failure(code, name => `${name} is not ${noun}.`)
  if (context.rules.emptyForNullableFormat && isNullable(schema))
    return text => (text === '' || test(text) ? undefined : noMatch)
  return text => (test(text) ? undefined : noMatch)
}

export const formatConversion: Conversion<string> = (schema, context) => formatOf(schema, context)?.convert

const isNullable = ({ type }: Schema): boolean => Array.isArray(type) && type.includes('null')

function formatOf({ format: name }: Schema, context: CompileContext): FormatDefinition | undefined {
  if (name === undefined) return undefined
  if (typeof name !== 'string') throw new SchemaError('must be a string.', context.path('format'))
  if (isFormatName(name)) return formats[name](context.rules)
  const nearest = nearestWord(name, Object.keys(formats))
  const hint = nearest === undefined ? '' : `; the closest one is "${nearest}"`
  throw new SchemaError(`is not a known format: "${name}"${hint}.`, context.path('format'))
}

function isFormatName(name: string): name is FormatName {
  return Object.hasOwn(formats, name)
}
