import t from 'tap'
import { grows } from '../growth.js'
import { ALPHABETS, enclosed, isWhole, LONG_ALPHABETS, LONGEST, longestOf, repeated } from './alphabets.js'

let now = 0
const clock = () => now

/** Takes milliseconds of the clock. */
const work = (milliseconds: number) => {
  now += milliseconds
}

/** What each of them does at a share of the longest length, in milliseconds. */
const GROWING: Readonly<Record<string, (share: number) => number>> = {
  'a quadratic function': share => 300 * share ** 2,
  'the power of one and a half': share => 300 * share ** 1.5,
  'a quadratic function from a length on': share => (share > 0.2 ? 300 * share ** 2 : 0),
}

for (const [what, time] of Object.entries(GROWING))
  t.test(what, async t =>
    t.match(
      await grows(length => () => work(time(length / LONGEST)), LONGEST, undefined, clock),
      /ms for the whole of 1000000/,
    ),
  )

t.test('a quadratic expression', async t => {
  const make = (length: number) => {
    const text = `x${' '.repeat(length)}x`
    return () => /\s+$/.test(text)
  }
  let complaint: string | undefined
  // What slows the machine down at the wrong moment can make one measurement look linear.
  for (let tries = 0; complaint === undefined && tries < 3; tries++) complaint = await grows(make, 40_000)
  t.match(complaint, /ms for the whole of 40000/)
})

t.test('linear work that takes too long fails', async t => {
  const make = (length: number) => () => work((300 * length) / LONGEST)
  t.match(await grows(make, LONGEST, 200, clock), /ms for the whole of/)
})

t.test('linear work passes, and is measured at the longest length', async t => {
  const lengths: number[] = []
  const complaint = await grows(
    length => {
      lengths.push(length)
      return () => work((200 * length) / LONGEST)
    },
    LONGEST,
    undefined,
    clock,
  )
  t.equal(complaint, undefined)
  t.same(lengths.slice(0, 3), [15_625, 125_000, 1_000_000])
})

t.test('what hardly takes time is measured three times, or once for shorter texts', async t => {
  let runs = 0
  t.equal(await grows(() => () => runs++, LONGEST), undefined)
  t.equal(runs, 3)
  t.equal(await grows(() => () => runs++, 30_000), undefined)
  t.equal(runs, 4)
})

t.test('texts', async t => {
  t.equal(LONG_ALPHABETS.length, 13)
  t.equal(new Set(ALPHABETS).size, ALPHABETS.length)
  for (const piece of LONG_ALPHABETS) {
    t.equal(longestOf(piece), 1_000_000)
    t.ok(repeated(piece, LONGEST).length >= LONGEST)
    t.equal(enclosed(piece, 10), `x${repeated(piece, 10)}x`)
    const places = ['a', 'b', 'c', 'd', 'e']
    const inTurn = places.filter(place => longestOf(piece, place, [['f'], places]) === LONGEST)
    t.equal(inTurn.length, isWhole ? places.length : 1, 'one of the places that share it')
  }
})
