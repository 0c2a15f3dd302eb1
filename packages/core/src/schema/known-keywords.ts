import { nearestWord } from './nearest-word.js'
import type { Schema, TypeName } from './schema.js'
import { SchemaError } from './schema-error.js'

/** Keywords that validation uses. */
const keywords = [
  '$ref',
  'additionalItems',
  'additionalProperties',
  'allOf',
  'anyOf',
  'definitions',
  'dependencies',
  'enum',
  'exclusiveMaximum',
  'exclusiveMinimum',
  'format',
  'items',
  'maxItems',
  'maxLength',
  'maxProperties',
  'maximum',
  'minItems',
  'minLength',
  'minProperties',
  'minimum',
  'multipleOf',
  'not',
  'oneOf',
  'pattern',
  'patternProperties',
  'properties',
  'required',
  'type',
  'uniqueItems',
] as const

/** Annotations: shown to clients, ignored by validation. */
const annotations = [
  '$comment',
  '$schema',
  'context',
  'default',
  'deprecated',
  'description',
  'example',
  'examples',
  'id',
  'links',
  'readonly',
  'title',
] as const

/** The type of value that a keyword applies to; keywords for any value are left out. */
export const typeOfKeyword: Readonly<Record<string, TypeName>> = {
  minLength: 'string',
  maxLength: 'string',
  pattern: 'string',
  format: 'string',
  minimum: 'number',
  maximum: 'number',
  exclusiveMinimum: 'number',
  exclusiveMaximum: 'number',
  multipleOf: 'number',
  items: 'array',
  additionalItems: 'array',
  minItems: 'array',
  maxItems: 'array',
  uniqueItems: 'array',
  properties: 'object',
  patternProperties: 'object',
  additionalProperties: 'object',
  minProperties: 'object',
  maxProperties: 'object',
  required: 'object',
  dependencies: 'object',
}

const words: ReadonlySet<string> = new Set([...keywords, ...annotations])

/** Throws a `SchemaError` for a member that is neither a keyword, an annotation nor an extension (`x-…`). */
export function checkKeywords(schema: Schema, path: (name: string) => string): void {
  for (const name of Object.keys(schema)) {
    if (words.has(name) || name.startsWith('x-') || schema[name] === undefined) continue
    throw new SchemaError(`is not a known keyword; the closest one is "${nearestWord(name, words)}".`, path(name))
  }
}
