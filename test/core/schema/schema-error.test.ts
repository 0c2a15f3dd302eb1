import { compileSchema, type Schema, SchemaError } from '@platen/core'
import t from 'tap'

const circular: Record<string, unknown> = { type: 'array' }
circular.items = { type: 'array', items: circular }

const faulty: readonly (readonly [path: string, schema: unknown])[] = [
  ['#', null],
  ['#', 'string'],
  ['#', []],
  ['#/type', { type: 'text' }],
  ['#/type', { type: 'constructor' }],
  ['#/type', { type: [] }],
  ['#/type', { type: ['string', 5] }],
  ['#/enum', { type: 'string', enum: 'a' }],
  ['#/oneOf', { oneOf: {} }],
  ['#/anyOf', { anyOf: [] }],
  ['#/oneOf/1/type', { oneOf: [{ type: 'string' }, { type: 'word' }] }],
  ['#/minLength', { type: 'string', minLength: -1 }],
  ['#/maxLength', { type: 'string', maxLength: '5' }],
  ['#/pattern', { type: 'string', pattern: '[' }],
  ['#/pattern', { type: 'string', pattern: 5 }],
  ['#/format', { type: 'string', format: 5 }],
  ['#/minimum', { type: 'integer', minimum: '1' }],
  ['#/maximum', { type: 'integer', maximum: Number.NaN }],
  ['#/exclusiveMinimum', { type: 'integer', exclusiveMinimum: 1 }],
  ['#/exclusiveMaximum', { type: 'integer', maximum: 2, exclusiveMaximum: 1 }],
  ['#/multipleOf', { type: 'integer', multipleOf: 0 }],
  ['#/items', { type: 'array', items: [] }],
  ['#/items/1/type', { type: 'array', items: [{ type: 'string' }, { type: 'word' }] }],
  ['#/additionalItems/type', { type: 'array', additionalItems: { type: 'word' } }],
  ['#/allOf', { allOf: [] }],
  ['#/allOf/0/type', { allOf: [{ type: 'word' }] }],
  ['#/not', { not: 'string' }],
  ['#/not/type', { not: { type: 'word' } }],
  ['#/dependencies', { dependencies: ['a'] }],
  ['#/dependencies/a', { dependencies: { a: [1] } }],
  ['#/dependencies/a/type', { dependencies: { a: { type: 'word' } } }],
  ['#/definitions', { definitions: [] }],
  ['#/definitions/a/type', { definitions: { a: { type: 'word' } } }],
  ['#/definitions/a/properties/b/type', { definitions: { a: { properties: { b: { type: 'word' } } } } }],
  ['#/$ref', { $ref: 5 }],
  ['#/$ref', { $ref: '#/definitions/none' }],
  ['#/$ref', { $ref: 'https://a.example/schema.json' }],
  ['#/$ref', { $ref: 'http://json-schema.org/draft-04/schema#' }],
  ['#/$ref', { $ref: '#/%zz' }],
  ['#/items/$ref', { items: { $ref: 'other.json' } }],
  ['#', { $ref: '#' }],
  ['#', { allOf: [{ $ref: '#' }] }],
  ['#/definitions/a', { definitions: { a: { $ref: '#/definitions/b' }, b: { not: { $ref: '#/definitions/a' } } } }],
  [
    '#/definitions/b',
    {
      $ref: '#/definitions/a',
      definitions: {
        a: { properties: { x: { $ref: '#/definitions/b' } }, anyOf: [{ $ref: '#/definitions/b' }] },
        b: { oneOf: [{ type: 'null' }, { $ref: '#/definitions/a' }] },
      },
    },
  ],
  ['#/items/type', { type: 'array', items: { type: 'word' } }],
  ['#/minItems', { type: 'array', minItems: 1.5 }],
  ['#/uniqueItems', { type: 'array', uniqueItems: 'yes' }],
  ['#/required', { type: 'object', required: 'a' }],
  ['#/required', { type: 'object', required: [5] }],
  ['#/properties', { type: 'object', properties: [] }],
  ['#/properties/a', { type: 'object', properties: { a: 'string' } }],
  ['#/properties/a~1b~0c/type', { type: 'object', properties: { 'a/b~c': { type: 'word' } } }],
  ['#/patternProperties/(', { type: 'object', patternProperties: { '(': {} } }],
  ['#/additionalProperties', { type: 'object', additionalProperties: 5 }],
  ['#/maxProperties', { type: 'object', maxProperties: null }],
  ['#/items/items', circular],
  // Of no use to the type, and wrong all the same.
  ['#/pattern', { type: 'integer', pattern: '[' }],
]

for (const [path, schema] of faulty) {
  t.test(`refuses a schema for its ${path}`, async t => {
    try {
      compileSchema(schema as Schema)
      t.fail('it was compiled')
    } catch (error) {
      t.type(error, SchemaError)
      t.equal((error as SchemaError).path, path)
      t.match((error as SchemaError).message, path)
    }
  })
}

/** An unknown word, its path, and the nearest known word that the error names. */
const misspelt: readonly (readonly [path: string, nearest: string, schema: unknown])[] = [
  ['#/minlenght', 'minLength', { type: 'string', minlenght: 2 }],
  ['#/requierd', 'required', { type: 'string', requierd: true }],
  ['#/properties/a/items/enums', 'enum', { properties: { a: { items: { enums: [1] } } } }],
  ['#/additionalProperties/one_of', 'oneOf', { additionalProperties: { one_of: [] } }],
  ['#/allOf/0/anyof', 'anyOf', { allOf: [{ anyof: [] }] }],
  ['#/definitions/a/patern', 'pattern', { definitions: { a: { patern: 'x' } } }],
  ['#/dependencies/a/propertys', 'properties', { dependencies: { a: { propertys: {} } } }],
  ['#/not/Type', 'type', { not: { Type: 'string' } }],
  ['#/readOnly', 'readonly', { type: 'string', readOnly: true }],
  ['#/const', 'not', { const: 1 }],
  ['#/format', 'date-time', { type: 'string', format: 'datetime' }],
  ['#/items/format', 'email', { type: 'array', items: { type: 'string', format: 'e-mail' } }],
  ['#/format', 'uuid', { type: 'integer', format: 'guid' }],
]
for (const [path, nearest, schema] of misspelt) {
  t.test(`refuses ${path}, and names ${nearest}`, async t => {
    t.throws(() => compileSchema(schema as Schema), { name: 'SchemaError', path, message: `"${nearest}"` })
  })
}

t.test('accepts frozen schemas, annotations, and a schema that is used twice', async t => {
  const id = Object.freeze({ type: 'integer', description: 'An id.', 'x-note': { any: 'thing' } } as const)
  const schema = Object.freeze({ type: 'object', properties: Object.freeze({ a: id, b: id }) } as const)
  t.same(compileSchema(schema).sanitize({ a: '1', b: '2' }), { a: 1, b: 2 })
})

t.test('accepts annotations, extensions and undefined members', async t => {
  const annotated: Record<string, unknown> = {
    $schema: 'http://json-schema.org/draft-04/schema#',
    $comment: 'x',
    id: 'https://a.example/schema',
    title: 'x',
    description: 'x',
    default: 'x',
    readonly: true,
    deprecated: true,
    context: ['view'],
    example: 'x',
    examples: ['x'],
    links: [{ rel: 'self', href: '{x}', targetSchema: { whatever: true } }],
    'x-anything': { minlenght: 2 },
    enum: [{ minlenght: 2 }],
    absent: undefined,
  }
  t.doesNotThrow(() => compileSchema(annotated))
})
