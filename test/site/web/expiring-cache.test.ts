import t from 'tap'
import { loadModule } from '../load-module.js'

const { createExpiringCache } =
  await loadModule<typeof import('../../../packages/site/src/kernel/web/expiring-cache.js')>(
    'kernel/web/expiring-cache.js',
  )

function counting(lifetime: number, bytes = 10) {
  let runs = 0
  return { compute: async () => ({ value: ++runs, lifetime, bytes }), runs: () => runs }
}

t.test('computes once until the lifetime ends', async t => {
  let now = 0
  const cache = createExpiringCache<number>(10_000, () => now)
  const { compute } = counting(100)
  t.equal(await cache.get('a', compute), 1)
  now = 99
  t.equal(await cache.get('a', compute), 1)
  t.equal(await cache.get('b', compute), 2)
  now = 100
  t.equal(await cache.get('a', compute), 3)
})

t.test('a clock that is set back prolongs no lifetime', async t => {
  let now = 1000
  const cache = createExpiringCache<number>(10_000, () => now)
  const { compute } = counting(100)
  t.equal(await cache.get('a', compute), 1)
  now = 900
  t.equal(await cache.get('a', compute), 2)
})

t.test('concurrent callers share a computation', async t => {
  const cache = createExpiringCache<number>(10_000, () => 0)
  const { compute } = counting(0)
  t.strictSame(await Promise.all([cache.get('a', compute), cache.get('a', compute)]), [1, 1])
  t.equal(await cache.get('a', compute), 2, 'no lifetime: not cached')
})

t.test('a failure is not cached', async t => {
  const cache = createExpiringCache<number>(10_000, () => 0)
  const fail = async () => Promise.reject(new Error('no'))
  await t.rejects(cache.get('a', fail))
  t.equal(await cache.get('a', counting(100).compute), 1)
})

t.test('is bounded', async t => {
  const cache = createExpiringCache<number>(10_000, () => 0)
  const { compute, runs } = counting(100, 1_000)
  for (let key = 0; key < 100; key++) await cache.get(String(key), compute)
  await cache.get('0', compute)
  t.equal(runs(), 101, 'the first was dropped')
})
