import { setTimeout } from 'node:timers/promises'
import t from 'tap'
import { newSchema } from '../sql/postgres/new-schema.js'
import { noPooler, startPooler } from '../sql/postgres/pgbouncer.js'
import { newFolder } from './new-site.js'
import { senderOf } from './sender.js'
import { command } from './spawned-command.js'

const reason = await noPooler()

/** How many clients use the site at the same time. */
const CLIENTS = 32
/** How long they do, in milliseconds. */
const DURATION = 8000

t.test('two processes through PgBouncer', reason === undefined ? {} : { skip: reason }, async t => {
  const { url, schema, drop } = await newSchema()
  const pooler = await startPooler(url)
  t.teardown(async () => {
    pooler.stop()
    await drop()
  })
  const files = newFolder(t)
  const serve = async (...words: string[]) => {
    const served = command(t, ['--store', pooler.url, '--schema', schema, '--files', files, ...words])
    const [, interfaceUrl = ''] = await served.printed(/^ +interface +(\S+)\/$/m)
    return { api: `${interfaceUrl}/cms/v2`, out: served.out }
  }
  const first = await serve()
  const second = await serve('--pooled')
  const send = senderOf(first.out())
  const apis = [first.api, second.api]
  const statuses = new Map<number, number>()
  const until = Date.now() + DURATION
  const use = async (method: string, url: string, body?: object) => {
    const { status } = await send(method, url, body)
    statuses.set(status, (statuses.get(status) ?? 0) + 1)
  }
  const clients = Array.from({ length: CLIENTS }, async (_, at) => {
    const api = apis[at % 2] ?? ''
    for (let n = 0; Date.now() < until; n++) {
      await use('POST', `${api}/posts`, { title: `Post ${at} ${n}`, status: 'publish' })
      await use('GET', `${api}/posts?per_page=5`)
      await use('GET', `${api}/posts?search=${n}`)
      if (at === 0) await use('POST', `${api}/settings`, { title: `Title ${n}` })
    }
  })
  await Promise.all(clients)
  t.comment(Object.fromEntries(statuses))
  t.same([...statuses.keys()].sort(), [200, 201])
  const titleAt = async (api: string) => {
    const response = await fetch(api.replace(/\/cms\/v2$/, '/'))
    return ((await response.json()) as { name: string }).name
  }
  for (const [from, to] of [apis, [...apis].reverse()] as [string, string][]) {
    const title = `From ${from}`
    await send('POST', `${from}/settings`, { title })
    const began = performance.now()
    while ((await titleAt(to)) !== title) await setTimeout(10)
    const time = performance.now() - began
    t.comment(`seen after ${time} ms`)
    t.ok(time < 2500, `seen after ${time} ms`)
  }
})
