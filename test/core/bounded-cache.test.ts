import { createBoundedCache } from '@platen/core'
import t from 'tap'

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

t.test('replacing a value frees its space', async t => {
  const cache = createBoundedCache<number>(MAX_BYTES)
  cache.set('other', 0, 1000)
  for (let at = 0; at < 1000; at++) cache.set('a', at, 1000)
  t.equal(cache.get('other'), 0)
})

t.test('values and keys that would take a large part of the cache are not cached', async t => {
  const cache = createBoundedCache<number>(MAX_BYTES)
  cache.set('small', 0, 10)
  cache.set('large', 0, MAX_BYTES / 2)
  const long = 'x'.repeat(MAX_BYTES / 4)
  cache.set(long, 0, 10)
  t.same([cache.get('small'), cache.get('large'), cache.get(long)], [0, undefined, undefined])
})
