import { assignmentsIn, createSite, installSite, postsIn, type Site, termsIn } from '@platen/site'
import type { Store } from '@platen/storage'
import { plainHasher } from '../../bench/sample-site.js'
import { samplePost, sampleTerm } from '../sample-records.js'

const TAGS = 600
export const FIRST_TAG = 100
const PER_INSERT = 500
const FIRST_DATE = Date.UTC(2000, 0, 1)
/** Half of the posts are before this date. */
const MIDDLE = Date.UTC(2000, 5, 1)

const tags = (from: number, number: number) => Array.from({ length: number }, (_, at) => FIRST_TAG + from + at).join()
const numbers = (from: number, step: number) => Array.from({ length: 100 }, (_, at) => from + at * step).join()

/** Arguments of lists of posts, each with many values where it takes some. */
const ARGUMENTS: Readonly<Record<string, string>> = {
  'many tags': `tags=${tags(0, 300)}`,
  'rare tags': `tags=${tags(500, 90)}`,
  'all of two tags': `tags[operator]=AND&tags[terms]=${tags(0, 2)}`,
  'without many tags': `tags_exclude=${tags(0, 300)}`,
  'without some tags': `tags_exclude=${tags(0, 60)}`,
  category: 'categories=1',
  author: 'author=1,2,3',
  'other authors': 'author_exclude=1',
  after: 'after=2000-06-01T00:00:00',
  before: 'before=2000-06-01T00:00:00',
  'common word': 'search=paper',
  'rare word': 'search=number17',
  without: `exclude=${numbers(1, 3)}`,
  'far away': 'offset=2000',
  format: 'format=standard',
}
export const ORDERS = ['author', 'date', 'id', 'modified', 'slug', 'title', 'parent']

/** Two arguments of lists, or one of them. */
export interface Pair {
  readonly name: string
  readonly query: string
}

const names = Object.keys(ARGUMENTS)

export const PAIRS: readonly Pair[] = names.flatMap((one, at) =>
  names.slice(at).flatMap(other => {
    const [query = '', second = ''] = [ARGUMENTS[one], ARGUMENTS[other]]
    if (one === other) return { name: one, query }
    // One argument cannot be sent twice.
    const [argument = ''] = query.split('=')
    return second.startsWith(argument) ? [] : { name: `${one}, ${other}`, query: `${query}&${second}` }
  }),
)

/**
 * A site in an empty store with posts, most of one author, each with a category and three of the tags, of which some are
 * rare.
 */
export async function listSite(store: Store, posts: number): Promise<Site> {
  const url = 'https://site.example'
  const administrator = { login: 'admin', email: 'admin@example.com', password: 'x' }
  await installSite(store, { url, title: 'A site', administrator, services: { passwords: plainHasher } })
  await termsIn(store).insertMany(
    Array.from({ length: TAGS }, (_, at) => ({
      ...sampleTerm({ taxonomy: 'post_tag', slug: `tag-${at}`, name: `Tag ${at}` }),
      id: FIRST_TAG + at,
    })),
  )
  let random = 1
  const next = () => {
    random = (random * 1_103_515_245 + 12_345) % 2 ** 31
    return random / 2 ** 31
  }
  for (let from = 0; from < posts; from += PER_INSERT) {
    await store.transaction(
      async tx => {
        const records = Array.from({ length: PER_INSERT }, (_, at) => {
          const number = from + at
          const date = new Date(FIRST_DATE + (number / posts) * 2 * (MIDDLE - FIRST_DATE)).toISOString().slice(0, 19)
          const title = `Number${number} of paper`
          return samplePost({
            slug: `p${number}`,
            title,
            author: number % 9 ? 1 : number,
            date,
            dateGmt: date,
            modified: date,
          })
        })
        const stored = await postsIn(tx).insertMany(records)
        await assignmentsIn(tx).insertMany(
          stored.flatMap(({ id }) => {
            const own = new Set([0, 1, 2].map(() => FIRST_TAG + Math.floor(TAGS * next() ** 2)))
            return [1, ...own].map((term, position) => ({ object: id, term, position }))
          }),
        )
      },
      { bulk: true },
    )
  }
  const site = createSite({ store, url, services: { passwords: plainHasher }, renderCache: false })
  await site.ready()
  return site
}
