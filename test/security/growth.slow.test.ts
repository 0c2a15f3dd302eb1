import { assignmentsIn, termsIn } from '@platen/site'
import t from 'tap'
import { grows } from '../growth.js'
import { makeSite } from '../site/make-site.js'
import { sampleTerm } from '../site/sample-records.js'
import { ALPHABETS, enclosed, isWhole, LONG_ALPHABETS, LONGEST, longestOf, repeated } from './alphabets.js'
import { RENDERING_ALPHABETS, renderingEntries, SHARED_RENDERING } from './rendering-entries.js'

t.setTimeout(120_000)

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

t.setTimeout(isWhole ? 1_800_000 : 280_000)

const PIECES = [...ALPHABETS, ...RENDERING_ALPHABETS]

for (const [what, run] of Object.entries(renderingEntries)) {
  t.test(what, async t => {
    const wrong: string[] = []
    for (const [index, piece] of PIECES.entries()) {
      const wrap = index % 2 === 0 ? repeated : enclosed
      const complaint = await grows(
        length => {
          const text = wrap(piece, length)
          return () => run(text)
        },
        longestOf(piece, what, SHARED_RENDERING),
      )
      if (complaint !== undefined) wrong.push(`${JSON.stringify(piece)}: ${complaint}`)
    }
    t.strictSame(wrong, [])
  })
}

/** Enough terms that code that compares each pair takes seconds. */
const MANY = 32_000

/** A site with a post that has the given number of tags. */
async function taggedPost(count: number) {
  const { store, send } = await makeSite()
  const tags = Array.from({ length: count }, (_, at) => {
    const name = `one of the many tags ${at}`
    return sampleTerm({ taxonomy: 'post_tag', name, slug: name.replaceAll(' ', '-') })
  })
  const made = await termsIn(store).insertMany(tags)
  const { body } = await send('POST /posts', { body: { title: 'Tagged', status: 'publish' } })
  const { id: object } = body as { readonly id: number }
  await assignmentsIn(store).insertMany(made.map(({ id: term }, position) => ({ object, term, position })))
  return { send, object }
}

for (const [what, path] of [
  ['lists', () => '/posts?_fields=class_list'],
  ['single posts', (id: number) => `/posts/${id}?_fields=class_list`],
] as const)
  t.test(`classes of a post with many terms in ${what}`, async t => {
    const make = async (count: number) => {
      const { send, object } = await taggedPost(count)
      return async () => {
        const answer = await send(`GET ${path(object)}`, { as: 'anonymous' })
        if (answer.text().split('"tag-').length <= count) throw new Error('Some classes are missing.')
      }
    }
    t.equal(await grows(make, MANY), undefined)
  })
