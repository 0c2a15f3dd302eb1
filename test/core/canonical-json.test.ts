import { canonicalJson } from '@platen/core'
import t from 'tap'

const texts: readonly (readonly [value: unknown, text: string])[] = [
  [{ b: 1, a: { d: [1, { f: 1, e: 2 }], c: null } }, '{"a":{"c":null,"d":[1,{"e":2,"f":1}]},"b":1}'],
  ['é"', '"é\\""'],
  ['1', '"1"'],
  [1, '1'],
  [true, 'true'],
  [null, 'null'],
  [undefined, 'null'],
  [[undefined, 1], '[null,1]'],
  [{ a: undefined }, '{}'],
]
for (const [value, text] of texts) {
  t.test(`writes ${text}`, async t => {
    t.equal(canonicalJson(value), text)
  })
}

t.test('a value without a JSON form is a 400', async t => {
  const circular: unknown[] = []
  circular.push({ circular })
  let deep: unknown = {}
  for (let level = 0; level < 100_000; level++) deep = [deep]
  for (const value of [circular, deep, [1n]]) {
    t.throws(() => canonicalJson(value), { name: 'RestError', code: 'rest_invalid_json', status: 400 })
  }
})
