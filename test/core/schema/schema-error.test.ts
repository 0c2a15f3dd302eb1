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
  ['#/items', { type: 'array', items: [{ type: 'string' }] }],
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

t.test('takes frozen schemas, annotations and one schema in two places', async t => {
  const id = Object.freeze({ type: 'integer', description: 'An id.', 'x-note': { any: 'thing' } } as const)
  const schema = Object.freeze({ type: 'object', properties: Object.freeze({ a: id, b: id }) } as const)
  t.same(compileSchema(schema).sanitize({ a: '1', b: '2' }), { a: 1, b: 2 })
})
