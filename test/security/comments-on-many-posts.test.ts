import { createMemoryStore } from '@platen/memory'
import { posts, postsIn } from '@platen/site'
import type { Store } from '@platen/storage'
import t from 'tap'
import { makeSite } from '../site/make-site.js'
import { samplePost } from '../site/sample-records.js'
import { withCollection } from '../site/with-collection.js'

const MANY = 2500

/** A store that notes how many characters of texts of posts it gives at once. */
function noting(store: Store) {
  const noted = { most: 0, picks: 0 }
  const watched = withCollection(store, posts, inner => ({
    async find(query) {
      const found = await inner.find(query)
      const characters = found.records.reduce((sum, { content }) => sum + content.length, 0)
      noted.most = Math.max(noted.most, characters)
      return found
    },
    async pick(fields, query) {
      if (fields.some(field => field === 'content')) noted.most = Number.POSITIVE_INFINITY
      noted.picks++
      return inner.pick(fields, query)
    },
  }))
  return { noted, store: watched }
}

t.test('a list of comments on thousands of posts has few of their texts in memory at a time', async t => {
  const inner = createMemoryStore()
  const { noted, store } = noting(inner)
  const { send } = await makeSite({ store })
  const text = 'a'.repeat(1000)
  const many = Array.from({ length: MANY }, (_, at) => samplePost({ slug: `p${at}`, content: text }))
  const [draft, ...made] = await postsIn(inner).insertMany([samplePost({ status: 'draft', content: text }), ...many])
  const last = made.at(-1)?.id
  await send('POST /comments', { body: { post: last, content: 'The only one' } })
  const ids = made.map(({ id }) => id)

  noted.most = 0
  const list = await send(`GET /comments?post=${ids}`, { as: 'anonymous' })
  t.match(list, { status: 200, body: [{ post: last }] })
  t.ok(noted.most <= 100 * text.length, `${noted.most} characters`)
  t.equal(noted.picks, 1, 'with a single query')

  const refused = await send(`GET /comments?post=${[...ids, draft?.id]}`, { as: 'anonymous' })
  t.match(refused, { status: 401, body: { code: 'rest_cannot_read_post' } })
  t.ok(noted.most <= 100 * text.length, `${noted.most} characters`)
})
