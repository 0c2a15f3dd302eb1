import type { PostRecord, Site } from '@platen/site'
import { postDeleted, postSaved } from '@platen/site/extend'
import type { Store } from '@platen/storage'
import t from 'tap'
import { builtInCollections } from '../../built-in-collections.js'
import { onEveryStore } from '../../every-store.js'
import type { TestSite } from '../../make-site.js'

/** A key whose values are bounded, one that nobody may set, and a field that may fail after everything is stored. */
function register(site: Site): void {
  site.registerMeta({ object: 'post', key: 'stars', type: 'integer', single: true, schema: { maximum: 5 } })
  site.registerMeta({ object: 'post', key: 'locked', type: 'string', single: true, authorize: () => false })
  site.registerField('post', 'mood', {
    schema: { type: 'string' },
    get: () => '',
    async set(post: PostRecord, value, { store: contents }) {
      await contents.options.set(`mood_${post.id}`, value)
      if (value === 'bad') throw new Error('a bad mood')
    },
  })
}

/** Everything that a store holds. */
async function everything(store: Store): Promise<unknown> {
  const held = await Promise.all(builtInCollections.map(async each => (await store.collection(each).find({})).records))
  return [...held, [...(await store.options.all())]]
}

const FAILING: readonly (readonly [
  what: string,
  body: Readonly<Record<string, unknown>>,
  status: number,
  code: string,
])[] = [
  ['a meta value out of bounds', { meta: { stars: 9 } }, 400, 'rest_invalid_param'],
  ['a meta value of another type', { meta: { stars: 'many' } }, 400, 'rest_invalid_param'],
  ['a meta key that nobody may set', { meta: { stars: 3, locked: 'x' } }, 403, 'rest_cannot_update'],
  ['meta that is not a map', { meta: 'stars' }, 400, 'rest_invalid_param'],
  ['a field whose setter throws', { mood: 'bad' }, 500, 'rest_internal_error'],
  ['an unknown author', { author: 999_999 }, 400, 'rest_invalid_author'],
  ['a password and sticky', { password: 'x', sticky: true }, 400, 'rest_invalid_field'],
  ['an invalid date', { date: '0000-01-01T00:00:00' }, 400, 'invalid_date'],
  ['an unknown template', { template: 'none' }, 400, 'rest_invalid_param'],
]

/** What would change everything that a post has. */
async function changes({ send }: TestSite): Promise<Readonly<Record<string, unknown>>> {
  const { id: tag } = (await send('POST /tags', { body: { name: 'New' } })).body as { id: number }
  const { id: category } = (await send('POST /categories', { body: { name: 'New' } })).body as { id: number }
  return {
    title: 'Changed',
    content: 'Changed',
    slug: 'changed',
    status: 'publish',
    format: 'aside',
    sticky: true,
    tags: [tag],
    categories: [category],
    comment_status: 'closed',
  }
}

onEveryStore(t, 'an update that is refused leaves nothing behind', async (t, make) => {
  const made = await make({ register, onError() {} })
  const { send, store } = made
  const body = { title: 'First', content: 'First', status: 'publish', meta: { stars: 2 }, mood: 'fine' }
  const { id } = (await send('POST /posts', { body })).body as PostRecord
  const change = await changes(made)
  const before = await everything(store)
  for (const [what, failing, status, code] of FAILING) {
    t.match(await send(`PUT /posts/${id}`, { body: { ...change, ...failing } }), { status, body: { code } }, what)
    t.same(await everything(store), before, what)
  }
  const { status } = await send(`PUT /posts/${id}`, { body: { ...change, meta: { stars: 5 }, mood: 'good' } })
  t.equal(status, 200, 'without it everything changes')
  t.equal(await store.options.get(`mood_${id}`), 'good')
})

onEveryStore(t, 'a creation that is refused leaves nothing behind', async (t, make) => {
  const made = await make({ register, onError() {} })
  const { send, store } = made
  const change = await changes(made)
  const before = await everything(store)
  for (const [what, failing, status, code] of FAILING) {
    t.match(await send('POST /posts', { body: { ...change, ...failing } }), { status, body: { code } }, what)
    t.same(await everything(store), before, what)
  }
})

onEveryStore(t, 'a page below one that is not there', async (t, make) => {
  const { send, store } = await make()
  const { id } = (await send('POST /pages', { body: { title: 'Page', status: 'publish' } })).body as PostRecord
  const before = await everything(store)
  for (const request of ['POST /pages', `PUT /pages/${id}`]) {
    const answer = await send(request, { body: { title: 'Other', content: 'x', parent: 999_999 } })
    t.match(answer, { status: 400, body: { code: 'rest_post_invalid_id' } }, request)
  }
  t.same(await everything(store), before)
})

onEveryStore(t, 'hooks receive what was stored, and nothing else', async (t, make) => {
  const told: string[] = []
  const { send, site } = await make({ register, onError() {} })
  site.on(postSaved, ({ post, before }) => void told.push(`${before?.title ?? 'nothing'} > ${post.title}`))
  site.on(postDeleted, ({ post }) => void told.push(`${post.title} deleted`))
  const { id } = (await send('POST /posts', { body: { title: 'First' } })).body as PostRecord
  await send(`PUT /posts/${id}`, { body: { title: 'Second', meta: { stars: 9 } } })
  await send(`PUT /posts/${id}`, { body: { title: 'Third', mood: 'bad' } })
  await send('POST /posts', { body: { title: 'Other', mood: 'bad' } })
  t.same(told, ['nothing > First'])
  await send(`PUT /posts/${id}`, { body: { title: 'Fourth' } })
  await send(`DELETE /posts/${id}?force=true`)
  t.same(told, ['nothing > First', 'First > Fourth', 'Fourth deleted'])
})
