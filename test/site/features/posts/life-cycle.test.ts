import { RestError } from '@platen/core'
import {
  assignmentsIn,
  dialects,
  metaIn,
  millisecondsOf,
  type PostRecord,
  posts,
  postsIn,
  type Site,
} from '@platen/site'
import { postInput, postSaved } from '@platen/site/extend'
import { type Store, StoreError } from '@platen/storage'
import t from 'tap'
import { onEveryStore, twoProcesses } from '../../every-store.js'
import { makeSite, type TestSite } from '../../make-site.js'
import { withCollection, withTransactions } from '../../with-collection.js'

interface Post {
  readonly id: number
  readonly [field: string]: unknown
}

for (const dialect of Object.values(dialects)) {
  const { prefix, headerPrefix } = dialect

  onEveryStore(t, `a post from its creation to its end in the dialect ${dialect.name}`, async (t, make) => {
    const { send, store } = await make({ dialect })
    const url = `https://site.example/${dialect.basePath.slice(1)}/${prefix}/v2`

    const created = await send('POST /posts', {
      body: { title: 'Hello <b>World</b>', content: 'First', excerpt: 'Ex' },
    })
    const { id } = created.body as Post
    t.match(created, {
      status: 201,
      headers: { Location: `${url}/posts/${id}`, Allow: 'GET, POST' },
      body: {
        status: 'draft',
        slug: '',
        type: 'post',
        title: { raw: 'Hello <b>World</b>' },
        content: { raw: 'First', protected: false },
        sticky: false,
        format: 'standard',
        template: '',
        categories: [1],
        tags: [],
      },
    })
    t.same((await send('GET /posts', { as: 'anonymous' })).body, [], 'nobody sees a draft')
    t.match(await send(`GET /posts/${id}`, { as: 'anonymous' }), { status: 401, body: { code: 'rest_forbidden' } })
    t.match(await send(`GET /posts/${id}`, { as: 'subscriber' }), { status: 403, body: { code: 'rest_forbidden' } })

    const published = await send(`PATCH /posts/${id}`, { body: { status: 'publish', content: 'Second' } })
    t.match(published, { status: 200, body: { status: 'publish', slug: 'hello-world', date_gmt: String } })
    const seen = await send(`GET /posts/${id}`, { as: 'anonymous' })
    t.match(seen, { status: 200, headers: { Allow: 'GET' }, body: { slug: 'hello-world' } })
    t.notOk(Object.hasOwn(seen.body as Post, 'password'), 'what is for editors stays with them')
    t.match(await send('GET /posts', { as: 'anonymous' }), {
      headers: { [`${headerPrefix}Total`]: '1', [`${headerPrefix}TotalPages`]: '1' },
      body: [{ id, _links: { self: [{ href: `${url}/posts/${id}` }] } }],
    })

    const relations = Object.keys((seen.body as { _links: object })._links)
    for (const relation of [
      'self',
      'collection',
      'about',
      'author',
      'replies',
      'version-history',
      'predecessor-version',
    ])
      t.ok(relations.includes(relation), relation)
    for (const relation of ['attachment', 'term']) t.ok(relations.includes(`${prefix}:${relation}`), relation)
    t.match((seen.body as { _links: object })._links, { curies: [{ name: prefix, templated: true }] })

    t.match(await send('GET /categories/1'), { body: { count: 1 } })
    t.match(await send(`DELETE /posts/${id}`), { status: 200, body: { status: 'trash', slug: 'hello-world__trashed' } })
    t.match(await send('GET /categories/1'), { body: { count: 0 } })
    t.match(await send(`DELETE /posts/${id}`), { status: 410, body: { code: 'rest_already_trashed' } })
    t.match(await send(`PUT /posts/${id}`, { body: { status: 'draft' } }), {
      status: 200,
      body: { slug: 'hello-world' },
    })
    t.match(await send(`DELETE /posts/${id}?force=true`), {
      status: 200,
      body: { deleted: true, previous: { id, title: { raw: 'Hello <b>World</b>' }, content: { raw: 'Second' } } },
    })
    t.match(await send(`GET /posts/${id}`), { status: 404, body: { code: 'rest_post_invalid_id' } })
    t.equal(await postsIn(store).count(), 0, 'its revisions are gone too')
    t.equal(await assignmentsIn(store).count(), 0)
    t.equal(await metaIn(store).count(), 0)
  })
}

