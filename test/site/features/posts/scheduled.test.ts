import { millisecondsOf, type PostRecord, posts } from '@platen/site'
import { postSaved } from '@platen/site/extend'
import { type Store, StoreError } from '@platen/storage'
import t from 'tap'
import { onEveryStore, twoProcesses } from '../../every-store.js'
import { makeSite, type TestSite } from '../../make-site.js'
import { withCollection, withTransactions } from '../../with-collection.js'

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
  t.same(told, ['future publish'], 'hooks are told once')
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
  t.same(told.map(each => each.split(' ')[1]).sort(), ids.map(String), 'each post is told of once')
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
