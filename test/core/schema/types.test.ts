import { compileSchema, type Schema } from '@platen/core'
import t from 'tap'
import { referenceRules, testRows } from './verdict.js'

const wrong = 'rest_invalid_type'

t.test('null is only null', async t => {
  testRows(t, [
    [{ type: 'null' }, null, [null]],
    [{ type: 'null' }, '', wrong],
    [{ type: 'null' }, 'null', wrong],
    [{ type: 'null' }, 0, wrong],
    [{ type: 'null' }, false, wrong],
  ])
})

t.test('a boolean may be sent as a number or a string', async t => {
  testRows(t, [
    ...[true, 1, '1', 'true'].map(value => [{ type: 'boolean' }, value, [true]] as const),
    ...[false, 0, '0', 'false'].map(value => [{ type: 'boolean' }, value, [false]] as const),
    ...['', 'TRUE', 'False', 'yes', 'on', ' true', '00', '1.0', 2, -1, 0.5, null, [], [true], {}].map(
      value => [{ type: 'boolean' }, value, wrong] as const,
    ),
  ])
})

t.test('a number may be sent as a string', async t => {
  testRows(t, [
    [{ type: 'number' }, 2.5, [2.5]],
    [{ type: 'number' }, '2.5', [2.5]],
    [{ type: 'number' }, '.5', [0.5]],
    [{ type: 'number' }, '5.', [5]],
    [{ type: 'number' }, '-1e2', [-100]],
    [{ type: 'number' }, ' +3\n', [3]],
    [{ type: 'number' }, '123456789012345678', [123456789012345680]],
    ...[
      '',
      ' ',
      '.',
      '-',
      '+-1',
      '1e',
      '0x1A',
      '1_0',
      '1,5',
      '٣',
      '7\u0000',
      '\u00a07',
      'Infinity',
      'NaN',
      '1e999',
    ].map(value => [{ type: 'number' }, value, wrong] as const),
    ...[Number.NaN, Number.POSITIVE_INFINITY, true, null, [1], {}].map(
      value => [{ type: 'number' }, value, wrong] as const,
    ),
  ])
})

t.test('an integer may be any number without a fraction', async t => {
  testRows(t, [
    [{ type: 'integer' }, 7, [7]],
    [{ type: 'integer' }, '007', [7]],
    [{ type: 'integer' }, '7.0', [7]],
    [{ type: 'integer' }, '1.5e1', [15]],
    [{ type: 'integer' }, '-0', [0]],
    [{ type: 'integer' }, 7.5, wrong],
    [{ type: 'integer' }, '7.5', wrong],
    [{ type: 'integer' }, '7 8', wrong],
    [{ type: 'integer' }, false, wrong],
    [{ type: 'integer' }, null, wrong],
  ])
})

t.test('an integer has 64 bits', async t => {
  testRows(t, [
    [{ type: 'integer' }, '99999999999999999999', [2 ** 63]],
    [{ type: 'integer' }, '-99999999999999999999', [-(2 ** 63)]],
    [{ type: 'integer' }, 1e21, [Number(BigInt.asIntN(64, 10n ** 21n))]],
    [{ type: 'integer' }, 2 ** 60, [2 ** 60]],
  ])
})

t.test('only strings are strings', async t => {
  testRows(t, [
    [{ type: 'string' }, '', ['']],
    [{ type: 'string' }, ' a\tb\n', [' a\tb\n']],
    ...[5, true, null, ['a'], { a: 'a' }].map(value => [{ type: 'string' }, value, wrong] as const),
  ])
})

t.test('an array may be sent as text with commas', async t => {
  testRows(t, [
    [{ type: 'array' }, [1, null, 'a'], [[1, null, 'a']]],
    [{ type: 'array' }, 'a,b', [['a', 'b']]],
    [{ type: 'array' }, ' a ,, b\tc\n', [['a', 'b\tc']]],
    [{ type: 'array' }, 'a b', [['a b']]],
    [{ type: 'array' }, '', [[]]],
    [{ type: 'array' }, ',', [[]]],
    [{ type: 'array' }, { 0: 'a', 2: 'b' }, [['a', 'b']]],
    [{ type: 'array' }, { 0: 'a', b: 'c' }, wrong],
    ...[4, -2.5, 1e21, true, false, null].map(value => [{ type: 'array' }, value, wrong] as const),
  ])
})

t.test('an object is a map or an empty string', async t => {
  testRows(t, [
    [{ type: 'object' }, { a: [1] }, [{ a: [1] }]],
    [{ type: 'object' }, '', [{}]],
    [{ type: 'object' }, { toJSON: () => ({ a: 1 }) }, [{ a: 1 }]],
    [{ type: 'object' }, { toJSON: 'a' }, [{ toJSON: 'a' }]],
    ...['x', '{}', 5, true, null, [], ['x'], new Date(0)].map(value => [{ type: 'object' }, value, wrong] as const),
  ])
})