t.test('who writes what', async t => {
  for (const [role, status, expected] of [
    ['administrator', 'publish', 201],
    ['author', 'publish', 201],
    ['author', 'private', 201],
    ['contributor', 'draft', 201],
    ['contributor', 'pending', 201],
    ['contributor', 'publish', 403],
    ['contributor', 'private', 403],
    ['contributor', 'future', 403],
    ['subscriber', 'draft', 403],
    ['anonymous', 'draft', 401],
  ] as const) {
    t.test(`${role} ${status}`, async t => {
      const { send } = await makeSite()
      t.equal((await send('POST /posts', { as: role, body: { title: 'x', status } })).status, expected)
    })
  }
})

const NOON = millisecondsOf('2024-05-01T12:00:00')
const MINUTE = 60_000

/** A clock that is set by hand. */
function handSet() {
  const clock = Object.assign(() => clock.now, { now: NOON })
  return clock
}

/** Creates a post for a moment of the first of May. */
async function schedule(
  { send }: TestSite,
  time: string,
  body: Readonly<Record<string, unknown>> = {},
): Promise<number> {
  const answer = await send('POST /posts', {
    body: { title: time, status: 'publish', date_gmt: `2024-05-01T${time}`, ...body },
  })
  if (answer.status !== 201) throw new Error(JSON.stringify(answer.body))
  return (answer.body as PostRecord).id
}

const publicIds = async ({ send }: TestSite) =>
  ((await send('GET /posts?_fields=id&orderby=id&order=asc', { as: 'anonymous' })).body as { id: number }[]).map(
    ({ id }) => id,
  )

onEveryStore(t, 'a post is published by the first request after its time', async (t, make) => {
  const clock = handSet()
  const made = await make({ services: { clock } })
  const told: string[] = []
  made.site.on(postSaved, ({ post, before }) => void told.push(`${before?.status} ${post.status}`))
  const id = await schedule(made, '12:10:00')
  t.match((await made.send(`GET /posts/${id}`)).body, { status: 'future', slug: '121000', modified_gmt: String })
  t.match(await made.send(`GET /posts/${id}`, { as: 'anonymous' }), { status: 401 })
  t.match(await made.send('GET /categories/1'), { body: { count: 0 } })
  told.length = 0

  for (const [later, expected] of [
    [9 * MINUTE, []],
    [10 * MINUTE - 1, []],
    [10 * MINUTE, [id]],
    [20 * MINUTE, [id]],
  ] as const) {
    clock.now = NOON + later
    t.same(await publicIds(made), expected, `${later} ms later`)
  }
  t.same(told, ['future publish'], 'one event')
  t.match(await made.send('GET /categories/1'), { body: { count: 1 } })
  t.match((await made.send(`GET /posts/${id}`)).body, { status: 'publish', date_gmt: '2024-05-01T12:10:00' })
})

onEveryStore(t, 'each post has its own time', async (t, make) => {
  const clock = handSet()
  const made = await make({ services: { clock } })
  const ids = [await schedule(made, '12:01:00'), await schedule(made, '12:02:00'), await schedule(made, '12:03:00')]
  t.equal(await made.site.publishDuePosts(), 0)
  clock.now = NOON + MINUTE
  t.same(await publicIds(made), ids.slice(0, 1))
  clock.now = NOON + 10 * MINUTE
  t.equal(await made.site.publishDuePosts(), 2, 'it says how many')
  t.equal(await made.site.publishDuePosts(), 0)
  t.same(await publicIds(made), ids)
})

onEveryStore(t, 'many requests at once publish once', async (t, make) => {
  const clock = handSet()
  const made = await make({ services: { clock } })
  const ids = [await schedule(made, '12:01:00'), await schedule(made, '12:01:00')]
  let told = 0
  made.site.on(postSaved, () => void told++)
  clock.now = NOON + MINUTE
  const seen = await Promise.all(Array.from({ length: 8 }, () => publicIds(made)))
  for (const each of seen) t.same(each, ids, 'none of them comes too early')
  t.equal(told, 2)
})

