import { createMemoryStore } from '@platen/memory'
import { createSite } from '@platen/site'
import { inTransaction, systemActor } from '@platen/site/extend'
import { openSqliteStore } from '@platen/sql/sqlite'
import { defineCollection, type Store, text, withDefault } from '@platen/storage'
import t, { type Test } from 'tap'
import { reviews } from '../../examples/own-feature/collection.js'
import { createReview, reviewSaved } from '../../examples/own-feature/operations.js'
import { reviewsFeature } from '../../examples/own-feature/reviews.js'
import { makeSite, type TestSite } from '../site/make-site.js'

const REVIEWS = '//reviews/v1/reviews'

const makeWithReviews = (store: Store): Promise<TestSite> => makeSite({ store, features: [reviewsFeature] })

async function postId({ send }: TestSite, title: string): Promise<number> {
  const { body } = await send('POST /posts?_fields=id', { body: { title, status: 'publish' } })
  return (body as { id: number }).id
}

async function useReviews(t: Test, store: Store): Promise<void> {
  const made = await makeWithReviews(store)
  const { send, site } = made
  const seen: number[] = []
  site.on(reviewSaved, ({ review }) => void seen.push(review.stars))
  const post = await postId(made, 'Reviewed')
  const body = { post, stars: 4, words: 'Très bon' }

  t.match(await send(`POST ${REVIEWS}`, { body, as: 'subscriber' }), { status: 403 })
  t.match(await send(`POST ${REVIEWS}`, { body, as: 'anonymous' }), { status: 401 })
  const created = await send(`POST ${REVIEWS}`, { body, as: 'author' })
  t.match(created, { status: 201, body, headers: { Location: /\/reviews\/v1\/reviews\/1$/ } })
  t.match(await send(`POST ${REVIEWS}`, { body, as: 'author' }), { status: 409, body: { code: 'reviews_exists' } })
  t.match(await send(`POST ${REVIEWS}`, { body: { ...body, stars: 6 } }), { status: 400 })
  t.match(await send(`POST ${REVIEWS}`, { body: { ...body, post: 999 } }), { status: 400 })
  await send(`POST ${REVIEWS}`, { body: { ...body, stars: 1 }, as: 'editor' })
  t.same(seen, [4, 1], 'events come for what was stored')

  const one = await send(`GET ${REVIEWS}/1?_embed`, { as: 'anonymous' })
  t.match(one, { status: 200, body: { stars: 4, _embedded: { up: [{ id: post }] } } })
  const tag = one.headers['ETag'] ?? ''
  t.match(await send(`PUT ${REVIEWS}/1`, { body: { stars: 5 }, as: 'author' }), { status: 200, body: { stars: 5 } })
  t.match(await send(`PUT ${REVIEWS}/1`, { body: { stars: 2 }, headers: { 'if-match': tag } }), { status: 412 })
  t.match(await send(`PUT ${REVIEWS}/1`, { body: { stars: 2 }, as: 'contributor' }), { status: 403 })
  const content = '<!-- wp:reviews/stars /-->'
  for (const title of ['a', 'b', 'c']) await send('POST /posts', { body: { title, content, status: 'publish' } })
  await send(`PUT /posts/${post}`, { body: { content } })
  const shown = await send('GET /posts?_fields=id,content', { as: 'anonymous' })
  for (const { id, content } of shown.body as readonly { id: number; content: { rendered: string } }[]) {
    const stars = id === post ? '3.0 of 5, by 2' : 'Not reviewed yet'
    t.match(content.rendered, `<p class="stars">${stars}</p>`)
  }
  await send('POST /settings', { body: { reviews_per_page: 1 } })
  t.match(await send(`GET ${REVIEWS}?post=${post}&page=2&_fields=id`), {
    body: [{ id: Number }],
    headers: { 'X-CMS-Total': '2', 'X-CMS-TotalPages': '2' },
  })
  t.match(await send('GET /search?type=review&search=tres'), { body: [{ title: '1/5: Très bon' }, { title: /^5/ }] })
  const noted = await send(`PUT /posts/${post}`, { body: { meta: { reviews_note: 'closed soon' } } })
  t.match(noted, { status: 200, body: { meta: { reviews_note: 'closed soon' } } })

  t.match(await send(`DELETE ${REVIEWS}/1`, { as: 'author' }), { status: 501 })
  t.match(await send(`DELETE ${REVIEWS}/1?force=true`, { as: 'author' }), { status: 200, body: { deleted: true } })
  t.match(await send(`GET ${REVIEWS}/1`), { status: 404, body: { code: 'reviews_not_found' } })
  const [review] = (await store.collection(reviews).find({ with: ['reviewed'] })).records
  const { related } = await store.collection(reviews).find({ with: ['reviewed'] })
  t.equal(related.reviewed.get(review?.id ?? 0)?.title, 'Reviewed')
  await send(`DELETE /posts/${post}?force=true`)
  t.equal(await store.collection(reviews).count(), 0, 'reviews go with their post')
}

t.test('in memory', t => useReviews(t, createMemoryStore()))

t.test('in SQLite', async t => {
  const store = await openSqliteStore({ path: `${t.testdir()}/site.sqlite` })
  t.teardown(() => store.close())
  await useReviews(t, store)
})

t.test('operations run in process, by the same rules', async t => {
  const made = await makeWithReviews(createMemoryStore())
  const { site, users } = made
  const post = await postId(made, 'Reviewed')
  await site.ready()
  const write = (as: string) =>
    inTransaction(site.context, tx => createReview(tx, site.principalOf(users.get(as)), { post, stars: 3 }))
  await t.rejects(write('subscriber'), { code: 'reviews_cannot_create' })
  t.match(await write('author'), { post, stars: 3 })
  const bySystem = inTransaction(site.context, tx => createReview(tx, systemActor(site), { post, stars: 2 }))
  t.match(await bySystem, { author: 0 })
})

t.test('a site starts again on the file that it has left, with a migration between', async t => {
  const path = `${t.testdir()}/site.sqlite`
  const open = () => openSqliteStore({ path })
  const first = await open()
  const made = await makeWithReviews(first)
  const post = await postId(made, 'Reviewed')
  await made.send(`POST ${REVIEWS}`, { body: { post, stars: 4, words: 'good' } })
  await first.close()

  const again = await open()
  const second = await makeWithReviews(again)
  t.match((await second.send(`GET ${REVIEWS}`)).body, [{ post, stars: 4, words: 'good' }])
  await again.close()

  const migrated = defineCollection({
    name: 'reviews',
    columns: { ...reviews.columns, language: withDefault(text(), 'en') },
    unique: { byPostAndAuthor: ['post', 'author'] },
    indexes: { byCreated: { key: ['created', 'id'] } },
    migrations: [
      {
        name: 'languages',
        async run(records) {
          for (const { id } of (await records.find({})).records) await records.update(id, { language: 'fr' })
        },
      },
    ],
  })
  const later = await open()
  t.teardown(() => later.close())
  const third = await makeSite({ store: later, features: [{ name: 'reviews', collections: [migrated] }] })
  await third.site.ready()
  t.match((await later.collection(migrated).find({})).records, [{ post, stars: 4, words: 'good', language: 'fr' }])

  const without = createSite({ store: later, url: 'https://site.example' })
  await without.ready()
  t.equal(await later.collection(migrated).count(), 1, 'a feature that is taken away leaves its records')
})
