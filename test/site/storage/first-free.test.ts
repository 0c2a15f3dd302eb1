import t from 'tap'
import { loadModule } from '../load-module.js'

const { firstFree } =
  await loadModule<typeof import('../../../packages/site/src/kernel/rest/first-free.js')>('kernel/rest/first-free.js')

/** Looks from `from` on among taken numbers; counts the queries and what they name. */
async function search(from: number, isTaken: (number: number) => boolean, own?: number) {
  const named: number[] = []
  const taken = async (texts: readonly string[]) => {
    named.push(texts.length)
    return new Set(texts.filter(text => Number(text) !== own && isTaken(Number(text))))
  }
  const found = await firstFree(from, String, taken, own)
  return { found: Number(found), queries: named.length, named: named.reduce((sum, count) => sum + count, 0) }
}

t.test('the number after any row of taken ones', async t => {
  for (const from of [1, 2, 7]) {
    for (let end = from; end < 2500; end += end < 400 ? 1 : 17) {
      const { found, queries, named } = await search(from, number => number < end)
      if (found !== end || queries > 5 || named > 300) t.fail(`${from} to ${end}: ${found}, ${queries}, ${named}`)
    }
  }
  const { found, queries } = await search(1, number => number < 123_456_789)
  t.equal(found, 123_456_789)
  t.ok(queries <= 8, `${queries} queries`)
})

t.test('gaps among the first 128 are filled', async t => {
  for (let gap = 1; gap <= 128; gap++) {
    const { found } = await search(1, number => number !== gap && number < 5000)
    if (found !== gap) t.fail(`${found} instead of ${gap}`)
  }
})

t.test('a free number is found above a taken one, and gaps far up may stay', async t => {
  for (let seed = 1; seed < 300; seed++) {
    const gaps = new Set(Array.from({ length: 40 }, (_, i) => 129 + ((seed * 7919 + i * i * 104_729) % 3000)))
    const isTaken = (number: number) => number < 3000 && !gaps.has(number)
    const { found } = await search(1, isTaken)
    if (isTaken(found) || !isTaken(found - 1)) t.fail(`${found} with the seed ${seed}`)
  }
})

t.test('numbers that somebody has taken far off do not lead astray', async t => {
  const doubled = new Set(Array.from({ length: 40 }, (_, i) => 129 * 2 ** i))
  const { found, queries } = await search(1, number => number < 400 || doubled.has(number))
  t.equal(found, 400)
  t.ok(queries < 10, `${queries} queries`)
})

t.test('an own number below which all are taken is found with one query', async t => {
  for (const from of [1, 2]) {
    for (const own of [from, from + 1, 20, 21, 127, 128, 129, 130, 131, 200, 5000, 123_456_789]) {
      const { found, queries, named } = await search(from, number => number < own + 100, own)
      t.same([found, queries], [own, 1], `${own} from ${from}`)
      t.ok(named <= 130, `${own} from ${from}: ${named} names`)
    }
  }
})

t.test('an own number hides no lower gap', async t => {
  for (let gap = 1; gap <= 128; gap++) {
    for (const own of [gap + 1, 128, 129, 5000]) {
      const { found, queries } = await search(1, number => number !== gap, own)
      if (found !== Math.min(gap, own) || queries !== 1) t.fail(`${found} instead of ${gap} with ${own} of its own`)
    }
  }
  const { found, queries } = await search(1, number => number < 300, 5000)
  t.equal(found, 300, 'a gap right below the own number')
  t.ok(queries <= 5, `${queries} queries`)
  t.equal((await search(7, number => number < 40, 3)).found, 40, 'an own number below the first')
})