t.test('of two processes one publishes', async t => {
  const clock = handSet()
  const processes = await twoProcesses(t, { services: { clock } })
  const told: string[] = []
  for (const [number, { site }] of processes.entries())
    site.on(postSaved, ({ post }) => void told.push(`${number} ${post.id}`))
  const ids = [await schedule(processes[0], '12:01:00'), await schedule(processes[1], '12:01:00')]
  told.length = 0
  clock.now = NOON + MINUTE
  const seen = await Promise.all([...processes, ...processes].map(publicIds))
  for (const each of seen) t.same(each, ids)
  t.same(told.map(each => each.split(' ')[1]).sort(), ids.map(String), 'one event for each post')
  t.equal((await Promise.all(processes.map(({ site }) => site.publishDuePosts()))).join(), '0,0')
})

t.test('what another process schedules is published by this one', async t => {
  const clock = handSet()
  const [one, other] = await twoProcesses(t, { services: { clock } })
  t.same(await publicIds(one), [])
  const id = await schedule(other, '12:01:00')
  t.same(await publicIds(one), [])
  clock.now = NOON + MINUTE
  t.same(await publicIds(one), [id])
})

onEveryStore(t, 'who changes the time changes when it is published', async (t, make) => {
  const clock = handSet()
  const made = await make({ services: { clock } })
  const id = await schedule(made, '12:10:00')
  t.match(await made.send(`PUT /posts/${id}`, { body: { date_gmt: '2024-05-01T12:20:00' } }), {
    body: { status: 'future' },
  })
  clock.now = NOON + 15 * MINUTE
  t.same(await publicIds(made), [])
  t.match(await made.send(`PUT /posts/${id}`, { body: { date_gmt: '2024-05-01T12:00:00' } }), {
    body: { status: 'publish' },
  })
  t.same(await publicIds(made), [id])
  t.match(await made.send(`PUT /posts/${id}`, { body: { date_gmt: '2024-05-01T12:30:00' } }), {
    body: { status: 'future' },
  })
  t.same(await publicIds(made), [], 'what is out can be taken back')
  t.match(await made.send(`PUT /posts/${id}`, { body: { status: 'draft' } }), { body: { status: 'draft' } })
  clock.now = NOON + 60 * MINUTE
  t.same(await publicIds(made), [], 'a draft is never due')
})

/** A store that cannot publish posts, or not the one. */
const failingUpdates =
  (thrown: () => Error, failing?: (id: number) => boolean) =>
  (store: Store): Store =>
    withTransactions(store, contents =>
      withCollection(contents, posts, inner => ({
        async update(id, changes, options) {
          const publishes = changes.status === 'publish' && Object.keys(changes).length === 1
          if (publishes && failing?.(id) !== false) throw thrown()
          return inner.update(id, changes, options)
        },
      })),
    )

t.test('posts that cannot be published do not block requests', async t => {
  for (const [code, logged] of [
    ['version', 0],
    ['not_found', 0],
    ['unavailable', 1],
  ] as const) {
    const clock = handSet()
    const errors: unknown[] = []
    const logger = { info() {}, warn() {}, error: (data: object) => void errors.push(data) }
    const wrapStore = failingUpdates(() => new StoreError(code, 'as it happens'))
    const made = await makeSite({ services: { clock, logger }, wrapStore })
    let told = 0
    await schedule(made, '12:01:00')
    made.site.on(postSaved, () => void told++)
    clock.now = NOON + MINUTE
    t.same(await publicIds(made), [], code)
    t.equal(told, 0, code)
    t.equal(errors.length, logged, code)
  }
})

t.test('a post that cannot be published does not block the others', async t => {
  const clock = handSet()
  const made = await makeSite({
    services: { clock },
    wrapStore: failingUpdates(
      () => new Error('this one not'),
      id => id === first,
    ),
  })
  const first: number = await schedule(made, '12:01:00')
  const others = [await schedule(made, '12:02:00'), await schedule(made, '12:03:00')]
  clock.now = NOON + 5 * MINUTE
  await t.rejects(made.site.publishDuePosts(), { message: 'this one not' })
  t.same(await publicIds(made), others)
})

