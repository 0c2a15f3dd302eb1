import type { Schema } from '@platen/core'
import { translateSchema } from '@platen/core/openapi'

/** A schema of the current JSON Schema, which clients of the protocol expect. */
export type JsonSchema = Readonly<Record<string, unknown>>

/** The schema of an object with some properties. */
export const objectSchema = (
  properties: Readonly<Record<string, JsonSchema>>,
  required: readonly string[] = [],
): JsonSchema & { readonly type: 'object' } => ({
  type: 'object',
  properties,
  ...(required.length > 0 && { required }),
  additionalProperties: false,
})

/** Translates a draft-04 schema, with its definitions. */
export function currentSchema(schema: Schema): JsonSchema {
  const translated = (each: Schema) => translateSchema(each, { use: 'request', refer: reference => reference })
  const definitions = Object.entries(schema.definitions ?? {}).map(([name, each]) => [name, translated(each)])
  return { ...translated(schema), ...(definitions.length > 0 && { definitions: Object.fromEntries(definitions) }) }
}
