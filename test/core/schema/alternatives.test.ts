import { compileSchema, type Schema } from '@platen/core'
import t from 'tap'
import { testRows } from './verdict.js'

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
