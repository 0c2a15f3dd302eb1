import type { RestResponse } from '@platen/core'
import { createMemoryStore } from '@platen/memory'
import { type PostRecord, posts, postsIn } from '@platen/site'
import { postTitle } from '@platen/site/extend'
import t from 'tap'
import { onEveryStore, twoProcesses } from './every-store.js'
import { makeSite, type TestSite, type TestSiteOptions } from './make-site.js'
import { withCollection } from './with-collection.js'

/** Counts what is rendered: a kept answer renders nothing. */
function counting(): { readonly options: TestSiteOptions; taken(): number } {
  let rendered = 0
  return {
    options: {
      cache: true,
      register: site =>
        void site.filter(postTitle, ({ value }) => {
          rendered++
          return value
        }),
    },
    taken() {
      const was = rendered
      rendered = 0
      return was
    },
  }
}

const publish = async ({ send }: TestSite, title = 'First') =>
  ((await send('POST /posts', { body: { title, status: 'publish' } })).body as PostRecord).id

const wireOf = ({ status, headers, text }: RestResponse) => ({ status, headers, text: text() })

onEveryStore(t, 'anonymous callers get the cached bytes', async (t, make) => {
  const { options, taken } = counting()
  const made = await make(options)
  const id = await publish(made)
  for (const request of [
    'GET /posts',
    `GET /posts/${id}`,
    'GET /posts?search=first&_fields=title',
    'GET /posts?_embed',
  ]) {
    taken()
    const first = await made.send(request, { as: 'anonymous' })
    t.equal(first.status, 200)
    t.ok(taken() > 0, `${request} is made`)
    t.same(wireOf(await made.send(request, { as: 'anonymous' })), wireOf(first), request)
    t.equal(taken(), 0, `${request} was kept`)
  }
})

onEveryStore(t, 'any write to what a response shows drops it', async (t, make) => {
  const { options, taken } = counting()
  const made = await make(options)
  const { send, store } = made
  const id = await publish(made)
  const read = async () =>
    (await send('GET /posts?_fields=title,class_list,_links,_embedded&_embed=author', { as: 'anonymous' })).text()
  for (const [what, write] of [
    ['a post is changed', () => send(`PUT /posts/${id}`, { body: { title: 'Second' } })],
    ['a term is changed', () => send('PUT /categories/1', { body: { slug: 'renamed' } })],
    ['a setting is changed', () => send('PUT /settings', { body: { title: 'Another' } })],
    ['a user is changed', () => send('PUT /users/me', { body: { name: 'Another' } })],
    ['somebody writes past the interface', () => postsIn(store).update(id, { title: 'Third' })],
    ['something is removed', () => send(`DELETE /posts/${id}`)],
  ] as const) {
    await read()
    taken()
    await read()
    t.equal(taken(), 0, 'kept')
    const before = store.revision()
    await write()
    t.not(store.revision(), before, what)
    const text = await read()
    t.ok(taken() > 0 || text === '[]', `${what}, it is made anew`)
  }
  t.equal(await read(), '[]')
})

t.test('writes of another process clear the cache', async t => {
  const { options, taken } = counting()
  const [one, other] = await twoProcesses(t, options)
  const id = await publish(one)
  const read = async ({ send }: TestSite) => (await send(`GET /posts/${id}?_fields=title`, { as: 'anonymous' })).text()
  t.match(await read(one), 'First')
  taken()
  t.match(await read(one), 'First')
  t.equal(taken(), 0)
  await other.send(`PUT /posts/${id}`, { body: { title: 'Second' } })
  t.match(await read(one), 'Second')
  t.match(await read(other), 'Second')
  await one.send(`DELETE /posts/${id}?force=true`)
  t.match(await read(other), 'rest_post_invalid_id')
})

t.test('authenticated callers neither read nor fill the cache', async t => {
  const { options, taken } = counting()
  const made = await makeSite(options)
  const id = await publish(made)
  for (const as of ['administrator', 'subscriber']) {
    await made.send(`GET /posts/${id}`, { as })
    taken()
    await made.send(`GET /posts/${id}`, { as })
    t.ok(taken() > 0, as)
  }
  const seen = await made.send(`GET /posts/${id}`, { as: 'anonymous' })
  t.match(seen.headers, { Allow: 'GET' })
  t.match((await made.send(`GET /posts/${id}`)).headers, { Allow: 'GET, POST, PUT, PATCH, DELETE' })
  t.match(await made.send(`GET /posts/${id}?context=edit`), { status: 200 })
  t.match(await made.send(`GET /posts/${id}?context=edit`, { as: 'anonymous' }), { status: 401 })
  t.match(await made.send(`GET /posts/${id}?context=edit`), { status: 200 }, 'a refusal is not kept')
})

