import t from 'tap'
import { testRows } from './verdict.js'

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
