import { createRegistry, type Schema } from '@platen/core'
import t from 'tap'

/** Refused, and the reason when the specification gives its words. */
const refused = (reason?: RegExp) => ({ reason: reason ?? /./ })

type Expected = { readonly value: unknown } | { readonly reason: RegExp }

/** A sentence of section 4.13: a schema, and what becomes of values that are sent for it. */
interface Sentence {
  readonly words: string
  readonly schema: Schema
  readonly cases: readonly (readonly [sent: unknown, expected: Expected])[]
}

const is = (value: unknown): Expected => ({ value })
const same = (...values: readonly unknown[]) => values.map(value => [value, is(value)] as const)
const wrong = (...values: readonly unknown[]) => values.map(value => [value, refused()] as const)

const SENTENCES: readonly Sentence[] = [
  {
    words: 'a list of types is tried in order: `[boolean, string]` turns `1` into true',
    schema: { type: ['boolean', 'string'] },
    cases: [
      ['1', is(true)],
      ['word', is('word')],
    ],
  },
  {
    words: '`[string, boolean]` keeps the string',
    schema: { type: ['string', 'boolean'] },
    cases: [
      ['1', is('1')],
      [true, is(true)],
    ],
  },
  {
    words: 'string',
    schema: { type: 'string' },
    cases: [...same('', 'x', '7'), ...wrong(7, true, ['x'], { a: 1 }, null)],
  },
  {
    words: 'null: an actual null only',
    schema: { type: 'null' },
    cases: [...same(null), ...wrong('', 'null', 0, false, [])],
  },
  {
    words: 'number: a number or numeric string becomes a float',
    schema: { type: 'number' },
    cases: [
      ...same(7, -1.5, 0),
      ['7', is(7)],
      ['1.5', is(1.5)],
      ['-2e3', is(-2000)],
      ...wrong('x', '7a', '', true, [1]),
    ],
  },
  {
    words: 'integer: an integer or a string without decimal part',
    schema: { type: 'integer' },
    cases: [...same(7, -3), ['7', is(7)], ['-7', is(-7)], ...wrong(1.5, '1.5', 'x', '', true)],
  },
  {
    words: 'boolean: the eight forms',
    schema: { type: 'boolean' },
    cases: [
      [true, is(true)],
      [false, is(false)],
      [1, is(true)],
      [0, is(false)],
      ['1', is(true)],
      ['0', is(false)],
      ['true', is(true)],
      ['false', is(false)],
      ...wrong('yes', 'TRUE', 2, '', null, []),
    ],
  },
  {
    words: 'array: a list, or a string that is split on commas; without commas it is one element',
    schema: { type: 'array', items: { type: 'string' } },
    cases: [[['a', 'b'], is(['a', 'b'])], ['a,b', is(['a', 'b'])], ['a', is(['a'])], ...wrong(7, true, { a: 1 })],
  },
  {
    words: 'object: a map, or an empty string',
    schema: { type: 'object' },
    cases: [[{ a: 1 }, is({ a: 1 })], ['', is({})], [{}, is({})], ...wrong('x', 7, ['a'])],
  },
  {
    words: '`minLength` and `maxLength` are inclusive; a multibyte character counts once',
    schema: { type: 'string', minLength: 2, maxLength: 3 },
    cases: [...same('ab', 'abc', 'é☃', '😀😀😀'), ...wrong('a', 'abcd', '😀', '😀😀😀😀')],
  },
  {
    words: '`pattern` is a regular expression without modifiers',
    schema: { type: 'string', pattern: '^#[a-f]+$' },
    cases: [...same('#abc'), ...wrong('#ABC', 'abc', '#abc\n#')],
  },
  {
    words: 'format `date-time`: RFC 3339',
    schema: { type: 'string', format: 'date-time' },
    cases: [
      ...same('2024-02-29T10:20:30Z', '2024-02-29T10:20:30+02:00', '2024-02-29t10:20:30.5z', '2024-02-29T10:20:30'),
      ...wrong('2023-02-29T10:20:30Z', '2024-02-29', 'yesterday', ''),
    ],
  },
  {
    words: 'format `uri`',
    schema: { type: 'string', format: 'uri' },
    cases: [...same('https://a.example/x?y=1'), ...wrong('not a uri', '/relative', '')],
  },
  {
    words: 'format `email`',
    schema: { type: 'string', format: 'email' },
    cases: [...same('a@b.example'), ...wrong('a', '@b', '')],
  },
  {
    words: 'format `ip`: v4 or v6',
    schema: { type: 'string', format: 'ip' },
    cases: [...same('192.0.2.1', '2001:db8::1'), ...wrong('192.0.2.256', '2001:db8::1::', 'host', '')],
  },
  {
    words: 'format `uuid`: any version',
    schema: { type: 'string', format: 'uuid' },
    cases: [
      ...same('0191d5a1-7c6b-7000-8000-000000000000', 'c232ab00-9414-11ec-b3c8-9f6bdeced846'),
      ...wrong('0191d5a1', 'x191d5a1-7c6b-7000-8000-000000000000', ''),
    ],
  },
  {
    words: 'format `hex-color`: 3 or 6 digits with leading `#`',
    schema: { type: 'string', format: 'hex-color' },
    cases: [...same('#abc', '#A1B2C3'), ...wrong('abc', '#abcd', '#ggg', '')],
  },
  {
    words: 'an empty string fails a format unless `null` is an allowed type',
    schema: { type: ['string', 'null'], format: 'email' },
    cases: [['', { value: '' }], [null, is(null)], ...wrong('a')],
  },
  {
    words: '`minimum` and `maximum` are inclusive',
    schema: { type: 'integer', minimum: 1, maximum: 3 },
    cases: [...same(1, 3), ...wrong(0, 4)],
  },
  {
    words: '`exclusiveMinimum` and `exclusiveMaximum` are booleans that make the bound exclusive',
    schema: { type: 'number', minimum: 1, exclusiveMinimum: true, maximum: 3, exclusiveMaximum: true },
    cases: [...same(1.1, 2.9), ...wrong(1, 3)],
  },
  { words: '`multipleOf`', schema: { type: 'number', multipleOf: 0.5 }, cases: [...same(1.5, 0, -2), ...wrong(1.3)] },
  {
    words: '`items`: the schema of each element, may nest',
    schema: { type: 'array', items: { type: 'array', items: { type: 'integer' } } },
    cases: [
      [[['1', 2], [3]], is([[1, 2], [3]])],
      [[['x']], refused(/\[0\]\[0\]/)],
    ],
  },
  {
    words: '`minItems` and `maxItems` are inclusive',
    schema: { type: 'array', items: { type: 'string' }, minItems: 1, maxItems: 2 },
    cases: [['a', is(['a'])], ['a,b', is(['a', 'b'])], ...wrong([], 'a,b,c')],
  },
  {
    words: '`uniqueItems`: types and array order matter, property order does not',
    schema: { type: 'array', uniqueItems: true, items: {} },
    cases: [
      ...same(
        ['1', 1],
        [
          [1, 2],
          [2, 1],
        ],
      ),
      ...wrong(
        [1, 1],
        [
          { a: 1, b: 2 },
          { b: 2, a: 1 },
        ],
        [[1], [1]],
      ),
    ],
  },
  {
    words: 'uniqueness is rechecked after sanitization',
    schema: { type: 'array', uniqueItems: true, items: { type: 'integer' } },
    cases: [[['1', '2'], is([1, 2])], ...wrong(['1', 1])],
  },
  {
    words: '`properties`, with `required` per property',
    schema: { type: 'object', properties: { a: { type: 'integer', required: true }, b: { type: 'boolean' } } },
    cases: [[{ a: '1', b: '0', c: 'x' }, is({ a: 1, b: false, c: 'x' })], ...wrong({ b: true }, { a: 'x' })],
  },
  {
    words: '`required` as a list of names in the object schema',
    schema: { type: 'object', properties: { a: { type: 'integer' } }, required: ['a'] },
    cases: [[{ a: 1 }, is({ a: 1 })], ...wrong({})],
  },
  {
    words: '`additionalProperties` false',
    schema: { type: 'object', properties: { a: {} }, additionalProperties: false },
    cases: [...same({ a: 1 }), ...wrong({ a: 1, b: 2 })],
  },
  {
    words: '`additionalProperties` as a schema for unknown properties',
    schema: { type: 'object', additionalProperties: { type: 'integer' } },
    cases: [[{ a: '1' }, is({ a: 1 })], ...wrong({ a: 'x' })],
  },
  {
    words: '`patternProperties`; non-matching properties are unchecked unless additional ones are forbidden',
    schema: { type: 'object', patternProperties: { '^n': { type: 'integer' } } },
    cases: [[{ n1: '1', x: 'y' }, is({ n1: 1, x: 'y' })], ...wrong({ n1: 'x' })],
  },
  {
    words: '`minProperties` and `maxProperties`',
    schema: { type: 'object', minProperties: 1, maxProperties: 2 },
    cases: [...same({ a: 1 }, { a: 1, b: 2 }), ...wrong({}, { a: 1, b: 2, c: 3 })],
  },
  {
    words: '`enum`: strict comparison',
    schema: { enum: ['a', 1] },
    cases: [...same('a', 1), ['b', refused(/is not one of/)], ...wrong('1')],
  },
  {
    words: '`oneOf`: exactly one schema must match',
    schema: {
      oneOf: [
        { type: 'integer', minimum: 5 },
        { type: 'integer', maximum: 7 },
      ],
    },
    cases: [...same(9, 2), ...wrong(6, 'x')],
  },
  {
    words: '`anyOf`: at least one',
    schema: { anyOf: [{ type: 'integer' }, { type: 'string', minLength: 3 }] },
    cases: [...same(9, 'abc'), ...wrong('ab')],
  },
]

