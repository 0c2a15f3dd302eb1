import { compileSchema, nearestWord, type Schema, SchemaError } from '@platen/core'
import t from 'tap'
import { referenceRules } from './verdict.js'

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

const object = {
  type: 'object',
  properties: {
    a: { type: 'integer' },
    list: { type: 'array', items: { type: 'object', properties: { b: { type: ['string', 'null'] } } } },
  },
  additionalProperties: false,
} as const

const failures: readonly (readonly [schema: Schema, value: unknown, param: string, reason?: string])[] = [
  [{ type: 'integer' }, 'x', 'param', 'param does not belong to the type integer.'],
  [{ type: ['boolean', 'string'] }, 5, 'param', 'param does not belong to the type boolean,string.'],
  [{ type: 'array', items: { type: 'integer' } }, 'a', 'param[0]', 'param[0] does not belong to the type integer.'],
  [{ type: 'array', items: { type: 'string' } }, ['a', 1], 'param[1]'],
  [object, { a: 'x' }, 'param[a]'],
  [object, { list: [{}, { b: 1 }] }, 'param[list][1][b]', 'param[list][1][b] does not belong to the type string,null.'],
  [object, { c: 1 }, 'param[c]', 'param[c] is not a known property.'],
  [object, ['x'], 'param', 'param does not belong to the type object.'],
]

for (const [schema, value, name, reason] of failures) {
  t.test(`${JSON.stringify(value)} fails at ${name}`, async t => {
    const error = compileSchema(schema).validate(value, 'param')
    t.match(error?.message, name)
    if (reason) t.equal(error?.message, reason)
    if (error?.code === 'rest_invalid_type') t.same(error.toBody().data, { param: name })
    else t.equal(error?.toBody().data, null)
  })
}

t.test('the error has no status', async t => {
  const error = compileSchema({ type: 'string', enum: ['a', 'b'] }).validate('c', 'choice')
  t.equal(error?.status, null)
  t.equal(error?.data, undefined)
  t.same(error?.toBody(), { code: 'rest_not_in_enum', message: 'choice is not one of a, b.', data: null })
})

t.test('a member of an unnamed value has a name', async t => {
  t.same(compileSchema(object).validate({ a: 'x' }, '')?.data, { param: '[a]' })
})

const words = ['minimum', 'maximum', 'maxLength', 'id', 'permission', 'type']

const cases: readonly (readonly [given: string, nearest: string | undefined])[] = [
  ['minimun', 'minimum'],
  ['maxlenght', 'maxLength'],
  ['MAXIMUM', 'maximum'],
  ['typ', 'type'],
  ['min', 'minimum'],
  ['permission_callback', 'permission'],
  ['colour', undefined],
  ['c', undefined],
  ['', undefined],
  ['x'.repeat(100_000), undefined],
]

for (const [given, nearest] of cases)
  t.test(`"${given.slice(0, 20)}"`, async t => t.equal(nearestWord(given, words), nearest))

t.equal(nearestWord('a', []), undefined)

const depth = 100_000

function nest(wrap: (inner: unknown) => unknown, levels = depth): unknown {
  let value: unknown = 'x'
  for (let level = 0; level < levels; level++) value = wrap(value)
  return value
}

const deepList = nest(inner => [inner])
const deepObject = nest(inner => ({ a: inner }))
const twoLevels = { type: 'array', items: { type: 'array', items: { type: 'array' } } } as const

const forDeepValues: Readonly<Record<string, Schema>> = {
  untyped: {},
  'any array': { type: 'array' },
  'any object': { type: 'object' },
  'array of arrays': twoLevels,
  'unique items': { type: 'array', uniqueItems: true },
  'an enum': { enum: [[[]], { a: { a: 1 } }] },
  alternatives: { oneOf: [twoLevels, { type: 'object', properties: { a: { type: 'object' } } }, { type: 'string' }] },
  members: { type: 'object', additionalProperties: { type: ['object', 'array', 'string'] } },
}

for (const [name, schema] of Object.entries(forDeepValues)) {
  t.test(`a deeply nested value and ${name}`, async t => {
    const compiled = compileSchema(schema)
    for (const value of [deepList, deepObject, [deepList, deepObject]]) {
      t.doesNotThrow(() => compiled.validate(value, 'it'))
      t.doesNotThrow(() => compiled.sanitize(value))
    }
  })
}

t.test('items are compared down to the maximum depth of JSON', async t => {
  const { validate } = compileSchema({ type: 'array', uniqueItems: true })
  const [list, object, same] = [[], {}, {}].map((_, kind) => nest(inner => (kind === 0 ? [inner] : { a: inner }), 510))
  t.equal(validate([list, object], 'it'), undefined)
  t.equal(validate([object, same], 'it')?.code, 'rest_duplicate_items')
  t.equal(validate([deepList, deepObject], 'it')?.code, 'rest_too_complex')
})

