import { millisecondsOf, type PostRecord, postsIn, type Site } from '@platen/site'
import { postDeleted, postSaved } from '@platen/site/extend'
import type { Store } from '@platen/storage'
import t from 'tap'
import { builtInCollections } from '../../built-in-collections.js'
import { onEveryStore, twoProcesses } from '../../every-store.js'
import { makeSite, type TestSite } from '../../make-site.js'

const NOON = millisecondsOf('2024-05-01T12:00:00')

async function create({ send }: TestSite, body: Readonly<Record<string, unknown>> = {}): Promise<number> {
  const answer = await send('POST /posts', { body: { title: 'First', content: 'First', status: 'publish', ...body } })
  return (answer.body as PostRecord).id
}

const tagOf = async ({ send }: TestSite, id: number) => (await send(`GET /posts/${id}`)).headers['ETag'] ?? 'none'

onEveryStore(t, 'of two updates based on the same version one wins', async (t, make) => {
  const made = await make()
  const id = await create(made)
  for (let round = 0; round < 5; round++) {
    const tag = await tagOf(made, id)
    const titles = [`left ${round}`, `right ${round}`, `third ${round}`]
    const update = (title: string) => made.send(`PUT /posts/${id}`, { body: { title }, headers: { 'if-match': tag } })
    const answers = await Promise.all(titles.map(update))
    t.same(answers.map(({ status }) => status).sort(), [200, 412, 412])
    const winner = titles[answers.findIndex(({ status }) => status === 200)]
    t.match((await made.send(`GET /posts/${id}?context=edit`)).body, { title: { raw: winner } })
    for (const { status, body } of answers)
      if (status === 412) t.match(body, { code: 'rest_precondition_failed', data: { status: 412 } })
  }
  t.equal(await postsIn(made.store).count(), 1 + 5, 'who lost has kept no revision')
})

onEveryStore(t, 'comments do not get in the way of who edits the post', async (t, make) => {
  const made = await make()
  const id = await create(made)
  const headers = { 'if-match': await tagOf(made, id) }
  const comment = (content: string) => made.send('POST /comments', { body: { post: id, content } })
  const { id: first } = (await comment('One')).body as { id: number }
  await comment('Two')
  await made.send(`DELETE /comments/${first}`)
  t.equal((await postsIn(made.store).get(id))?.commentCount, 1)
  t.equal((await made.send(`PUT /posts/${id}`, { body: { title: 'Second' }, headers })).status, 200)
  t.equal((await postsIn(made.store).get(id))?.commentCount, 1)
})

t.test('of two processes one wins', async t => {
  const [one, other] = await twoProcesses(t)
  const id = await create(one)
  const tag = await tagOf(one, id)
  t.equal(await tagOf(other, id), tag)
  const headers = { 'if-match': tag }
  const answers = await Promise.all(
    [one, other].map(({ send }) => send(`PUT /posts/${id}`, { body: { title: 'x' }, headers })),
  )
  t.same(answers.map(({ status }) => status).sort(), [200, 412])
})

onEveryStore(t, 'who deletes and who updates at once', async (t, make) => {
  for (const [first, second] of [
    ['DELETE', 'PUT'],
    ['DELETE', 'DELETE'],
    ['DELETE ?force=true', 'PUT'],
    ['DELETE ?force=true', 'DELETE ?force=true'],
    ['DELETE ?force=true', 'DELETE'],
  ] as const) {
    const made = await make()
    const id = await create(made)
    const headers = { 'if-match': await tagOf(made, id) }
    const answers = await Promise.all(
      [first, second].map(each => {
        const [method, query = ''] = each.split(' ')
        return made.send(`${method} /posts/${id}${query}`, { body: {}, headers })
      }),
    )
    const statuses = answers.map(({ status }) => status)
    t.equal(statuses.filter(status => status === 200).length, 1, `${first} and ${second}: ${statuses}`)
    t.ok(
      statuses.some(status => status === 412 || status === 404 || status === 410),
      `${statuses}`,
    )
  }
})

