import { failure } from '../failure.js'
import { formats } from '../formats/formats.js'
import type { Conversion, Keyword } from '../rule.js'
import type { Schema } from '../schema.js'

/** Formats that are not known are annotations, as draft 4 has it. */
export const format: Keyword<string> = schema => {
  const known = formatOf(schema)
  if (!known?.test) return undefined
  const { test } = known
  const noMatch = failure(known.code, name => `${name} is not ${known.noun}.`)
  return text => (test(text) ? undefined : noMatch)
}

export const formatConversion: Conversion<string> = schema => formatOf(schema)?.convert

function formatOf(schema: Schema) {
  return schema.format === undefined ? undefined : formats.get(schema.format)
}
