import { readFileSync } from 'node:fs'
import { isDeepStrictEqual } from 'node:util'
import { compileSchema, type Schema } from '@platen/core'
import t from 'tap'
import { referenceRules, testRows, verdictOf } from './verdict.js'

const refused = 'rest_not_in_enum'

t.test('the converted value is one of the list', async t => {
  testRows(t, [
    [{ type: 'string', enum: ['red', 'green'] }, 'red', ['red']],
    [{ type: 'string', enum: ['red', 'green'] }, 'RED', refused],
    [{ type: 'string', enum: ['red', 'green'] }, '', refused],
    [{ type: 'string', enum: ['1'] }, 1, 'rest_invalid_type'],
    [{ type: 'integer', enum: [1, 2] }, '2', [2]],
    [{ type: 'integer', enum: ['2'] }, '2', refused],
    [{ type: 'boolean', enum: [true] }, '1', [true]],
    [{ type: 'boolean', enum: [true] }, '0', refused],
    [{ type: ['string', 'null'], enum: ['a', null] }, null, [null]],
    [{ type: ['string', 'null'], enum: ['a'] }, null, refused],
    [{ type: 'array', items: { type: 'string', enum: ['a', 'b'] } }, 'a,b', [['a', 'b']]],
    [{ type: 'array', items: { type: 'string', enum: ['a', 'b'] } }, 'a,c', refused],
    [{ type: 'string', enum: [] }, 'a', refused],
  ])
})

t.test('lists and objects are compared deeply', async t => {
  const list = { type: 'array', items: { type: 'integer' }, enum: [[1, 2], [[3]]] } as const
  const object = { type: 'object', enum: [{ a: { b: 1 }, c: null }] } as const
  testRows(t, [
    [list, '1,2', [[1, 2]]],
    [list, [2, 1], refused],
    [list, [1], refused],
    [object, { c: null, a: { b: 1 } }, [{ c: null, a: { b: 1 } }]],
    [object, { a: { b: 1 } }, refused],
    [object, { a: { b: 2 }, c: null }, refused],
    [object, { a: { b: 1 }, c: null, d: 1 }, refused],
    [object, { a: [1], c: null }, refused],
    [{ enum: [{ a: 1 }] }, [1], refused],
    [{ enum: [{ toString: 1 }] }, { a: 1 }, refused],
  ])
})

t.test('other keywords apply to listed values as well', async t => {
  testRows(t, [
    [{ type: 'string', enum: ['a', 'abc'], minLength: 2 }, 'a', 'rest_too_short'],
    [{ type: 'string', enum: ['nobody'], format: 'email' }, 'nobody', 'rest_invalid_email'],
    [{ type: 'string', enum: ['red', '#fff'], format: 'hex-color' }, 'red', refused],
    [{ type: 'string', enum: ['a b'], format: 'uri' }, 'a b', refused],
  ])
})

t.test('lengths count characters', async t => {
  const schema = { type: 'string', minLength: 2, maxLength: 3 } as const
  testRows(t, [
    [schema, 'a', 'rest_too_short'],
    [schema, '', 'rest_too_short'],
    [schema, '😀', 'rest_too_short'],
    [schema, '😀😀', ['😀😀']],
    [schema, '日本語', ['日本語']],
    [schema, '😀😀😀', ['😀😀😀']],
    [schema, '😀😀😀😀', 'rest_too_long'],
    [schema, 'abcd', 'rest_too_long'],
    [{ type: 'string', minLength: 0 }, '', ['']],
    [{ type: 'string', maxLength: 0 }, 'a', 'rest_too_long'],
  ])
})

