import { compileSchema, type Schema } from '@platen/core'
import t from 'tap'
import { referenceRules } from './verdict.js'

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
