import { setTimeout } from 'node:timers/promises'
import { Client } from 'pg'
import t, { type Test } from 'tap'
import { newSchema, noServer } from '../sql/postgres/new-schema.js'
import { SECURED_ROLE } from '../sql/postgres/server.js'
import { startSilentProxy } from '../sql/postgres/silent-proxy.js'
import { newFolder } from './new-site.js'
import { senderOf } from './sender.js'
import { command } from './spawned-command.js'

const reason = await noServer()
const test = (name: string, body: (t: Test) => Promise<void>) =>
  t.test(name, reason === undefined ? {} : { skip: reason }, body)

/** How long anything may take after a fault, in milliseconds. */
const LIMIT = 10_000

/** The URL of a new schema behind a proxy, and commands that serve a site in it. */
async function schemaOf(t: Test) {
  const { url, schema, drop } = await newSchema()
  const proxy = await startSilentProxy(url)
  const options = `options=${encodeURIComponent(`-c search_path=${schema}`)}`
  const storeAt = (base: string) => `${base}${base.includes('?') ? '&' : '?'}${options}`
  const files = newFolder(t)
  const serve = async (base: string, ...words: string[]) => {
    const served = command(t, ['--store', storeAt(base), '--files', files, ...words])
    const [, interfaceUrl = ''] = await served.printed(/^ +interface +(\S+)\/$/m)
    return { ...served, api: `${interfaceUrl}/cms/v2` }
  }
  t.teardown(async () => {
    proxy.close()
    await drop()
  })
  return { url, schema, proxy, serve, storeAt, files }
}

async function timeOf(work: Promise<unknown>): Promise<number> {
  const from = performance.now()
  await work
  return performance.now() - from
}

test('a process that is frozen in a write does not keep others from writing', async t => {
  const { url, proxy, serve } = await schemaOf(t)
  const frozen = await serve(proxy.url)
  const send = senderOf(frozen.out())
  const other = await serve(url)
  const write = (api: string, path = 'posts') => send('POST', `${api}/${path}`, { title: 'A post' })
  const untilWritten = async (api: string, path?: string) => {
    for (;;) {
      const { status, retryAfter } = await write(api, path)
      if (status < 300) return
      t.ok(status === 503 && retryAfter !== null, 'refusals tell when to try again')
    }
  }
  t.equal((await write(frozen.api)).status, 201)
  const inWrite = proxy.sent('pg_advisory_xact_lock')
  const interrupted = write(frozen.api)
  await inWrite
  frozen.child.kill('SIGSTOP')
  // Settings wait for all other writes.
  for (const path of ['posts', 'settings']) {
    const time = await timeOf(untilWritten(other.api, path))
    t.ok(time < LIMIT, `${path}: ${time}`)
  }
  frozen.child.kill('SIGCONT')
  const { status, retryAfter } = await interrupted
  t.ok(status === 201 || (status === 503 && retryAfter !== null), `${status}`)
  t.ok((await timeOf(untilWritten(frozen.api))) < LIMIT, 'it recovers')
})

test('a process whose connections are lost silently serves again, and ends', async t => {
  const { proxy, serve } = await schemaOf(t)
  const { api, out, child, exit } = await serve(proxy.url, '--no-cache')
  const send = senderOf(out())
  const use = async () => {
    const read = send('GET', `${api}/posts`)
    const written = send('POST', `${api}/posts`, { title: 'A post' })
    return [(await read).status, (await written).status]
  }
  t.same(await use(), [200, 201])
  proxy.silence()
  const untilServed = async () => {
    for (;;) {
      const [read, written] = await use()
      if (read === 200 && written === 201) return
    }
  }
  const time = await timeOf(untilServed())
  t.ok(time < LIMIT, `${time}`)
  proxy.silenceAll(true)
  const last = send('POST', `${api}/posts`, { title: 'A post' }).catch(() => undefined)
  await setTimeout(100)
  child.kill('SIGTERM')
  // Ten seconds for requests, and five for what they left in the store.
  t.ok((await timeOf(exit)) < 20_000)
  t.equal(child.exitCode, 0)
  await last
})

test('a process that hears of no commits accepts nothing that was revoked', async t => {
  const { url, proxy, serve } = await schemaOf(t)
  const deaf = await serve(proxy.url)
  const send = senderOf(deaf.out())
  const other = await serve(url)
  t.equal((await send('GET', `${deaf.api}/users/me`)).status, 200)
  proxy.silence('listen "platen_')
  const passwords = `${other.api}/users/me/application-passwords`
  const { body: settings } = await send('POST', `${other.api}/settings`, { title: 'Another title' })
  t.match(settings, { title: 'Another title' })
  t.equal((await send('DELETE', passwords)).status, 200)
  const untilRefused = async () => {
    while ((await send('GET', `${deaf.api}/users/me`)).status !== 401) await setTimeout(20)
  }
  const untilRenamed = async () => {
    const root = deaf.api.replace(/\/cms\/v2$/, '/')
    while (((await (await fetch(root)).json()) as { name: string }).name !== 'Another title') await setTimeout(20)
  }
  for (const time of await Promise.all([timeOf(untilRefused()), timeOf(untilRenamed())]))
    t.ok(time < LIMIT / 2, `${time}`)
})

test('processes that start at the same time install one site', async t => {
  const { url, serve } = await schemaOf(t)
  const started = await Promise.all(Array.from({ length: 3 }, () => serve(url)))
  t.equal(started.filter(({ out }) => /application password/.test(out())).length, 1)
  for (const { api } of started) {
    const posts = await fetch(`${api}/posts`)
    t.equal(posts.status, 200)
    t.equal(((await (await fetch(`${api}/categories`)).json()) as unknown[]).length, 1)
  }
})

test('a wrong password and a missing one', async t => {
  const { url, storeAt } = await schemaOf(t)
  const admin = new Client(url)
  await admin.connect()
  await admin.query(`create role ${SECURED_ROLE} login password 'secret'`)
  await admin.end()
  const attempts = { 'ada-wrong': /refuses the user/, '': /requires a password/ }
  for (const [password, message] of Object.entries(attempts)) {
    const secured = new URL(url)
    secured.username = SECURED_ROLE
    secured.password = password
    const { exit, err } = command(t, ['--store', storeAt(secured.href)])
    t.ok((await timeOf(exit)) < LIMIT)
    t.same(await exit, [1, null])
    t.match(err(), message)
    t.notMatch(err(), 'ada-wrong')
  }
})