t.test('a pattern is an ECMA 262 regular expression', async t => {
  testRows(t, [
    [{ type: 'string', pattern: '^[a-z]+$' }, 'abc', ['abc']],
    [{ type: 'string', pattern: '^[a-z]+$' }, 'Abc', 'rest_invalid_pattern'],
    [{ type: 'string', pattern: '^[a-z]+$' }, 'abc\n', 'rest_invalid_pattern'],
    [{ type: 'string', pattern: 'b' }, 'abc', ['abc']],
    [{ type: 'string', pattern: '^\\d$' }, '٣', 'rest_invalid_pattern'],
    [{ type: 'string', pattern: '^.$' }, '😀', ['😀']],
    [{ type: 'string', pattern: '^\\p{Letter}$' }, 'é', ['é']],
    // Not an escape of Unicode patterns, but one that is written.
    [{ type: 'string', pattern: '^[a-z\\%-]+$' }, 'a%-', ['a%-']],
    [{ type: 'string', pattern: '#^/~$' }, 'a', 'rest_invalid_pattern'],
  ])
})

t.test('bounds', async t => {
  testRows(t, [
    [{ type: 'integer', minimum: 1 }, 1, [1]],
    [{ type: 'integer', minimum: 1 }, '0', 'rest_out_of_bounds'],
    [{ type: 'integer', maximum: 100 }, '100', [100]],
    [{ type: 'integer', maximum: 100 }, 101, 'rest_out_of_bounds'],
    [{ type: 'number', minimum: 0, exclusiveMinimum: true }, 0, 'rest_out_of_bounds'],
    [{ type: 'number', minimum: 0, exclusiveMinimum: true }, '1e-7', [1e-7]],
    [{ type: 'number', minimum: 0, exclusiveMinimum: false }, 0, [0]],
    [{ type: 'number', maximum: 10, exclusiveMaximum: true }, 10, 'rest_out_of_bounds'],
    [{ type: 'number', maximum: 10, exclusiveMaximum: true }, 9.99, [9.99]],
    [{ type: 'number', exclusiveMaximum: true }, 11, [11]],
  ])
})

t.test('multiples', async t => {
  testRows(t, [
    [{ type: 'integer', multipleOf: 3 }, 9, [9]],
    [{ type: 'integer', multipleOf: 3 }, 0, [0]],
    [{ type: 'integer', multipleOf: 3 }, '-6', [-6]],
    [{ type: 'integer', multipleOf: 3 }, 10, 'rest_invalid_multiple'],
    [{ type: 'number', multipleOf: 0.0001 }, 0.0075, [0.0075]],
    [{ type: 'number', multipleOf: 0.0001 }, 0.00751, 'rest_invalid_multiple'],
    [{ type: 'number', multipleOf: 0.1 }, 0.3, [0.3]],
    [{ type: 'number', multipleOf: 0.123456789 }, 1e308, 'rest_invalid_multiple'],
  ])
})

t.test('of several keywords that fail, the first is reported', async t => {
  testRows(t, [
    [{ type: 'string', minLength: 3, pattern: '^a', enum: ['abc'] }, 'b', 'rest_too_short'],
    [{ type: 'string', pattern: '^a', enum: ['abc'] }, 'b', 'rest_invalid_pattern'],
    [{ type: 'string', enum: ['a@example.com'], format: 'email' }, 'b', 'rest_not_in_enum'],
    [{ type: 'integer', multipleOf: 3, minimum: 5 }, 2, 'rest_invalid_multiple'],
    [{ type: 'integer', minimum: 5 }, 2.5, 'rest_out_of_bounds'],
    [{ type: 'integer', enum: [1] }, 2.5, 'rest_invalid_type'],
  ])
})

t.test('items are checked and converted one by one', async t => {
  const schema = { type: 'array', items: { type: 'integer' } } as const
  testRows(t, [
    [schema, '1,2', [[1, 2]]],
    [schema, ['1', 2.0], [[1, 2]]],
    [schema, 'a', 'rest_invalid_type'],
    [schema, [null], 'rest_invalid_type'],
    [
      { type: 'array', items: { type: 'array', items: { type: 'boolean' } } },
      ['1,0', [true]],
      [[[true, false], [true]]],
    ],
    [{ type: 'array', items: { type: 'string' } }, ['a', 'b'], [['a', 'b']]],
    [{ type: 'array', items: { type: 'integer', minimum: 2 } }, ['3', '1'], 'rest_out_of_bounds'],
  ])
})

