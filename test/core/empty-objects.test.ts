import { presentEmptyObjects } from '@platen/core'
import t from 'tap'

const value = { a: {}, b: [{}, { c: {} }], d: null, e: 'x' }

t.test('empty objects are presented as the dialect requires', async t => {
  t.equal(presentEmptyObjects(value), value)
  t.strictSame(presentEmptyObjects(value, 'list'), { a: [], b: [[], { c: [] }], d: null, e: 'x' })
  t.strictSame(presentEmptyObjects({}, 'list'), [])
})
