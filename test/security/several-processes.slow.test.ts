import { type ChildProcess, fork } from 'node:child_process'
import { once } from 'node:events'
import { fileURLToPath } from 'node:url'
import { postsIn, termsIn } from '@platen/site'
import { openSqliteStore } from '@platen/sql/sqlite'
import t, { type Test } from 'tap'
import { makeSite } from '../site/make-site.js'
import type { Order, Report } from './site-process.js'

const script = fileURLToPath(new URL('site-process.js', import.meta.url))

/** A site in another process. */
async function siteProcess(path: string) {
  const child: ChildProcess = fork(script, [path])
  await once(child, 'message')
  const waiting = new Map<number, (report: Report) => void>()
  let number = 0
  child.on('message', (report: Report) => waiting.get(report.number)?.(report))
  return {
    send: (request: string, order: Omit<Order, 'number' | 'request'> = {}): Promise<Report> => {
      const own = ++number
      const reported = new Promise<Report>(resolve => waiting.set(own, resolve))
      child.send({ ...order, number: own, request } satisfies Order)
      return reported
    },
    async end() {
      child.disconnect()
      await once(child, 'exit')
    },
  }
}

/** Two processes on one file, and a store on it in this one. */
async function twoProcesses(t: Test) {
  const path = `${t.testdir()}/site.sqlite`
  const store = await openSqliteStore({ path })
  await makeSite({ store })
  const both = await Promise.all([siteProcess(path), siteProcess(path)])
  t.teardown(async () => {
    await Promise.all(both.map(each => each.end()))
    await store.close()
  })
  const [one, two] = both as [(typeof both)[0], (typeof both)[0]]
  return { one, two, both, store }
}

const idOf = ({ body }: Report) => (body as { readonly id: number }).id

t.test('two processes on one file', async t => {
  const { one, two, both, store } = await twoProcesses(t)

  await t.test('slugs and names are unique', async t => {
    const body = { title: 'The same', status: 'publish' }
    const made = await Promise.all(
      Array.from({ length: 40 }, (_, at) =>
        (at % 2 ? one : two).send('POST /posts', { body: { ...body, content: 'x' } }),
      ),
    )
    t.same([...new Set(made.map(({ status }) => status))], [201])
    t.equal(new Set(made.map(report => (report.body as { slug: string }).slug)).size, 40)
    t.equal(new Set(made.map(idOf)).size, 40)
    const terms = await Promise.all(
      Array.from({ length: 20 }, (_, at) =>
        (at % 2 ? one : two).send('POST /tags', { body: { name: `Tag ${at >> 1}` } }),
      ),
    )
    t.same(terms.map(({ status }) => status).sort(), [...Array(10).fill(201), ...Array(10).fill(400)])
    const people = await Promise.all(
      both.map(each =>
        each.send('POST /users', { body: { username: 'ann', email: 'a@b.example', password: 'a long word 1' } }),
      ),
    )
    t.equal(people.filter(({ status }) => status === 201).length, 1)
  })

  await t.test('no update is lost', async t => {
    const id = idOf(await one.send('POST /posts', { body: { title: '0', content: 'x', status: 'publish' } }))
    for (let round = 1; round <= 15; round++) {
      const { headers } = await one.send(`GET /posts/${id}?context=edit`)
      const update = { headers: { 'if-match': headers['ETag'] ?? '' } }
      const replies = await Promise.all(
        both.map((each, at) =>
          each.send(`PUT /posts/${id}?context=edit`, { ...update, body: { title: `${round}.${at}` } }),
        ),
      )
      t.same(replies.map(({ status }) => status).sort(), [200, 412], `round ${round}`)
      const winner = replies.findIndex(({ status }) => status === 200)
      t.equal((await postsIn(store).get(id))?.title, `${round}.${winner}`)
    }
  })

  const publications = async () =>
    (await Promise.all(both.map(each => each.send('GET /types')))).reduce((sum, { published }) => sum + published, 0)

  await t.test('a scheduled post is published once', async t => {
    const due = Date.now() + 3_600_000
    const date_gmt = new Date(due).toISOString().slice(0, 19)
    const body = { title: 'Later', content: 'x', status: 'future', date_gmt, tags: [] as number[] }
    const tag = idOf(await one.send('POST /tags', { body: { name: 'Scheduled' } }))
    const ids: number[] = []
    for (let at = 0; at < 10; at++) ids.push(idOf(await one.send('POST /posts', { body: { ...body, tags: [tag] } })))
    t.equal((await termsIn(store).get(tag))?.count, 0)
    // A process whose clock started earlier schedules what the other has just published, and publishes it again.
    const earlier = await publications()
    const replies = await Promise.all(
      Array.from({ length: 6 }, (_, at) => (at % 2 ? one : two).send(`GET /posts/${ids[at]}`, { clock: due + 1000 })),
    )
    t.same([...new Set(replies.map(({ status }) => status))], [200])
    t.equal((await publications()) - earlier, 10)
    t.equal((await termsIn(store).get(tag))?.count, 10, 'and counted once')
    for (const id of ids) t.equal((await postsIn(store).get(id))?.status, 'publish')
  })

  await t.test('a revoked application password is refused at once', async t => {
    for (let round = 0; round < 10; round++) {
      const { body } = await one.send('POST /users/me/application-passwords', { body: { name: `App ${round}` } })
      const { password, uuid } = body as { readonly password: string; readonly uuid: string }
      const headers = { authorization: `Basic ${Buffer.from(`admin:${password}`).toString('base64')}`, 'x-as': '' }
      t.equal((await two.send('GET /users/me', { headers })).status, 200)
      t.equal((await one.send(`DELETE /users/me/application-passwords/${uuid}`)).status, 200)
      t.equal((await two.send('GET /users/me', { headers })).status, 401)
    }
  })

  await t.test('a changed or deleted user counts at once, however known the application password is', async t => {
    for (let round = 0; round < 5; round++) {
      const login = `changing${round}`
      const user = { username: login, email: `${login}@b.example`, password: 'a long word 1', roles: ['author'] }
      const id = idOf(await one.send('POST /users', { body: user }))
      const { body } = await one.send(`POST /users/${id}/application-passwords`, { body: { name: 'App' } })
      const { password } = body as { readonly password: string }
      const headers = { authorization: `Basic ${Buffer.from(`${login}:${password}`).toString('base64')}`, 'x-as': '' }
      const write = async () => (await two.send('POST /posts', { headers, body: { title: 'x' } })).status
      t.same([await write(), await write()], [201, 201])
      t.equal((await one.send(`POST /users/${id}`, { body: { roles: ['subscriber'] } })).status, 200)
      t.equal(await write(), 403)
      t.equal((await one.send(`POST /users/${id}`, { body: { roles: ['author'] } })).status, 200)
      t.equal(await write(), 201)
      t.equal((await one.send(`DELETE /users/${id}?force=true&reassign=1`)).status, 200)
      t.equal(await write(), 401)
    }
  })
})
