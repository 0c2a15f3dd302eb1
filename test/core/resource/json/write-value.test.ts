import t from 'tap'
import { loadModule } from '../../load-module.js'

const { writeJson } =
  await loadModule<typeof import('../../../../packages/core/src/resource/json/write-value.js')>(
    'resource/json/write-value.js',
  )

const values = [
  '',
  'plain',
  'a "quote"',
  'back\\slash',
  'line\nbreak',
  '\u2028',
  'é',
  '\ud800',
  'x'.repeat(60),
  'y"'.repeat(40),
  0,
  -0,
  1.5,
  1e21,
  Number.NaN,
  Number.POSITIVE_INFINITY,
  true,
  false,
  null,
  undefined,
  () => 1,
  Symbol('s'),
  [],
  [1, 2],
  [1, 1.5],
  [1, 'a'],
  ['a', '"', 'é', '\ud800', 'x'.repeat(60), ''],
  ['a', -0, 2],
  Array.from({ length: 3 }),
  ['a', undefined, 'b'],
  ['a', null],
  ['a', ['b']],
  [undefined],
  [2 ** 60],
  { a: [1], b: undefined },
  new Date(0),
]

t.test('values are written as JSON.stringify writes them', async t => {
  for (const [at, value] of values.entries()) t.equal(writeJson(value), JSON.stringify(value), `value ${at}`)
})
