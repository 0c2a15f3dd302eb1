import { failure } from '../failure.js'
import { formats } from '../formats/formats.js'
import type { Compiling, Conversion, Keyword } from '../rule.js'
import type { Schema } from '../schema.js'
import { SchemaError } from '../schema-error.js'

/** Formats that are not known are annotations, as draft 4 has it. */
export const format: Keyword<string> = (schema, compiling) => {
  const known = formatOf(schema, compiling)
  if (!known?.test) return undefined
  const { test } = known
  const noMatch = failure(known.code, name => `${name} is not ${known.noun}.`)
  return text => (test(text) ? undefined : noMatch)
}

export const formatConversion: Conversion<string> = (schema, compiling) => formatOf(schema, compiling)?.convert

function formatOf({ format: name }: Schema, compiling: Compiling) {
  if (name === undefined) return undefined
  if (typeof name === 'string') return formats.get(name)
  throw new SchemaError('must be a text.', compiling.path('format'))
}
