import type { Schema } from '@platen/core'

/** A schema of the current JSON Schema, which clients of the protocol expect. */
export type JsonSchema = Readonly<Record<string, unknown>>

/** The keywords that mean the same in draft 4. */
const SAME = [
  'type',
  'enum',
  'title',
  'description',
  'default',
  'minLength',
  'maxLength',
  'pattern',
  'format',
  'multipleOf',
  'minItems',
  'maxItems',
  'uniqueItems',
  'minProperties',
  'maxProperties',
  '$ref',
] as const

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

/** Translates a draft-04 schema. `required` of properties becomes a list of the object. */
export function currentSchema(schema: Schema): JsonSchema {
  const { properties = {}, required, items, additionalItems, additionalProperties, definitions } = schema
  const translated: Record<string, unknown> = {}
  for (const keyword of SAME) if (schema[keyword] !== undefined) translated[keyword] = schema[keyword]
  for (const keyword of ['oneOf', 'anyOf', 'allOf'] as const)
    if (schema[keyword] !== undefined) translated[keyword] = schema[keyword].map(currentSchema)
  if (schema.not !== undefined) translated['not'] = currentSchema(schema.not)
  if (schema.properties !== undefined) translated['properties'] = mapped(properties)
  if (definitions !== undefined) translated['definitions'] = mapped(definitions)
  if (schema.patternProperties !== undefined) translated['patternProperties'] = mapped(schema.patternProperties)
  const names = Object.keys(properties).filter(name => properties[name]?.required === true)
  const all = [...new Set([...(Array.isArray(required) ? (required as readonly string[]) : []), ...names])]
  if (all.length > 0) translated['required'] = all
  if (additionalProperties !== undefined) translated['additionalProperties'] = orFlag(additionalProperties)
  if (Array.isArray(items)) {
    translated['prefixItems'] = (items as readonly Schema[]).map(currentSchema)
    if (additionalItems !== undefined) translated['items'] = orFlag(additionalItems)
  } else if (items !== undefined) translated['items'] = currentSchema(items as Schema)
  for (const [limit, exclusive] of [
    ['minimum', 'exclusiveMinimum'],
    ['maximum', 'exclusiveMaximum'],
  ] as const)
    if (schema[limit] !== undefined) translated[schema[exclusive] === true ? exclusive : limit] = schema[limit]
  return translated
}

const orFlag = (schema: boolean | Schema) => (typeof schema === 'boolean' ? schema : currentSchema(schema))

const mapped = (schemas: Readonly<Record<string, Schema>>): JsonSchema =>
  Object.fromEntries(Object.entries(schemas).map(([name, schema]) => [name, currentSchema(schema)]))
