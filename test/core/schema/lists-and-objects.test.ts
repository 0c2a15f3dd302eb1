import t from 'tap'
import { testRows, verdictOf } from './verdict.js'

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
