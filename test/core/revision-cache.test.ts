import { createRevisionCache } from '@platen/core'
import t from 'tap'

t.test('values are found at their revision', async t => {
  const cache = createRevisionCache<number>(100_000)
  t.equal(cache.get(1, 'a'), undefined)
  cache.set(1, 'a', 10, 8)
  cache.set(1, 'b', 20, 8)
  t.same([cache.get(1, 'a'), cache.get(1, 'b')], [10, 20])
  t.equal(cache.get(2, 'a'), undefined, 'another revision')
  t.equal(cache.get(1, 'a'), 10, 'a lookup at another revision changes nothing')
})

t.test('a value of another revision clears the cache', async t => {
  const cache = createRevisionCache<number>(100_000)
  cache.set(1, 'a', 10, 8)
  cache.set(2, 'b', 20, 8)
  t.same([cache.get(2, 'a'), cache.get(2, 'b'), cache.get(1, 'a')], [undefined, 20, undefined])
})

t.test('values stay within the limit', async t => {
  const cache = createRevisionCache<number>(10_000)
  for (let at = 0; at < 1000; at++) cache.set(1, `key ${at}`, at, 100)
  t.equal(cache.get(1, 'key 0'), undefined)
  t.equal(cache.get(1, 'key 999'), 999)
})