t.test('counts of items', async t => {
  const schema = { type: 'array', items: { type: 'integer' }, minItems: 1, maxItems: 2 } as const
  testRows(t, [
    [schema, '', 'rest_too_few_items'],
    [schema, [], 'rest_too_few_items'],
    [schema, '1,2', [[1, 2]]],
    [schema, [1, 2, 3], 'rest_too_many_items'],
    [schema, ['a', 2, 3], 'rest_invalid_type'],
  ])
})

t.test('unique items', async t => {
  const unique = { type: 'array', uniqueItems: true } as const
  testRows(t, [
    [unique, [1, '1', true, null, 'null', [1], ['1']], [[1, '1', true, null, 'null', [1], ['1']]]],
    [unique, [1, 2, 1], 'rest_duplicate_items'],
    [
      unique,
      [
        { a: 1, b: 2 },
        { b: 2, a: 1 },
      ],
      'rest_duplicate_items',
    ],
    [unique, [{ a: { b: [1] } }, { a: { b: ['1'] } }], [[{ a: { b: [1] } }, { a: { b: ['1'] } }]]],
    [
      unique,
      [
        [1, 2],
        [2, 1],
      ],
      [
        [
          [1, 2],
          [2, 1],
        ],
      ],
    ],
    [
      unique,
      [
        [1, 2],
        [1, 2],
      ],
      'rest_duplicate_items',
    ],
    [unique, [{ 'a,b': 1 }, { a: 1, b: 1 }], [[{ 'a,b': 1 }, { a: 1, b: 1 }]]],
    [unique, [[], {}], [[[], {}]]],
    [unique, 'a,b,a', 'rest_duplicate_items'],
    [{ ...unique, uniqueItems: false }, [1, 1], [[1, 1]]],
    [{ ...unique, items: { type: 'integer' } }, ['1', 1], 'rest_duplicate_items'],
    [{ ...unique, items: { type: 'boolean' } }, ['true', 1], 'rest_duplicate_items'],
    [{ ...unique, maxItems: 1 }, [1, 1], 'rest_too_many_items'],
  ])
})

t.test('members are converted; unknown ones stay as they are', async t => {
  const schema = { type: 'object', properties: { a: { type: 'integer' }, b: { type: 'boolean' } } } as const
  testRows(t, [
    [schema, { a: '1', c: '2' }, [{ a: 1, c: '2' }]],
    [schema, {}, [{}]],
    [schema, { a: 'x' }, 'rest_invalid_type'],
    [schema, { a: null }, 'rest_invalid_type'],
  ])
})

t.test('required members', async t => {
  const a = { type: 'integer' } as const
  testRows(t, [
    [{ type: 'object', required: ['a', 'b'] }, { a: null, b: 0 }, [{ a: null, b: 0 }]],
    [{ type: 'object', required: ['a', 'b'] }, { a: 1 }, 'rest_property_required'],
    [{ type: 'object', properties: { a: { ...a, required: true } } }, {}, 'rest_property_required'],
    [{ type: 'object', properties: { a: { ...a, required: false } } }, {}, [{}]],
    [{ type: 'object', required: true, properties: { a: { ...a, required: true } } }, '', 'rest_property_required'],
    // A list says it all.
    [{ type: 'object', required: ['b'], properties: { a: { ...a, required: true } } }, { b: 1 }, [{ b: 1 }]],
    [{ type: 'object', required: ['length'] }, { x: 1 }, 'rest_property_required'],
    [{ type: 'object', required: ['a'] }, { a: 1, b: 2 }, [{ a: 1, b: 2 }]],
  ])
})