t.test('each URL has its own cached response', async t => {
  const { options } = counting()
  const made = await makeSite(options)
  const id = await publish(made)
  await made.send(`PUT /posts/${id}`, { body: { password: 'open', content: 'hidden words' } })
  const asked = [
    '',
    '?password=open',
    '?password=wrong',
    '?_fields=id',
    '?_envelope',
    '?_jsonp=a',
    '?_jsonp=b',
    '?context=embed',
  ]
  const answers = new Set<string>()
  for (const round of [1, 2]) {
    for (const query of asked) {
      const { status, text } = await made.send(`GET /posts/${id}${query}`, { as: 'anonymous' })
      answers.add(text())
      t.equal(text().includes('hidden words'), query === '?password=open', `${query} ${round}`)
      t.equal(status, query === '?password=wrong' ? 403 : 200)
    }
  }
  t.equal(answers.size, asked.length)
})

t.test('conditional requests use the cache', async t => {
  const { options, taken } = counting()
  const made = await makeSite(options)
  const id = await publish(made)
  const { headers } = await made.send(`GET /posts/${id}`, { as: 'anonymous' })
  taken()
  for (const [given, status] of [
    [{ 'if-none-match': headers['ETag'] }, 304],
    [{ 'if-none-match': '"other"' }, 200],
    [{ 'if-modified-since': headers['Last-Modified'] }, 304],
    [{ 'if-modified-since': 'Mon, 01 Jan 2001 00:00:00 GMT' }, 200],
  ] as const) {
    const answer = await made.send(`GET /posts/${id}`, { as: 'anonymous', headers: given as Record<string, string> })
    t.equal(answer.status, status, JSON.stringify(given))
    t.equal(answer.headers['ETag'], headers['ETag'])
    t.equal(answer.text() === '', status === 304)
  }
  t.equal(taken(), 0)
})

t.test('HEAD and GET are cached separately', async t => {
  const { options } = counting()
  const made = await makeSite(options)
  await publish(made)
  const lengths: number[] = []
  for (const method of ['GET', 'HEAD', 'GET', 'HEAD'])
    lengths.push((await made.send(`${method} /posts`, { as: 'anonymous' })).text().length)
  t.equal(lengths[1], 0)
  t.equal(lengths[3], 0)
  t.ok((lengths[0] ?? 0) > 0 && lengths[0] === lengths[2])
  t.match((await made.send('HEAD /posts', { as: 'anonymous' })).headers, { 'X-CMS-Total': '1' })
})

t.test('a write during a request prevents caching its response', async t => {
  let during: (() => Promise<unknown>) | undefined
  const made = await makeSite({
    cache: true,
    wrapStore: store =>
      withCollection(store, posts, inner => ({
        async find(query) {
          const found = await inner.find(query)
          await during?.()
          during = undefined
          return found
        },
      })),
  })
  const id = await publish(made)
  during = () => postsIn(made.store).update(id, { title: 'Second' })
  const read = async () => (await made.send('GET /posts?_fields=title', { as: 'anonymous' })).text()
  t.match(await read(), 'First', 'it had been read before')
  t.match(await read(), 'Second')
})

t.test('the cache is bounded, including URLs', async t => {
  const { options, taken } = counting()
  const made = await makeSite({ ...options, cache: 20_000, limits: { maxTextLength: 30_000 } })
  await publish(made)
  const asking = (filler: string) => made.send(`GET /posts?_fields=title&_embed=${filler}`, { as: 'anonymous' })
  const isKept = async (filler: string) => {
    taken()
    await asking(filler)
    return taken() === 0
  }
  await asking('first')
  t.ok(await isKept('first'))
  for (let number = 0; number < 30; number++) await asking(String(number))
  t.notOk(await isKept('first'), 'the least used goes first')
  t.ok(await isKept('29'))
  await asking('x'.repeat(25_000))
  t.notOk(await isKept('x'.repeat(25_000)), 'what is too long is not kept')
  for (let number = 0; number < 10; number++) await asking(`${number}${'y'.repeat(5000)}`)
  t.notOk(await isKept(`0${'y'.repeat(5000)}`), 'long addresses take room as well')
})

t.test('without a size there is no cache', async t => {
  for (const cache of [undefined, false, 0] as const) {
    const { options, taken } = counting()
    const made = await makeSite({ ...options, cache })
    await publish(made)
    await made.send('GET /posts', { as: 'anonymous' })
    taken()
    await made.send('GET /posts', { as: 'anonymous' })
    t.ok(taken() > 0, String(cache))
  }
})

t.test('the failure of a store is the response', async t => {
  const store = createMemoryStore()
  const { send } = await makeSite({ cache: true, store, onError() {} })
  t.equal((await send('GET /posts', { as: 'anonymous' })).status, 200)
  await store.close()
  t.match(await send('GET /posts', { as: 'anonymous' }), { status: 503, body: { code: 'rest_store_unavailable' } })
})

