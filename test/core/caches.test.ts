import { createBoundedCache, createMemoryBudget } from '@platen/core'
import t from 'tap'
import { loadModule } from './load-module.js'

const MAX_BYTES = 100_000

t.test('values are found until newer ones need the space', async t => {
  const cache = createBoundedCache<number>(MAX_BYTES)
  t.equal(cache.get('a'), undefined)
  cache.set('a', 1, 10)
  cache.set('b', 2, 10)
  t.same([cache.get('a'), cache.get('b')], [1, 2])
  cache.set('a', 3, 10)
  t.equal(cache.get('a'), 3, 'a value can be replaced')
  cache.clear()
  t.equal(cache.get('a'), undefined)
})

t.test('used values stay, unused ones are evicted', async t => {
  const cache = createBoundedCache<number>(MAX_BYTES)
  cache.set('used', 0, 1000)
  cache.set('unused', 0, 1000)
  for (let at = 0; at < 500; at++) {
    cache.set(`key ${at}`, at, 1000)
    t.equal(cache.get('used'), 0)
  }
  t.equal(cache.get('unused'), undefined)
})

for (const bytes of [0, 100, 3000, 20_000]) {
  t.test(`values of ${bytes} bytes stay within the limit`, async t => {
    const cache = createBoundedCache<number>(MAX_BYTES)
    const keys = Array.from({ length: 3000 }, (_, at) => `key ${at}`)
    for (const [at, key] of keys.entries()) cache.set(key, at, bytes)
    const found = keys.filter(key => cache.get(key) !== undefined)
    t.ok(found.length > 0, 'the latest are there')
    t.ok(found.length * (bytes + 100) <= MAX_BYTES, `${found.length} are there`)
    for (const key of keys) cache.set(key, 0, bytes)
    t.equal(cache.get(keys.at(-1) ?? ''), 0)
  })
}

t.test('replacing or deleting a value frees its space', async t => {
  const cache = createBoundedCache<number>(MAX_BYTES)
  cache.set('other', 0, 1000)
  for (let at = 0; at < 1000; at++) cache.set('a', at, 1000)
  t.equal(cache.get('other'), 0)
  for (let at = 0; at < 1000; at++) {
    cache.set(`key ${at}`, at, 1000)
    cache.delete(`key ${at}`)
  }
  cache.delete('a')
  t.same([cache.get('other'), cache.get('a'), cache.get('key 999')], [0, undefined, undefined])
})

t.test('values and keys that would take a large part of the cache are not cached', async t => {
  const cache = createBoundedCache<number>(MAX_BYTES)
  cache.set('small', 0, 10)
  cache.set('large', 0, MAX_BYTES / 2)
  const long = 'x'.repeat(MAX_BYTES / 4)
  cache.set(long, 0, 10)
  t.same([cache.get('small'), cache.get('large'), cache.get(long)], [0, undefined, undefined])
})

/** A budget with a clock of its own, and the names of the transfers that it has ended. */
function aBudget(most: number) {
  let now = 0
  const ended: string[] = []
  const budget = createMemoryBudget(most, () => now)
  return {
    ended,
    pass(milliseconds: number) {
      now += milliseconds
    },
    begin(name: string, bytes = 0) {
      const transfer = budget.begin(() => ended.push(name))
      transfer.hold(bytes)
      return transfer
    },
  }
}

t.test('nothing is ended within the budget', async t => {
  const { begin, ended } = aBudget(100)
  begin('a', 60)
  begin('b', 40)
  t.same(ended, [])
})

t.test('memory that is freed can be used again', async t => {
  const { begin, ended } = aBudget(100)
  for (const name of ['a', 'b', 'c']) {
    const transfer = begin(name, 90)
    transfer.hold(-50)
    transfer.hold(50)
    transfer.release()
    transfer.hold(1000)
  }
  t.same(ended, [])
})

t.test('the one in the middle is ended, neither the first nor the last', async t => {
  const { begin, ended } = aBudget(100)
  for (const name of ['a', 'b', 'c', 'd', 'e', 'f']) begin(name, 25)
  t.same(ended, ['c', 'd'])
})

t.test('of two, the first one stays', async t => {
  const { begin, ended } = aBudget(100)
  begin('a', 60)
  begin('b', 60)
  t.same(ended, ['b'])
})

t.test('a single one may take more than the budget, unless the rest cannot be ended', async t => {
  const { begin, ended } = aBudget(100)
  const large = begin('large', 500)
  t.same(ended, [])
  large.secure()
  begin('next', 1)
  t.same(ended, ['next'])
})

t.test('those that are active are not ended as long as others are idle', async t => {
  const { begin, pass, ended } = aBudget(100)
  begin('idle', 20)
  const active = begin('active', 40)
  pass(1100)
  active.move(64 * 1024)
  begin('new', 30)
  t.same(ended, [])
  begin('newest', 20)
  t.same(ended, ['new'])
})

t.test('what the system accepts at once is not activity', async t => {
  const { begin, ended, pass } = aBudget(100)
  begin('first', 30)
  const buffered = begin('buffered', 40)
  buffered.move(4_000_000)
  pass(5000)
  begin('new', 40)
  t.same(ended, ['buffered'])
})

t.test('activity ends', async t => {
  const { begin, pass, ended } = aBudget(100)
  begin('first', 30)
  const once = begin('once', 40)
  pass(2000)
  once.move(1_000_000)
  pass(10_001)
  begin('new', 40)
  t.same(ended, ['first'], 'it is behind, and the other one may still be')
  begin('newest', 30)
  t.same(ended, ['first', 'new'])
})

t.test('those that are furthest behind 16 kB/s after ten seconds are ended first', async t => {
  const { begin, pass, ended } = aBudget(100)
  const slow = begin('slow', 30)
  const steady = begin('steady', 30)
  const slower = begin('slower', 30)
  pass(20_000)
  slow.move(100_000)
  slower.move(50_000)
  steady.move(200_000)
  begin('new', 30)
  t.same(ended, ['slower'])
  begin('newer', 30)
  t.same(ended, ['slower', 'slow'])
  begin('newest', 30)
  t.same(ended, ['slower', 'slow', 'newer'], 'nobody is behind, and one is active')
})

const { once } = await loadModule<typeof import('../../packages/core/src/once.js')>('once.js')

t.test('a value is computed with the first call, once', async t => {
  let calls = 0
  const value = once(() => ({ call: ++calls }))
  t.equal(calls, 0)
  t.equal(value(), value())
  t.equal(calls, 1)
})

t.test('a failure is not memoized', async t => {
  let calls = 0
  const value = once(() => {
    if (++calls === 1) throw new Error('not yet')
    return {}
  })
  t.throws(() => value(), { message: 'not yet' })
  t.ok(value())
})