t.test('a value that contains itself', async t => {
  const circular: unknown[] = []
  circular.push(circular)
  t.equal(compileSchema({ type: 'array', uniqueItems: true }).validate([circular, 1], 'it'), undefined)
})

t.test('long lists take linear time', async t => {
  const long = Array.from({ length: 100_000 }, (_, index) => ({ id: index, tags: [String(index)] }))
  const unique = compileSchema({ type: 'array', uniqueItems: true })
  t.equal(unique.validate(long, 'it'), undefined)
  t.equal(unique.validate([...long, { tags: ['7'], id: 7 }], 'it')?.code, 'rest_duplicate_items')

  const ids = compileSchema({ type: 'array', items: { type: 'integer' } })
  const text = long.map(({ id }) => id).join(',')
  t.equal(ids.validate(text, 'it'), undefined)
  t.equal((ids.sanitize(text) as unknown[]).length, long.length)

  const closed = compileSchema({ type: 'object', additionalProperties: false }, referenceRules)
  t.equal(closed.validate(long, 'it')?.code, 'rest_additional_properties_forbidden')
})

t.test('hostile strings take linear time', async t => {
  const size = 100_000
  const uri = compileSchema({ type: 'string', format: 'uri' }, referenceRules)
  t.equal(uri.sanitize(`http://a/${'%0'.repeat(size)}${'a'.repeat(size)}`), `http://a/`)
  t.equal(uri.sanitize(`${'feed:'.repeat(size)}javascript:x`), '')
  const hostile: Readonly<Record<string, string>> = {
    email: `${'a'.repeat(size)}@${'-a'.repeat(size)}`,
    'date-time': `2024-05-06T07:08:09.${'1'.repeat(size)}x`,
    ip: ':1'.repeat(size),
    uuid: '0'.repeat(size),
    hostname: 'a-'.repeat(size),
    ipv6: '1:'.repeat(size),
    uri: `http://${'a@'.repeat(size)}%`,
  }
  for (const [format, text] of Object.entries(hostile)) {
    t.match(compileSchema({ type: 'string', format }).validate(text, 'it')?.code, /^rest_invalid_/)
  }
  t.equal(compileSchema({ type: 'number' }).validate(`${'1'.repeat(size)}x`, 'it')?.code, 'rest_invalid_type')
  t.equal(compileSchema({ type: 'string', maxLength: 5 }).validate('😀'.repeat(size), 'it')?.code, 'rest_too_long')
})

const oddValues: readonly unknown[] = [
  undefined,
  null,
  Number.NaN,
  Number.NEGATIVE_INFINITY,
  10n ** 30n,
  Symbol('odd'),
  () => 'odd',
  new Date(Number.NaN),
  new Map([['a', 1]]),
  Object.create(null),
  [undefined, Symbol('odd'), 1n],
  '\ud800',
]
const schemas: readonly Schema[] = [
  ...(['null', 'boolean', 'integer', 'number', 'string', 'array', 'object'] as const).flatMap(type => [
    { type },
    { type, enum: [1, 'a', ['b'], { c: 1 }] },
    { type: 'array', items: { type }, uniqueItems: true } as const,
    { type: 'object', additionalProperties: { type } } as const,
    { type, anyOf: [{ type: 'boolean' }, { type: 'string', format: 'uri' }] } as const,
  ]),
  {
    type: ['integer', 'array', 'object', 'string', 'null'],
    format: 'ip',
    minItems: 1,
    minProperties: 1,
    multipleOf: 2,
  },
]

t.test('any value is validated without an exception', async t => {
  for (const schema of schemas) {
    const compiled = compileSchema(schema)
    for (const value of oddValues) {
      t.doesNotThrow(
        () => compiled.validate(value, 'it')?.toBody(),
        `${String(typeof value)} ${JSON.stringify(schema)}`,
      )
      t.doesNotThrow(() => compiled.sanitize(value))
    }
  }
})

t.test('validation does not change values', async t => {
  const { validate, sanitize } = compileSchema({
    type: 'object',
    properties: { list: { type: 'array', items: { type: 'integer' }, uniqueItems: true } },
    additionalProperties: { oneOf: [{ type: 'integer' }, { type: 'object', properties: { a: { type: 'boolean' } } }] },
  })
  const sent = Object.freeze({ list: Object.freeze(['1', '2']), x: '3', y: Object.freeze({ a: '1' }) })
  t.equal(validate(sent, 'it'), undefined)
  t.same(sanitize(sent), { list: [1, 2], x: 3, y: { a: true } })
  t.same(sent, { list: ['1', '2'], x: '3', y: { a: '1' } })
})
