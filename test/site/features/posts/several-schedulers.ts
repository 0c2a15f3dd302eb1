import { millisecondsOf, postsIn, termsIn, wherePosts } from '@platen/site'
import { postSaved } from '@platen/site/extend'
import type { Store } from '@platen/storage'
import type { Test } from 'tap'
import { makeSite } from '../../make-site.js'

const NOON = millisecondsOf('2024-05-01T12:00:00')
const MINUTE = 60_000
const SCHEDULES = 20

/**
 * Tests that several sites over one store publish scheduled posts once, with an event each, although all of them have a
 * timer and requests; and that they remove old audit events together.
 */
export async function checkSchedulers(t: Test, stores: readonly Store[]): Promise<void> {
  const clock = Object.assign(() => clock.now, { now: NOON })
  const problems: unknown[] = []
  const problem = (data: object) => void problems.push(data)
  const logger = { info() {}, warn: problem, error: problem }
  const made: Awaited<ReturnType<typeof makeSite>>[] = []
  for (const store of stores)
    made.push(await makeSite({ store, services: { clock, logger }, audit: { maxEvents: 40 } }))
  const [first, ...others] = made
  if (first === undefined) throw new Error('There are no stores.')

  const ids: number[] = []
  for (let at = 0; at < SCHEDULES; at++) {
    const body = { title: `Post ${at}`, status: 'publish', date_gmt: `2024-05-01T12:00:${at + 10}` }
    const { body: created } = await (made[at % made.length] ?? first).send('POST /posts', { body })
    ids.push((created as { readonly id: number }).id)
  }
  const events: string[] = []
  for (const { site } of made)
    site.on(postSaved, ({ post, before }) => void events.push(`${post.id} ${before?.status} ${post.status}`))
  const before = await postsIn(first.store).pick(['version'], { where: wherePosts.in('id', ids) })
  clock.now = NOON + MINUTE
  const [published, responses] = await Promise.all([
    Promise.all(made.map(({ site }) => site.publishDuePosts())),
    Promise.all([...made, ...made].map(({ send }) => send('GET /posts?per_page=100', { as: 'anonymous' }))),
  ])
  t.ok(published.reduce((sum, count) => sum + count, 0) <= SCHEDULES, 'a request may have been faster than the timers')
  for (const { status } of responses) t.equal(status, 200)
  t.same(events.sort(), ids.map(id => `${id} future publish`).sort(), 'one event for each post')
  const after = await postsIn(first.store).pick(['version', 'status'], { where: wherePosts.in('id', ids) })
  t.same(
    after,
    before.map(({ id, version }) => ({ id, version: version + 1, status: 'publish' })),
    'each is changed once',
  )
  t.equal((await termsIn(first.store).get(1))?.count, SCHEDULES, 'terms are counted once')
  t.same(await Promise.all(made.map(({ site }) => site.publishDuePosts())), [0, ...others.map(() => 0)])

  const note = { kind: 'roles_changed', login: 'admin' } as const
  for (let at = 0; at < 110; at++) await Promise.all(made.map(({ site }) => site.audit.record(note)))
  const { total } = await first.site.audit.list({ limit: 1 }, { as: first.site.system })
  t.ok(total <= 40 + 10 * made.length, `${total} events are left`)
  t.same(problems, [])
}