const registry = createRegistry()
SENTENCES.forEach(({ schema }, at) => {
  registry.post('spec/v1', `/sentence-${at}`, {
    args: { value: schema },
    permission: 'public',
    handler: ({ params }) => ({ body: { value: params.value } }),
  })
})

SENTENCES.forEach(({ words, cases }, at) => {
  t.test(`4.13: ${words}`, async t => {
    for (const [sent, expected] of cases) {
      const { status, body } = await registry.call('POST', `/spec/v1/sentence-${at}`, { value: sent })
      const what = JSON.stringify(sent)
      if ('value' in expected) {
        t.equal(status, 200, what)
        t.strictSame(body, { value: expected.value }, what)
      } else {
        t.match(body, { code: 'rest_invalid_param', data: { params: { value: expected.reason } } }, what)
      }
    }
  })
})

t.test('4.13: null cannot be sent in a URL or a form', async t => {
  registry.route('spec/v1', '/null', {
    endpoints: [
      {
        methods: ['GET', 'POST'],
        args: { value: { type: 'null' } },
        permission: 'public',
        handler: ({ params }) => ({ body: params }),
      },
    ],
  })
  for (const query of ['value=', 'value=null', 'value=NULL', 'value'])
    t.equal((await registry.call('GET', '/spec/v1/null', undefined, { query })).status, 400, query)
  t.equal((await registry.call('POST', '/spec/v1/null', { value: null })).status, 200)
})

