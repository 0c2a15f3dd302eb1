import { Client } from 'pg'
import t from 'tap'
import { newSchema, noServer } from '../sql/postgres/new-schema.js'
import { newFolder } from './new-site.js'
import { senderOf } from './sender.js'
import { command } from './spawned-command.js'

const reason = await noServer()

const CONNECTIONS = 10
/** How many clients use each process at the same time. */
const CLIENTS = 32
/** How long they do, in milliseconds. */
const DURATION = 12_000

t.test('two processes with few connections', reason === undefined ? {} : { skip: reason }, async t => {
  const { url, schema, drop } = await newSchema()
  const role = `${schema}_limited`
  const admin = new Client(url)
  await admin.connect()
  await admin.query(`create role ${role} login connection limit ${CONNECTIONS}`)
  await admin.query(`grant all on schema ${schema} to ${role}`)
  t.teardown(async () => {
    await admin.query(`drop owned by ${role}; drop role ${role}`)
    await admin.end()
    await drop()
  })
  const limited = new URL(url)
  limited.username = role
  const files = newFolder(t)
  const serve = async () => {
    const served = command(t, ['--store', limited.href, '--schema', schema, '--files', files, '--no-cache'])
    const [, interfaceUrl = ''] = await served.printed(/^ +interface +(\S+)\/$/m)
    return { api: `${interfaceUrl}/cms/v2`, out: served.out }
  }
  const first = await serve()
  const send = senderOf(first.out())
  const answers = new Map<string, number>()
  const until = Date.now() + DURATION
  const use = async (name: string, method: string, url: string, body?: object) => {
    const { status } = await send(method, url, body)
    answers.set(`${name} ${status}`, (answers.get(`${name} ${status}`) ?? 0) + 1)
  }
  const load = (name: string, api: string) =>
    Array.from({ length: CLIENTS }, async (_, at) => {
      for (let n = 0; Date.now() < until; n++) {
        await use(name, 'POST', `${api}/posts`, { title: `Post ${at} ${n}`, status: 'publish' })
        await use(name, 'GET', `${api}/posts?per_page=5&search=${n}`)
        await use(name, 'GET', `${api}/posts?per_page=5`)
        if (at === 0) await use(name, 'POST', `${api}/settings`, { title: `Title ${n}` })
      }
    })
  const all = load('first', first.api)
  // It starts while the other one could use all connections.
  const second = await serve()
  all.push(...load('second', second.api))
  await Promise.all(all)
  const { rows } = await admin.query('select count(*)::int as open from pg_stat_activity where usename = $1', [role])
  t.comment({ ...Object.fromEntries(answers), ...rows[0] })
  t.same(
    [...answers.keys()].filter(answer => !/ 20[01]$/.test(answer)),
    [],
  )
  t.ok((answers.get('second 201') ?? 0) > 0, 'both serve')
})
