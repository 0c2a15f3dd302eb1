import type { EmptyObjects } from '../empty-objects.js'
import type { Context } from '../resource/field.js'
import { isMap } from '../schema/keyword-value.js'
import type { Schema } from '../schema/schema.js'
import type { JsonSchema } from './document.js'
import { unicodePattern } from './unicode-pattern.js'

/** How the schemas of one root are translated. */
export interface Translation {
  /** Whether the values are in requests or in responses. */
  readonly use: 'request' | 'response'
  /** Omits the properties that this context does not show; requests have none that are readonly. */
  readonly context?: Context | undefined
  /** How responses write an object without properties. */
  readonly emptyObjects?: EmptyObjects | undefined
  /** The reference for a `$ref` within the root. */
  readonly refer: (reference: string) => string
}

/** Keywords that mean the same in both versions, and annotations. */
const SAME = [
  'title',
  'description',
  'default',
  'deprecated',
  'minLength',
  'maxLength',
  'minItems',
  'maxItems',
  'uniqueItems',
  'minProperties',
  'maxProperties',
  'multipleOf',
  '$comment',
] as const

/** Names of types that dialects have, besides those of JSON Schema. */
const TYPES: Readonly<Record<string, string>> = { bool: 'boolean' }

/** Formats of draft 4 under the names of OpenAPI. Dates of responses are local times. */
const FORMATS = { request: {}, response: { 'date-time': 'date-time-local' } } as const satisfies Record<
  Translation['use'],
  Readonly<Record<string, string>>
>

const LISTS = ['allOf', 'anyOf', 'oneOf'] as const

/** Translates a draft-04 schema to JSON Schema 2020-12; both accept the same values. */
export function translateSchema(schema: Schema, translation: Translation): JsonSchema {
  if (schema.$ref !== undefined) return { $ref: translation.refer(schema.$ref) }
  const inner = (each: Schema) => translateSchema(each, translation)
  const out: Record<string, unknown> = {}
  for (const keyword of SAME) if (schema[keyword] !== undefined) out[keyword] = schema[keyword]
  for (const keyword of Object.keys(schema)) if (keyword.startsWith('x-')) out[keyword] = schema[keyword]
  const examples = schema['examples'] ?? (schema['example'] === undefined ? undefined : [schema['example']])
  if (Array.isArray(examples)) out['examples'] = examples
  const { type, format, not, pattern } = schema
  if (type !== undefined) out['type'] = typesOf(type)
  if (Array.isArray(schema.enum)) out['enum'] = schema.enum
  if (format !== undefined) {
    const names: Readonly<Record<string, string>> = FORMATS[translation.use]
    out['format'] = names[format] ?? format
  }
  const translated = pattern === undefined ? undefined : unicodePattern(pattern)
  if (translated !== undefined) out['pattern'] = translated
  Object.assign(out, bounds(schema))
  for (const keyword of LISTS) if (schema[keyword] !== undefined) out[keyword] = schema[keyword].map(inner)
  if (not !== undefined) out['not'] = inner(not)
  Object.assign(out, itemsOf(schema, inner), membersOf(schema, translation))
  return translation.use === 'response' && translation.emptyObjects === 'list' ? withEmptyLists(out) : out
}

function typesOf(type: NonNullable<Schema['type']>): string | readonly string[] {
  const named = (name: string) => TYPES[name] ?? name
  return typeof type === 'string' ? named(type) : type.map(named)
}

/** A bound is a number in the newer version, and a flag beside the bound in the older one. */
function bounds({ minimum, maximum, exclusiveMinimum, exclusiveMaximum }: Schema): JsonSchema {
  return {
    ...(minimum !== undefined && { [exclusiveMinimum === true ? 'exclusiveMinimum' : 'minimum']: minimum }),
    ...(maximum !== undefined && { [exclusiveMaximum === true ? 'exclusiveMaximum' : 'maximum']: maximum }),
  }
}

/** Many tools need a schema for the items of every list. */
function itemsOf(
  { type, items, additionalItems, maxItems = Infinity }: Schema,
  inner: (schema: Schema) => JsonSchema,
): JsonSchema {
  if (items === undefined) return [type].flat().includes('array') ? { items: {} } : {}
  if (!isList(items)) return { items: inner(items) }
  const others = typeof additionalItems === 'object' ? inner(additionalItems) : {}
  const longest = additionalItems === false && { maxItems: Math.min(items.length, maxItems) }
  return { prefixItems: items.map(inner), items: others, ...longest }
}

const isList = (items: Schema | readonly Schema[]): items is readonly Schema[] => Array.isArray(items)

function membersOf(schema: Schema, translation: Translation): JsonSchema {
  const { context, use } = translation
  const inner = (each: Schema) => translateSchema(each, translation)
  const isShown = (property: Schema) =>
    (use === 'response' || property.readonly !== true) &&
    (context === undefined || !Array.isArray(property.context) || property.context.includes(context))
  const { properties, patternProperties, additionalProperties, dependencies } = schema
  const shown = Object.entries(properties ?? {}).filter(([, property]) => isShown(property))
  const isHidden = (name: string) => properties?.[name] !== undefined && !isShown(properties[name])
  const flagged = () => shown.flatMap(([name, property]) => (property.required === true ? [name] : []))
  const named: readonly string[] = isNames(schema.required) ? schema.required : flagged()
  const required = [...new Set(named)].filter(name => !isHidden(name))
  const patterns = Object.entries(patternProperties ?? {}).map(
    ([pattern, each]) => [unicodePattern(pattern), each] as const,
  )
  const isComplete = patterns.every(([pattern]) => pattern !== undefined)
  const all = Object.entries(dependencies ?? {})
  const names = all.filter(([, each]) => Array.isArray(each))
  const schemas = all.flatMap(([name, each]) => (isSchema(each) ? [[name, inner(each)] as const] : []))
  return {
    ...(properties !== undefined && {
      properties: Object.fromEntries(shown.map(([name, property]) => [name, inner(property)])),
    }),
    ...(patternProperties !== undefined && {
      patternProperties: Object.fromEntries(
        patterns.flatMap(([pattern, each]) => (pattern === undefined ? [] : [[pattern, inner(each)] as const])),
      ),
    }),
    // Properties of a pattern that has no translation would be additional ones.
    ...(isComplete &&
      additionalProperties !== undefined && {
        additionalProperties:
          typeof additionalProperties === 'object' ? inner(additionalProperties) : additionalProperties,
      }),
    ...(required.length > 0 && { required }),
    ...(names.length > 0 && { dependentRequired: Object.fromEntries(names) }),
    ...(schemas.length > 0 && { dependentSchemas: Object.fromEntries(schemas) }),
  }
}

const isNames = (required: Schema['required']): required is readonly string[] => Array.isArray(required)

const isSchema = (each: Schema | readonly string[]): each is Schema => isMap(each)

/** An object that may be empty is then an empty list. */
function withEmptyLists(schema: JsonSchema): JsonSchema {
  const { type, required, minProperties } = schema
  const types = [type ?? []].flat()
  if (!types.includes('object') || types.includes('array') || required !== undefined || minProperties !== undefined)
    return schema
  return { ...schema, type: [...types, 'array'], maxItems: 0 }
}
