import t from 'tap'
import { testRows } from './verdict.js'

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
