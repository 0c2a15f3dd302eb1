import t from 'tap'
import { testRows } from './verdict.js'

const forbidden = 'rest_forbidden_schema'

t.test('every schema of allOf must match, and converts', async t => {
  const sized = { type: 'integer', allOf: [{ minimum: 5 }, { maximum: 9 }] } as const
  const members = {
    type: 'object',
    allOf: [{ properties: { a: { type: 'integer' } } }, { properties: { b: { type: 'boolean' } } }],
  } as const
  testRows(t, [
    [sized, '7', [7]],
    [sized, '4', 'rest_out_of_bounds'],
    [sized, '10', 'rest_out_of_bounds'],
    [sized, 'x', 'rest_invalid_type'],
    [members, { a: '1', b: 'true', c: '1' }, [{ a: 1, b: true, c: '1' }]],
    [members, { a: 'x' }, 'rest_invalid_type'],
    [{ allOf: [{ type: 'string' }, { minLength: 2 }] }, 'a', 'rest_too_short'],
    [{ allOf: [{ type: 'string' }, { minLength: 2 }] }, 'ab', ['ab']],
    [{ type: 'integer', allOf: [{}], enum: [3] }, '3', [3]],
    [{ type: 'integer', allOf: [{ enum: [3] }] }, '4', 'rest_not_in_enum'],
    [{ allOf: [{ anyOf: [{ type: 'integer' }, { type: 'boolean' }] }] }, '7', [7]],
  ])
})

t.test('the schema of not must not match', async t => {
  testRows(t, [
    [{ not: { type: 'integer' } }, 'x', ['x']],
    [{ not: { type: 'integer' } }, 7, forbidden],
    [{ type: 'integer', not: { enum: [3] } }, '4', [4]],
    [{ type: 'integer', not: { enum: [3] } }, '3', forbidden],
    [{ type: 'object', not: { required: ['a', 'b'] } }, { a: 1 }, [{ a: 1 }]],
    [{ type: 'object', not: { required: ['a', 'b'] } }, { a: 1, b: 2 }, forbidden],
    [{ not: { not: { type: 'null' } } }, null, [null]],
    [{ not: {} }, null, forbidden],
  ])
})

t.test('a property may require others, or a schema', async t => {
  const listed = { type: 'object', dependencies: { a: ['b', 'c'] } } as const
  const matched = {
    type: 'object',
    dependencies: { a: { properties: { b: { type: 'integer', minimum: 5, required: true } } } },
  } as const
  testRows(t, [
    [listed, { d: 1 }, [{ d: 1 }]],
    [listed, { a: 1, b: 2, c: 3 }, [{ a: 1, b: 2, c: 3 }]],
    [listed, { a: 1, b: 2 }, 'rest_property_required'],
    [matched, { b: '1' }, [{ b: '1' }]],
    [matched, { a: 1, b: '5' }, [{ a: 1, b: 5 }]],
    [matched, { a: 1, b: '4' }, 'rest_out_of_bounds'],
    [matched, { a: 1 }, 'rest_property_required'],
    [{ dependencies: { toString: ['a'] } }, {}, [{}]],
    [{ dependencies: { a: ['toString'] } }, { a: 1 }, 'rest_property_required'],
    [{ dependencies: { a: ['b'] } }, 'a', ['a']],
  ])
})

t.test('items may have schemas by position', async t => {
  const pair = { type: 'array', items: [{ type: 'integer' }, { type: 'boolean' }] } as const
  testRows(t, [
    [pair, '1,true,x', [[1, true, 'x']]],
    [pair, [], [[]]],
    [pair, ['x'], 'rest_invalid_type'],
    [{ ...pair, additionalItems: false }, [1, true], [[1, true]]],
    [{ ...pair, additionalItems: false }, [1, true, 'x'], 'rest_too_many_items'],
    [{ ...pair, additionalItems: { type: 'integer' } }, [1, true, '2'], [[1, true, 2]]],
    [{ ...pair, additionalItems: { type: 'integer' } }, [1, true, 'x'], 'rest_invalid_type'],
    [{ ...pair, uniqueItems: true, additionalItems: { type: 'integer' } }, [1, true, '1'], 'rest_duplicate_items'],
    [{ type: 'array', additionalItems: false }, [1], [[1]]],
  ])
})
