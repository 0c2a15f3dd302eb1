import t from 'tap'
import { createRandom } from '../robustness/random.js'
import { onEveryStore } from './every-store.js'
import { makeSite, type TestSite } from './make-site.js'

const idOf = ({ body }: { readonly body: unknown }) => (body as { readonly id: number }).id

/** Blocks that show what collections besides the post contain. */
const BLOCKS = [
  'latest-posts',
  'latest-comments',
  'tag-cloud',
  'categories',
  'archives',
  'calendar',
  'page-list',
  'site-title',
  'avatar {"userId":1}',
  'query {"query":{"perPage":3}} --><!-- wp:post-template --><!-- wp:post-title /--><!-- /wp:post-template --><!-- /wp:query',
]
const ALL_BLOCKS = BLOCKS.map(block => {
  const [opening = '', rest] = block.split(' --><!--', 2)
  return rest === undefined ? `<!-- wp:${opening} /-->` : `<!-- wp:${block} -->`
}).join('\n')

const readsOf = (posts: readonly number[], page: number) => [
  'GET /posts',
  'GET /posts?_embed',
  'GET /posts?categories=1&orderby=title&order=asc',
  'GET /posts?search=word&_fields=id,title',
  'GET /posts?tags=1&per_page=2&cursor=',
  ...posts.flatMap(id => [`GET /posts/${id}`, `GET /posts/${id}?_embed`, `GET /comments?post=${id}`]),
  `GET /pages/${page}`,
  'GET /pages',
  'GET /comments',
  'GET /categories',
  'GET /tags?hide_empty=true',
  'GET /users',
  'GET /users/1',
  'GET /types',
  'GET /taxonomies',
  'GET /statuses',
  'GET /search?search=word',
  'GET /media',
]

type Write = (made: TestSite, posts: readonly number[], pick: <T>(values: readonly T[]) => T) => Promise<unknown>

let count = 0
const WRITES: Readonly<Record<string, Write>> = {
  'a new post': ({ send }) =>
    send('POST /posts', { body: { title: `Word ${++count}`, status: 'publish', content: '<p>word</p>' } }),
  'a draft': ({ send }) => send('POST /posts', { body: { title: `Draft ${++count}` } }),
  'a change': ({ send }, posts, pick) => send(`PUT /posts/${pick(posts)}`, { body: { title: `Word ${++count}` } }),
  'a category of a post': ({ send }, posts, pick) =>
    send(`PUT /posts/${pick(posts)}`, { body: { categories: [1], tags: [1] } }),
  'no category': ({ send }, posts, pick) => send(`PUT /posts/${pick(posts)}`, { body: { tags: [] } }),
  'a comment': ({ send }, posts, pick) =>
    send('POST /comments', { body: { post: pick(posts), content: `Comment ${++count}` } }),
  'a term': ({ send }) => send('POST /tags', { body: { name: `Tag ${++count}` } }),
  'a changed term': ({ send }) => send('PUT /categories/1', { body: { name: `Category ${++count}` } }),
  'a user': ({ send }) => send('PUT /users/1', { body: { name: `Name ${++count}` } }),
  'a setting': ({ send }) => send('PUT /settings', { body: { title: `Title ${++count}` } }),
  'a sticky post': ({ send }, posts, pick) => send(`PUT /posts/${pick(posts)}`, { body: { sticky: count % 2 === 0 } }),
  'a child page': ({ send }) => send('POST /pages', { body: { title: `Page ${++count}`, status: 'publish' } }),
  'a deleted post': async ({ send }) => {
    const id = idOf(await send('POST /posts', { body: { title: 'Word for a moment', status: 'publish' } }))
    return send(`DELETE /posts/${id}?force=true`)
  },
}

onEveryStore(t, 'cached responses are those of a site without a cache', async (t, make) => {
  const services = { clock: () => Date.UTC(2026, 0, 1) + count }
  const made = await make({ cache: true, services })
  const plain = await makeSite({ store: made.store, services })
  const random = createRandom(7)
  const pick = <T>(values: readonly T[]) => values[random.int(0, values.length - 1)] as T
  const { send } = made
  await send('POST /tags', { body: { name: 'First tag' } })
  const posts: number[] = []
  for (const title of ['Word one', 'Word two'])
    posts.push(idOf(await send('POST /posts', { body: { title, status: 'publish', content: '<p>word</p>' } })))
  const page = idOf(await send('POST /pages', { body: { title: 'Front', status: 'publish', content: ALL_BLOCKS } }))
  for (let round = 0; round < 40; round++) {
    const name = pick(Object.keys(WRITES))
    await WRITES[name]?.(made, posts, pick)
    for (const request of readsOf(posts, page)) {
      const [cached, fresh] = [await send(request, { as: 'anonymous' }), await plain.send(request, { as: 'anonymous' })]
      if (cached.text() !== fresh.text()) t.equal(cached.text(), fresh.text(), `${request} after ${name}`)
    }
  }
  t.ok(count > 20)
})

onEveryStore(t, 'a response is kept while what it shows is unchanged', async (t, make) => {
  let taken = 0
  const made = await make({
    cache: true,
    register: site => {
      for (const of of ['post', 'category', 'user'] as const)
        site.registerField(of, 'taken', { schema: { type: 'integer' }, get: () => ++taken })
    },
  })
  const { send } = made
  const id = idOf(await send('POST /posts', { body: { title: 'One', status: 'publish' } }))
  const isKept = async (request: string, write: () => Promise<unknown>) => {
    const read = async () => (await send(request, { as: 'anonymous' })).text()
    const before = await read()
    t.equal(await read(), before)
    await write()
    return (await read()) === before
  }
  const term = () => send('POST /tags', { body: { name: `Tag ${++count}` } })
  const comment = () => send('POST /comments', { body: { post: id, content: `Comment ${++count}` } })
  const change = () => send(`PUT /posts/${id}`, { body: { content: `Words ${++count}` } })
  const setting = () => send('PUT /settings', { body: { title: `Title ${++count}` } })
  t.equal(await isKept('GET /categories/1', comment), true)
  t.equal(await isKept('GET /categories/1', term), false)
  t.equal(await isKept('GET /categories/1', setting), false)
  t.equal(await isKept(`GET /posts/${id}`, change), false)
  t.equal(await isKept('GET /users/1', term), true)
})