t.test('4.13: `default` and `required`', async t => {
  registry.get('spec/v1', '/defaults', {
    args: { a: { type: 'integer', default: 7 }, b: { type: 'string', required: true } },
    permission: 'public',
    handler: ({ params }) => ({ body: params }),
  })
  const call = (query: Record<string, unknown>) => registry.call('GET', '/spec/v1/defaults', undefined, { query })
  t.match(await call({ b: 'x' }), { status: 200, body: { a: 7, b: 'x' } })
  t.match(await call({ a: 1 }), { status: 400, body: { code: 'rest_missing_callback_param', data: { params: ['b'] } } })
})

t.test('4.13: a title on each alternative gives readable errors', async t => {
  registry.post('spec/v1', '/titles', {
    args: {
      value: {
        anyOf: [
          { title: 'A word', type: 'string', minLength: 3 },
          { title: 'A flag', type: 'boolean' },
        ],
      },
    },
    permission: 'public',
    handler: () => ({ body: {} }),
  })
  const { body } = await registry.call('POST', '/spec/v1/titles', { value: [] })
  t.match(body, { data: { params: { value: /A (word|flag)/ } } })
})

t.test('4.13: validation precedes sanitization', async t => {
  registry.post('spec/v1', '/order', {
    args: { value: { type: 'string', format: 'uri', maxLength: 20 } },
    permission: 'public',
    handler: ({ params }) => ({ body: params }),
  })
  // Cleaned it would be short enough.
  t.equal((await registry.call('POST', '/spec/v1/order', { value: `https://a.example/${' '.repeat(9)}` })).status, 400)
})