t.test('changes to a response in process do not affect the cache', async t => {
  const { options } = counting()
  const made = await makeSite(options)
  await publish(made)
  const read = async () =>
    (await made.send('GET /posts?_fields=slug', { as: 'anonymous' })) as RestResponse & { body: { slug: string }[] }
  const { body, headers } = await read()
  try {
    for (const item of body) item.slug = 'changed'
    Object.assign(headers, { 'X-Mine': 'changed' })
  } catch (error) {
    t.match(error, { name: 'TypeError' }, 'or it cannot be changed')
  }
  const again = await read()
  t.same(again.body, [{ slug: 'first' }])
  t.notOk('X-Mine' in again.headers)
})

/** Fails for as long as it is said to. */
function failing() {
  const state = { fails: true }
  const orFail = <T>(value: T): T => {
    if (state.fails) throw new Error('for now')
    return value
  }
  const options: TestSiteOptions = {
    cache: true,
    cacheControl: 'public, max-age=60',
    onError: () => {},
    register(site) {
      site.registerShortcode('now', () => orFail('now'))
      site.registerField('user', 'mood', { schema: { type: 'string' }, get: () => orFail('fine') })
      site.registerField('category', 'size', {
        schema: { type: 'string' },
        load: () => orFail('big'),
        get: (_, it) => it,
      })
      site.registerField('type', 'bits', { schema: { type: 'integer' }, get: () => (state.fails ? 1n : 1) })
    },
  }
  return { state, options }
}

onEveryStore(t, 'incomplete responses are not cached', async (t, make) => {
  const { state, options } = failing()
  const { send, store, users } = await make(options)
  const body = { title: 'a', content: '[now]', status: 'publish', author: users.get('editor')?.id }
  const { id } = (await send('POST /posts', { body })).body as PostRecord
  await send('PUT /settings', { body: { title: 'x' } })
  for (const [request, sound] of [
    ['GET /posts', /"rendered":"(?:<p>)?now/],
    [`GET /posts/${id}`, /"rendered":"(?:<p>)?now/],
    [`GET /posts/${id}?_fields=content`, /"rendered":"(?:<p>)?now/],
    [`GET /posts?_fields=id,author,_links,_embedded&_embed=author`, /"mood":"fine"/],
    ['GET /posts?_envelope', /"rendered":"(?:<p>)?now/],
    ['GET /categories', /"size":"big"/],
    ['GET /categories/1', /"size":"big"/],
    ['GET /types', /"bits":1/],
    ['GET /types/post', /"bits":1/],
  ] as const) {
    state.fails = true
    const revision = store.revision()
    const failed = await send(request, { as: 'anonymous' })
    t.equal(failed.status, 200, request)
    t.notMatch(failed.text(), sound, request)
    t.equal(failed.headers['Cache-Control'], 'no-store', request)
    t.equal(failed.headers['ETag'], undefined)
    t.equal(failed.headers['Last-Modified'], undefined)
    state.fails = false
    const now = new Date().toUTCString()
    const mended = await send(request, { as: 'anonymous' })
    t.match(mended.text(), sound, request)
    t.equal(mended.headers['Cache-Control'], 'public, max-age=60')
    t.type(mended.headers['ETag'], 'string')
    state.fails = true
    t.equal(store.revision(), revision)
    t.same(wireOf(await send(request, { as: 'anonymous' })), wireOf(mended), `${request} is kept`)
    const stale = await send(`${request}${request.includes('?') ? '&' : '?'}again`, {
      as: 'anonymous',
      headers: { 'if-modified-since': now },
    })
    t.equal(stale.status, 200, 'what a caller has may be sound')
  }
})

t.test('requests for an outdated response wait for one that computes it anew', async t => {
  const { options, taken } = counting()
  const made = await makeSite(options)
  const id = await publish(made)
  const read = () => made.send(`GET /posts/${id}?_fields=title`, { as: 'anonymous' })
  await read()
  await made.send(`PUT /posts/${id}`, { body: { title: 'Second' } })
  taken()
  const together = await Promise.all(Array.from({ length: 8 }, read))
  t.equal(taken(), 1)
  for (const each of together) t.match(each.text(), 'Second')
  await made.send(`DELETE /posts/${id}`)
  for (const each of await Promise.all(Array.from({ length: 8 }, read))) t.equal(each.status, 401)
  const missing = await read()
  t.equal(missing.status, 401)
})

t.test('a write while an outdated response is computed anew', async t => {
  let write: (() => Promise<unknown>) | undefined
  const made = await makeSite({
    cache: true,
    register: site =>
      site.registerField('post', 'slow', {
        schema: { type: 'integer' },
        load: async () => {
          const run = write
          write = undefined
          await run?.()
        },
        get: () => 1,
      }),
  })
  const id = await publish(made)
  const read = () => made.send(`GET /posts/${id}`, { as: 'anonymous' })
  await read()
  await made.send(`PUT /posts/${id}`, { body: { title: 'Second' } })
  let later: Promise<RestResponse> | undefined
  write = async () => {
    await made.send(`PUT /posts/${id}`, { body: { title: 'Third' } })
    later = read()
  }
  await read()
  t.match((await later)?.text(), 'Third', 'who asks after a write sees it')
})