t.test('the rules of the reference accept more as booleans, lists and objects', async t => {
  testRows(
    t,
    [
      ...['TRUE', 'tRuE'].map(value => [{ type: 'boolean' }, value, [true]] as const),
      [{ type: 'boolean' }, 'False', [false]],
      [{ type: 'array' }, ' a ,, b\tc\n', [['a', 'b', 'c']]],
      [{ type: 'array' }, 'a\u00a0b', [['a\u00a0b']]],
      [{ type: 'array' }, 4, [['4']]],
      [{ type: 'array' }, -2.5, [['-2.5']]],
      [{ type: 'array' }, 1e21, [['1.0E+21']]],
      [{ type: 'array' }, 1.5e-9, [['1.5E-9']]],
      [{ type: 'array' }, true, [['1']]],
      [{ type: 'array' }, false, [[]]],
      [{ type: 'object' }, [], [{}]],
      [{ type: 'object' }, ['x'], [{ 0: 'x' }]],
      [{ type: 'object', properties: { 0: { type: 'integer' } } }, ['1'], [{ 0: 1 }]],
    ],
    referenceRules,
  )
})

t.test('a list of types is tried in order', async t => {
  testRows(t, [
    [{ type: ['boolean', 'string'] }, '1', [true]],
    [{ type: ['boolean', 'string'] }, 'word', ['word']],
    [{ type: ['string', 'boolean'] }, '1', ['1']],
    [{ type: ['string', 'boolean'] }, 1, [true]],
    [{ type: ['integer', 'number'] }, 2.5, [2.5]],
    [{ type: ['array', 'integer'] }, '7', [['7']]],
    [{ type: ['integer', 'array'] }, '7', [7]],
    [{ type: ['integer', 'array'] }, '7,8', [['7', '8']]],
    [{ type: ['null', 'string'] }, null, [null]],
    [{ type: ['boolean', 'string'] }, 5, wrong],
    [{ type: ['string', 'null'] }, ['a'], wrong],
  ])
})

t.test('lists and empty strings are not objects if their own type is allowed', async t => {
  testRows(t, [
    [{ type: ['object', 'array'] }, ['a'], [['a']]],
    [{ type: ['object', 'string'] }, '', ['']],
    [{ type: ['boolean', 'object'] }, '', [{}]],
  ])
})

t.test('without a type, keywords apply to values of their own type', async t => {
  testRows(t, [
    [{}, { any: ['thing'] }, [{ any: ['thing'] }]],
    [{ minLength: 2 }, 'a', 'rest_too_short'],
    [{ minLength: 2 }, 1, [1]],
    [{ minimum: 2 }, 1, 'rest_out_of_bounds'],
    [{ minimum: 2 }, '1', ['1']],
    [{ minItems: 1 }, [], 'rest_too_few_items'],
    [{ minItems: 1 }, {}, [{}]],
    [{ required: ['a'] }, {}, 'rest_property_required'],
    [{ required: ['a'] }, [], [[]]],
    [{ properties: { a: { type: 'integer' } } }, { a: '1' }, [{ a: 1 }]],
    [{ format: 'email' }, 'nobody', 'rest_invalid_email'],
  ])
})

const none = 'rest_no_matching_schema'
const several = 'rest_one_of_multiple_matches'
const wholeOrWord = {
  type: ['integer', 'string'],
  oneOf: [
    { title: 'Whole', type: 'integer', minimum: 10 },
    { title: 'Word', type: 'string', enum: ['low', 'high'] },
  ],
} as const
const smallOrBig = {
  type: 'integer',
  anyOf: [
    { title: 'Small', type: 'integer', maximum: 5 },
    { title: 'Big', type: 'integer', minimum: 100 },
  ],
} as const
const termsQuery = {
  type: ['object', 'array'],
  oneOf: [
    { title: 'Ids', type: 'array', items: { type: 'integer' } },
    {
      title: 'Query',
      type: 'object',
      properties: {
        terms: { type: 'array', items: { type: 'integer' } },
        operator: { type: 'string', enum: ['AND', 'OR'] },
      },
      additionalProperties: false,
    },
  ],
} as const
const shapes = {
  type: 'object',
  oneOf: [
    { title: 'Circle', properties: { radius: { type: 'number', required: true } } },
    { title: 'Box', properties: { width: { type: 'number' }, height: { type: 'number', required: true } } },
  ],
} as const