/** Headers of a change to a post whose version came at 12:01, and how it is answered. */
const CONDITIONS: readonly (readonly [
  headers: (now: string, old: string) => Readonly<Record<string, string>>,
  status: number,
])[] = [
  [() => ({}), 200],
  [now => ({ 'if-match': now }), 200],
  [now => ({ 'if-match': `W/${now}` }), 200],
  [now => ({ 'if-match': `"other", ${now}` }), 200],
  [() => ({ 'if-match': '*' }), 200],
  [(_, old) => ({ 'if-match': old }), 412],
  [() => ({ 'if-match': '"other"' }), 412],
  [() => ({ 'if-match': '' }), 412],
  [() => ({ 'if-unmodified-since': 'Wed, 01 May 2024 12:01:00 GMT' }), 200],
  [() => ({ 'if-unmodified-since': 'Wed, 01 May 2024 12:05:00 GMT' }), 200],
  [() => ({ 'if-unmodified-since': 'Wed, 01 May 2024 12:00:59 GMT' }), 412],
  [() => ({ 'if-unmodified-since': 'yesterday' }), 200],
  [now => ({ 'if-match': now, 'if-unmodified-since': 'Wed, 01 May 2024 12:00:00 GMT' }), 200],
  [(_, old) => ({ 'if-match': old, 'if-unmodified-since': 'Wed, 01 May 2024 12:05:00 GMT' }), 412],
]

t.test('a change contains the version it is based on', async t => {
  const clock = Object.assign(() => clock.now, { now: NOON })
  const made = await makeSite({ services: { clock } })
  for (const method of ['PUT', 'PATCH', 'DELETE']) {
    for (const [headers, status] of CONDITIONS) {
      clock.now = NOON
      const id = await create(made)
      const old = await tagOf(made, id)
      clock.now += 60_000
      await made.send(`PUT /posts/${id}`, { body: { title: 'Second' } })
      const given = headers(await tagOf(made, id), old)
      const before = await postsIn(made.store).get(id)
      const answer = await made.send(`${method} /posts/${id}`, { body: { title: 'Third' }, headers: given })
      t.equal(answer.status, status, `${method} ${JSON.stringify(given)}`)
      if (status === 412) t.same(await postsIn(made.store).get(id), before)
    }
  }
})

t.test('what the caller has is not sent again', async t => {
  const clock = Object.assign(() => clock.now, { now: NOON })
  const made = await makeSite({ services: { clock } })
  const id = await create(made)
  for (const as of ['administrator', 'anonymous']) {
    const { headers } = await made.send(`GET /posts/${id}`, { as })
    t.match(headers, { ETag: /^"v\d+-/, 'Last-Modified': 'Wed, 01 May 2024 12:00:00 GMT' })
    for (const [given, status] of [
      [{ 'if-none-match': headers['ETag'] ?? '' }, 304],
      [{ 'if-none-match': `W/${headers['ETag']}` }, 304],
      [{ 'if-none-match': '*' }, 304],
      [{ 'if-none-match': '"other"' }, 200],
      [{ 'if-modified-since': 'Wed, 01 May 2024 12:00:00 GMT' }, 304],
      [{ 'if-modified-since': 'Wed, 01 May 2024 11:59:59 GMT' }, 200],
      [{ 'if-modified-since': 'yesterday' }, 200],
      [{ 'if-none-match': '"other"', 'if-modified-since': 'Wed, 01 May 2024 12:00:00 GMT' }, 200],
    ] as const) {
      const answer = await made.send(`GET /posts/${id}`, { as, headers: given as Record<string, string> })
      t.equal(answer.status, status, `${as} ${JSON.stringify(given)}`)
      t.equal(answer.text() === '', status === 304)
    }
  }
})

t.test('the tag changes with all shown data, not only with the post', async t => {
  const made = await makeSite()
  const id = await create(made, { password: 'secret' })
  const tags = new Set<string>()
  for (const [query, as] of [
    ['', 'anonymous'],
    ['?password=secret', 'anonymous'],
    ['?context=edit', 'administrator'],
    ['?context=embed', 'anonymous'],
    ['?_fields=id', 'anonymous'],
  ] as const) {
    const { ETag } = (await made.send(`GET /posts/${id}${query}`, { as })).headers
    tags.add(ETag ?? 'none')
  }
  t.equal(tags.size, 5)
  const before = await tagOf(made, id)
  await made.send('PUT /categories/1', { body: { name: 'Renamed', slug: 'renamed' } })
  t.not(await tagOf(made, id), before, 'its classes name the term')
})

t.test('a list has a tag as well', async t => {
  const made = await makeSite()
  await create(made)
  const { ETag: tag = '' } = (await made.send('GET /posts')).headers
  t.equal((await made.send('GET /posts', { headers: { 'if-none-match': tag } })).status, 304)
  await create(made)
  t.equal((await made.send('GET /posts', { headers: { 'if-none-match': tag } })).status, 200)
})

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
