import { requireJson } from '@platen/core'
import t from 'tap'

const cycle: { self?: unknown } = {}
cycle.self = [cycle]

for (const [what, value] of Object.entries({
  nothing: undefined,
  null: null,
  'a text': 'x',
  'what JSON leaves out': { f: () => 1, s: Symbol('s'), u: undefined },
  'a date': new Date(0),
  'a large list': Array.from({ length: 10_000 }, (_, i) => ({ i })),
  'a map of lists': { a: [1, [2, [3]]], b: {} },
  'no prototype': Object.create(null),
})) {
  t.test(`JSON can represent ${what}`, async t => t.doesNotThrow(() => requireJson(value)))
}

for (const [what, value] of Object.entries({
  'a bigint': 1n,
  'a bigint far inside': [[[[{ a: 1n }]]]],
  'a bigint at the end of a large list': [...Array.from({ length: 1000 }, () => 1), 1n],
  'a cycle': cycle,
  'what refuses to be written': {
    toJSON() {
      throw new TypeError('no')
    },
  },
})) {
  t.test(`JSON cannot represent ${what}`, async t => t.throws(() => requireJson(value), TypeError))
}

t.test('shared parts are not checked again and again', async t => {
  let shared: unknown = { a: 1 }
  for (let i = 0; i < 12; i++) shared = [shared, shared]
  t.doesNotThrow(() => requireJson(shared))
})