t.test('additionalProperties and patternProperties', async t => {
  const schema = {
    type: 'object',
    properties: { a: { type: 'integer' }, x_both: { type: 'integer' } },
    patternProperties: { '^x_': { type: ['integer', 'boolean'], minimum: 5 }, '1$': { type: ['boolean', 'integer'] } },
    additionalProperties: false,
  } as const
  testRows(t, [
    [schema, { a: '1', x_a: 'true' }, [{ a: 1, x_a: true }]],
    [schema, { ax_: 1 }, 'rest_additional_properties_forbidden'],
    [schema, { X_a: 1 }, 'rest_additional_properties_forbidden'],
    [schema, { x_both: '4' }, 'rest_out_of_bounds'],
    [schema, { x_both: '6' }, [{ x_both: 6 }]],
    [schema, { x_1: 'word' }, 'rest_invalid_type'],
    [schema, { 0: 'x' }, 'rest_additional_properties_forbidden'],
    [{ type: 'object', additionalProperties: { type: 'integer' } }, { a: '1' }, [{ a: 1 }]],
    [{ type: 'object', additionalProperties: { type: 'integer' } }, { a: 'x' }, 'rest_invalid_type'],
    [{ type: 'object', additionalProperties: true }, { a: 'x' }, [{ a: 'x' }]],
  ])
})

t.test('the first invalid member is reported', async t => {
  const schema = { type: 'object', properties: { a: { type: 'integer' } }, additionalProperties: false } as const
  testRows(t, [
    [schema, { c: 1, a: 'x' }, 'rest_additional_properties_forbidden'],
    [schema, { a: 'x', c: 1 }, 'rest_invalid_type'],
    [{ ...schema, maxProperties: 1 }, { a: 'x', c: 1 }, 'rest_invalid_type'],
    [{ ...schema, required: ['d'] }, { a: 'x' }, 'rest_property_required'],
  ])
})

t.test('counts of members', async t => {
  const schema = { type: 'object', minProperties: 1, maxProperties: 2 } as const
  testRows(t, [
    [schema, {}, 'rest_too_few_properties'],
    [schema, { a: 1, b: 2 }, [{ a: 1, b: 2 }]],
    [schema, { a: 1, b: 2, c: 3 }, 'rest_too_many_properties'],
  ])
})

t.test('names of Object.prototype are ordinary names', async t => {
  const declared = { type: 'object', properties: { constructor: { type: 'integer' } } } as const
  const open = { type: 'object', additionalProperties: { type: 'integer' } } as const
  const closed = { type: 'object', additionalProperties: false } as const
  testRows(t, [
    [declared, {}, [{}]],
    [declared, { constructor: '1' }, [{ constructor: 1 }]],
    [declared, { toString: 'x' }, [{ toString: 'x' }]],
    [closed, JSON.parse('{"__proto__":1}'), 'rest_additional_properties_forbidden'],
    [closed, { hasOwnProperty: 1 }, 'rest_additional_properties_forbidden'],
    [{ type: 'object', required: ['__proto__'] }, {}, 'rest_property_required'],
    [{ type: 'object', required: ['toString'] }, {}, 'rest_property_required'],
  ])
  const [converted] = verdictOf(open, JSON.parse('{"__proto__":"1"}')) as [object]
  t.strictSame(Object.entries(converted), [['__proto__', 1]])
  t.equal(Object.getPrototypeOf(converted), Object.prototype)
})

interface Case {
  readonly schema: Schema
  readonly value: unknown
  readonly valid: boolean
  readonly code?: string
  readonly sanitized?: unknown
}

const file = new URL('../../../../test/parity/validation/cases.jsonl', import.meta.url)
const cases: Case[] = readFileSync(file, 'utf8')
  .trimEnd()
  .split('\n')
  .map(line => JSON.parse(line))

t.equal(cases.length, 4804, 'there are cases')

for (const valid of [true, false]) {
  t.test(`${valid ? 'accepts and converts' : 'refuses'} the same values as the reference`, async t => {
    const disagreements = cases.filter(each => each.valid === valid && !agrees(each))
    t.same(disagreements, [])
  })
}

function agrees({ schema, value, valid, code, sanitized }: Case): boolean {
  const compiled = compileSchema(schema, referenceRules)
  const error = compiled.validate(value, 'value')
  if (!valid) return error?.code === code
  // As it is sent: a zero has no sign in JSON.
  return !error && isDeepStrictEqual(JSON.parse(JSON.stringify(compiled.sanitize(value))), sanitized)
}
