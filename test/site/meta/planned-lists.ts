import { metaIn, postsIn, type Site } from '@platen/site'
import type { Store } from '@platen/storage'
import { samplePost } from '../../bench/sample-site.js'
import { makeSite, type TestSite } from '../make-site.js'

/** More related records than are gathered. */
const POSTS = 20_500
const BATCH = 1000
const COLORS = ['red', 'green', 'blue', 'white', 'black', 'grey', 'pink', 'brown', 'gold', 'lime']
/** Without a common divisor with the number of posts. */
const STEP = 7919
/** Every tenth post is referred to. */
const REFERRED = 10

/** The entries of the index of an order among which a page is looked for first, and some more. */
const NEAREST = 1300

/** Lists by declared keys and relations, and how many records of all tables their pages may look at. */
export const LISTS: Readonly<Record<string, number>> = {
  'meta[color]=red': NEAREST,
  'meta[color]=red&orderby=title&order=asc': NEAREST,
  'meta[color]=red&per_page=5&cursor=': NEAREST,
  'meta[color][in]=red,blue': NEAREST,
  'meta[color][ne]=red': 50,
  'meta[height][gte]=300&meta[height][lt]=400': NEAREST,
  'meta[height][gte]=20': 50,
  'meta[color]=red&meta[height][gte]=20': NEAREST,
  'meta[height]=300': 120,
  'meta[height]=300,301&meta_relation=or&meta[color]=red': 2 * NEAREST,
  // All that match are the last ones: they are gathered.
  'meta[number][lte]=1500': 3 * NEAREST,
  'meta[number][lte]=1500&order=asc': NEAREST,
  'meta[number][lte]=400': 1500,
  'orderby=meta.height&order=asc': 50,
  // The few with the color are gathered.
  'orderby=meta.height&order=desc&meta[color]=red': 7000,
  'orderby[]=meta.kind&orderby[]=date&order=desc': 50,
  'orderby[]=meta.kind&orderby[]=title&order[]=desc&order[]=asc&page=7': 200,
  'orderby=meta.height&order=asc&per_page=5&cursor=': 50,
  'meta[linked]=77': 50,
  'referring[post.linked]=77': 50,
  'referring[post.linked][exists]=true': 200,
  'referring[post.linked][exists]=false': 50,
  'referring[post.linked][exists]=true&orderby=meta.height': 200,
}

const of = { object: 'post', subtype: 'post', single: true, filterable: true } as const

function register(site: Site): void {
  site.registerMeta({ ...of, key: 'height', type: 'integer', sortable: true })
  site.registerMeta({ ...of, key: 'color', type: 'string' })
  site.registerMeta({ ...of, key: 'kind', type: 'string', sortable: true })
  site.registerMeta({ ...of, key: 'number', type: 'integer' })
  site.registerMeta({ ...of, key: 'linked', type: 'integer', refersTo: { object: 'post', subtypes: ['post'] } })
}

/** A site in an empty store with posts that have heights, colors and references to others, in no order. */
export async function fillPlanned(store: Store): Promise<TestSite> {
  await makeSite({ store })
  await store.transaction(
    async tx => {
      for (let from = 0; from < POSTS; from += BATCH) {
        const length = Math.min(BATCH, POSTS - from)
        const posts = await postsIn(tx).insertMany(Array.from({ length }, (_, at) => samplePost(from + at)))
        const records = posts.flatMap(({ id: object }) => {
          const height = (object * STEP) % 1000
          const linked = 7 + REFERRED * ((object * STEP) % (POSTS / REFERRED - 1))
          const color = COLORS[(object * STEP) % COLORS.length] ?? ''
          const values = { height, color, linked, kind: 'note', number: object }
          return Object.entries(values).map(([key, value]) => ({ kind: 'post', object, key, value }))
        })
        await metaIn(tx).insertMany(records)
      }
    },
    { bulk: true },
  )
  const made = await makeSite({ store, register })
  for (const key of ['height', 'color', 'kind', 'number', 'linked'])
    while ((await made.send(`GET /posts?meta[${key}]=1`)).status === 503)
      await new Promise(resolve => setTimeout(resolve, 50))
  return made
}

/** Requests a page of a list: its total, and the ids of its posts. Throws if there are none. */
export async function requestPlanned({ send }: TestSite, list: string) {
  const { status, body, text, headers } = await send(`GET /posts?${list}`, { as: 'anonymous' })
  const ids = status === 200 ? (body as readonly { readonly id: number }[]).map(({ id }) => id) : []
  if (ids.length === 0) throw new Error(`${list}: ${text()}`)
  return { total: headers['X-CMS-Total'], ids }
}
