import { nearestWord } from './nearest-word.js'
import type { Schema, TypeName } from './schema.js'
import { SchemaError } from './schema-error.js'

/** The keywords for values of one type. */
const keywordsOfTypes: Readonly<Partial<Record<TypeName, readonly string[]>>> = {
  array: ['additionalItems', 'items', 'maxItems', 'minItems', 'uniqueItems'],
  object: [
    'additionalProperties',
    'dependencies',
    'maxProperties',
    'minProperties',
    'patternProperties',
    'properties',
    'required',
  ],
  number: ['exclusiveMaximum', 'exclusiveMinimum', 'maximum', 'minimum', 'multipleOf'],
  string: ['format', 'maxLength', 'minLength', 'pattern'],
}

/** The type of value that a keyword applies to, without keywords for any value. */
export const typeOfKeyword: Readonly<Record<string, TypeName>> = Object.fromEntries(
  Object.entries(keywordsOfTypes).flatMap(([type, names]) => names.map(name => [name, type as TypeName])),
)

/** The keywords for any value. */
const generalKeywords = ['$ref', 'allOf', 'anyOf', 'definitions', 'enum', 'not', 'oneOf', 'type']

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
]

const words: ReadonlySet<string> = new Set([...Object.keys(typeOfKeyword), ...generalKeywords, ...annotations])

/** Throws a `SchemaError` for a member that is neither a keyword, an annotation nor an extension (`x-…`). */
export function checkKeywords(schema: Schema, path: (name: string) => string): void {
  for (const name of Object.keys(schema)) {
    if (words.has(name) || name.startsWith('x-') || schema[name] === undefined) continue
    const nearest = nearestWord(name, words)
    const hint = nearest === undefined ? '' : `; the closest one is "${nearest}"`
    throw new SchemaError(`is not a known keyword${hint}.`, path(name))
  }
}
