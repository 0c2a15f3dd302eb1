import { createMemoryStore } from '@platen/memory'
import { createMemoryRateLimit, createStoreRateLimit, type RateLimitRule } from '@platen/site'
import t from 'tap'

const plain: RateLimitRule = { burst: 3, seconds: 10 }
const growing: RateLimitRule = { burst: 3, seconds: 600, delay: { first: 1, max: 60 } }

/** The rate limits of this library: they behave alike for one process. */
const kinds = {
  memory: createMemoryRateLimit,
  store: (options: Parameters<typeof createMemoryRateLimit>[0]) => createStoreRateLimit(createMemoryStore(), options),
} as const

function atTime(kind: keyof typeof kinds, maxKeys?: number) {
  const time = { now: 1_000_000_000 }
  const limit = kinds[kind]({ clock: () => time.now, maxKeys })
  const take = async (rule: RateLimitRule, key = 'a') => (await limit.take([{ key, rule }])).retryAfter
  return { time, limit, take }
}

for (const kind of ['memory', 'store'] as const) {
  t.test(`a burst, and then one at a time (${kind})`, async t => {
    const { time, take } = atTime(kind)
    for (let i = 0; i < 3; i++) t.equal(await take(plain), 0)
    t.equal(await take(plain), 10)
    t.equal(await take(plain, 'b'), 0, 'keys are apart')
    time.now += 4_500
    t.equal(await take(plain), 6, 'seconds are rounded up, and a refusal uses nothing')
    time.now += 5_500
    t.equal(await take(plain), 0)
    t.equal(await take(plain), 10)
    time.now += 25_000
    t.equal(await take(plain), 0)
    t.equal(await take(plain), 0)
    t.equal(await take(plain), 5, 'what was left of an interval counts')
    time.now += 1_000_000
    for (let i = 0; i < 3; i++) t.equal(await take(plain), 0, 'no more than a burst is saved')
    t.equal(await take(plain), 10)
  })

  t.test(`a delay that grows to a maximum, and shrinks again (${kind})`, async t => {
    const { time, take } = atTime(kind)
    for (let i = 0; i < 3; i++) t.equal(await take(growing), 0)
    for (const wait of [1, 2, 4, 8, 16, 32, 60, 60]) {
      t.equal(await take(growing), wait)
      time.now += wait * 1000
      t.equal(await take(growing), 0)
    }
    time.now += 600_000 * 4
    t.equal(await take(growing), 0)
    t.equal(await take(growing), 32, 'four of the uses are regained')
    time.now += 600_000 * 20
    for (let i = 0; i < 3; i++) t.equal(await take(growing), 0)
    t.equal(await take(growing), 1, 'all of them')
  })

  t.test(`all uses are taken, or none (${kind})`, async t => {
    const { limit, take } = atTime(kind)
    const both = [
      { key: 'a', rule: { burst: 1, seconds: 10 } },
      { key: 'b', rule: { burst: 1, seconds: 30 } },
    ]
    t.same(await limit.take(both), { retryAfter: 0 })
    t.same(await limit.take(both), { retryAfter: 30 }, 'the longer wait')
    await limit.refund(both.slice(1))
    t.same(await limit.take(both), { retryAfter: 10 })
    t.equal(await take({ burst: 1, seconds: 30 }, 'b'), 0, 'it was not taken')
    t.same(await limit.take([]), { retryAfter: 0 })
  })

  t.test(`refunded and forgotten uses (${kind})`, async t => {
    const { limit, take } = atTime(kind)
    const use = { key: 'a', rule: growing }
    for (let i = 0; i < 3; i++) await limit.take([use])
    t.equal(await take(growing), 1)
    await limit.refund([use])
    t.equal(await take(growing), 0, 'at once')
    t.equal(await take(growing), 1)
    await limit.clear(['a'])
    for (let i = 0; i < 3; i++) t.equal(await take(growing), 0)
    t.equal(await take(growing), 1)
    for (let i = 0; i < 9; i++) await limit.refund([use])
    for (let i = 0; i < 3; i++) t.equal(await take(growing), 0, 'no more than was taken')
    t.equal(await take(growing), 1)
    await limit.clear(['b'])
    await limit.refund([{ key: 'b', rule: growing }])
  })

  t.test(`a clock that is set back makes nobody wait longer (${kind})`, async t => {
    const { time, take } = atTime(kind)
    for (let i = 0; i < 3; i++) await take(plain)
    for (let i = 0; i < 3; i++) await take(growing, 'b')
    time.now -= 500_000
    t.equal(await take(plain), 10)
    t.ok((await take(growing, 'b')) <= 60)
    time.now += 10_000
    t.equal(await take(plain), 0)
  })
}

t.test('keys that were used the longest time ago are forgotten', async t => {
  const { take } = atTime('memory', 10)
  const once: RateLimitRule = { burst: 1, seconds: 1000 }
  await take(once, 'first')
  for (let i = 0; i < 9; i++) await take(once, `${i}`)
  t.equal(await take(once, 'first'), 1000, 'a look at it is a use')
  await take(once, '9')
  t.equal(await take(once, 'first'), 1000)
  t.equal(await take(once, '0'), 0)
  t.equal(await take(once, 'x'.repeat(1_000_000)), 0)
  t.equal(await take(once, 'x'.repeat(1_000_000)), 1000, 'long keys')
  t.equal(await take(once, 'x'.repeat(1_000_001)), 0)
})

t.test('unknown and invalid options are refused', async t => {
  for (const make of Object.values(kinds)) {
    const unknown: object = { maxkeys: 5 }
    t.throws(() => make(unknown), { name: 'RangeError', message: /did you mean "maxKeys"\?/ })
    t.throws(() => make({ maxKeys: 0 }), { message: /"maxKeys" must be a whole number from 1/ })
  }
})