t.test('a throwing listener prevents neither other listeners nor the publication', async t => {
  const clock = handSet()
  const errors: unknown[] = []
  const logger = { info() {}, warn() {}, error: (data: object) => void errors.push(data) }
  const made = await makeSite({ services: { clock, logger } })
  const id = await schedule(made, '12:01:00')
  let told = 0
  made.site.on(postSaved, () => {
    throw new Error('no')
  })
  made.site.on(postSaved, () => void told++)
  clock.now = NOON + MINUTE
  t.same(await publicIds(made), [id])
  t.equal(told, 1)
  t.match(errors, [{ event: 'post.saved', err: { message: 'no' } }])
})

const withFilter = (register: (site: Site) => void) => makeSite({ register })
const idOf = ({ body }: { readonly body: unknown }) => (body as { id: number }).id

t.test('a filter changes what is stored, by requests and in process', async t => {
  const { site, send } = await withFilter(site =>
    site.filter(postInput, ({ value, type }) =>
      type === 'post' && value.title !== undefined ? { ...value, title: `${value.title}!` } : value,
    ),
  )
  const made = await send('POST /posts', { body: { title: 'One' } })
  t.match(made, { status: 201, body: { title: { raw: 'One!' } } })
  t.match(await send(`PATCH /posts/${idOf(made)}`, { body: { title: 'Two' } }), { body: { title: { raw: 'Two!' } } })
  t.match(await send(`PATCH /posts/${idOf(made)}`, { body: { excerpt: 'x' } }), { body: { title: { raw: 'Two!' } } })
  t.match(await send('POST /pages', { body: { title: 'One' } }), { body: { title: { raw: 'One' } } })
  t.match(await site.content.posts.create({ title: 'Three' }, { as: site.system }), { title: 'Three!' })
})

t.test('a filter that throws refuses the write', async t => {
  const { store, send } = await withFilter(site =>
    site.filter(postInput, ({ value, before, actor }) => {
      if (before?.status === 'publish' && !actor.can('manage_options'))
        throw new RestError('garden_frozen', 'Published posts do not change.', 409)
      if (value.title?.includes('spam')) throw new RestError('garden_spam', 'No spam.', 400)
      return value
    }),
  )
  t.match(await send('POST /posts', { body: { title: 'spam' } }), { status: 400, body: { code: 'garden_spam' } })
  t.equal(await postsIn(store).count(), 0)
  const made = await send('POST /posts', { body: { title: 'A', status: 'publish' }, as: 'author' })
  const path = `/posts/${idOf(made)}`
  const change = { body: { title: 'B' }, as: 'author' }
  t.match(await send(`PATCH ${path}`, change), { status: 409, body: { code: 'garden_frozen' } })
  t.match(await send(`GET ${path}`), { body: { title: { rendered: 'A' } } })
  t.match(await send(`PATCH ${path}`, { body: { title: 'B' } }), { status: 200 })
})

t.test('the result is checked like what the actor has sent', async t => {
  const { send } = await withFilter(site =>
    site.filter(postInput, ({ value, before }) => {
      if (value.title === 'publish') return { ...value, status: 'publish' }
      if (value.title === 'author') return { ...value, author: 1 }
      return before === undefined ? value : { ...value, status: 'no such status' }
    }),
  )
  const publish = { title: 'publish' }
  t.match(await send('POST /posts', { body: publish, as: 'contributor' }), { status: 403 })
  t.match(await send('POST /posts', { body: { title: 'author' }, as: 'contributor' }), { status: 403 })
  t.match(await send('POST /posts', { body: publish, as: 'author' }), { status: 201, body: { status: 'publish' } })
  const made = await send('POST /posts', { body: { title: 'A' } })
  t.match(await send(`PATCH /posts/${idOf(made)}`, { body: { title: 'B' } }), { status: 400 })
})

t.test('a caller without permission is refused before the filter', async t => {
  let calls = 0
  const { send } = await withFilter(site =>
    site.filter(postInput, ({ value }) => {
      calls += 1
      return value
    }),
  )
  t.match(await send('POST /posts', { body: { title: 'A' }, as: 'subscriber' }), { status: 403 })
  t.equal(calls, 0)
})