t.test('exactly one alternative of oneOf must match', async t => {
  testRows(t, [
    [wholeOrWord, 12, [12]],
    [wholeOrWord, '12', [12]],
    [wholeOrWord, 'low', ['low']],
    [wholeOrWord, 9, none],
    [wholeOrWord, 'middle', none],
    [wholeOrWord, [12], none],
    [termsQuery, '1,2', [[1, 2]]],
    [termsQuery, ['3'], [[3]]],
    [termsQuery, { terms: '1', operator: 'AND' }, [{ terms: [1], operator: 'AND' }]],
    [termsQuery, '', several],
    [termsQuery, ['x'], none],
    [{ oneOf: [{ type: 'integer' }, { type: 'number' }] }, 5, several],
    [{ oneOf: [{ type: 'integer' }, { type: 'number' }] }, 5.5, [5.5]],
  ])
})

t.test('one alternative of anyOf must match, and the first match converts', async t => {
  testRows(t, [
    [smallOrBig, '5', [5]],
    [smallOrBig, 250, [250]],
    [smallOrBig, 6, none],
    [smallOrBig, 'x', none],
    [{ anyOf: [{ type: 'boolean' }, { type: 'string' }] }, '1', [true]],
    [{ anyOf: [{ type: 'string' }, { type: 'boolean' }] }, '1', ['1']],
  ])
})

t.test('alternatives without a type inherit that of the schema', async t => {
  testRows(t, [
    [shapes, { radius: '1' }, [{ radius: 1 }]],
    [shapes, { height: '2' }, [{ height: 2 }]],
    [shapes, {}, none],
    [shapes, 'x', none],
    [{ type: 'integer', anyOf: [{ minimum: 5 }, { enum: [0] }] }, '0', [0]],
  ])
})

t.test("a schema's own type converts last", async t => {
  testRows(t, [
    [{ type: 'integer', anyOf: [{ type: 'boolean' }, { type: 'string' }] }, '0', [0]],
    [{ type: 'integer', anyOf: [{ type: 'boolean' }, { type: 'string' }] }, 'x', 'rest_invalid_type'],
    [{ type: 'number', anyOf: [{ type: 'boolean' }] }, '1', [1]],
    [{ type: 'string', anyOf: [{ type: 'boolean' }] }, 'true', ['1']],
    [{ type: 'string', anyOf: [{ type: 'boolean' }] }, 'false', ['']],
    [{ type: 'string', anyOf: [{ type: 'number' }] }, '1e21', ['1.0E+21']],
    [{ type: 'array', anyOf: [{ type: 'string', minLength: 2 }] }, 'a,b', [['a', 'b']]],
    [{ type: 'string', minLength: 2, anyOf: [{ type: 'integer' }] }, '1', 'rest_too_short'],
    [{ anyOf: [{ type: 'integer' }], enum: [1] }, '1', [1]],
    [{ anyOf: [{ type: 'integer' }], enum: [1] }, '2', 'rest_not_in_enum'],
  ])
})

const closest: readonly (readonly [
  schema: Schema,
  value: unknown,
  data: object | undefined,
  named: readonly string[],
])[] = [
  [wholeOrWord, 3, { position: 0 }, ['it', 'Whole', '10']],
  [wholeOrWord, 'middle', { position: 1 }, ['it', 'Word', 'low, high']],
  [wholeOrWord, '9', undefined, ['it', 'Whole', 'Word']],
  [wholeOrWord, [1], undefined, ['it', 'Whole', 'Word']],
  [smallOrBig, 6, undefined, ['Small', 'Big']],
  [smallOrBig, 100.5, { position: 0 }, ['Small', '5']],
  [termsQuery, { terms: 'x' }, { position: 1 }, ['Query', 'it[terms][0]', 'integer']],
  [termsQuery, { bogus: 1 }, { position: 1 }, ['Query', 'it[bogus]']],
  [termsQuery, 'x', { position: 0 }, ['Ids', 'it[0]']],
  [termsQuery, [''], { position: 0 }, ['Ids', 'it[0]']],
  [termsQuery, '', { positions: [0, 1] }, ['Ids', 'Query']],
  [shapes, { width: 1 }, { position: 1 }, ['Box', 'height']],
  [shapes, { radius: 'x', width: 1 }, { position: 0 }, ['Circle', 'it[radius]']],
  [shapes, { other: 1 }, undefined, ['Circle', 'Box']],
  [{ type: 'array', items: shapes }, [{ height: 'x' }], { position: 1 }, ['it[0]', 'it[0][height]']],
  [{ oneOf: [{ type: 'null' }, { anyOf: [wholeOrWord] }] }, 'x', { position: 1 }, ['alternative 2', 'Word']],
]

for (const [schema, value, data, named] of closest) {
  t.test(`the closest alternative to ${JSON.stringify(value)} is named`, async t => {
    const error = compileSchema(schema).validate(value, 'it')
    t.same(error?.data, data)
    for (const word of named) t.match(error?.message, word)
  })
}
