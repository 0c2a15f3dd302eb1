import { commentsIn, createSite, installSite, postsIn } from '@platen/site'
import { openPostgresStore } from '@platen/sql/postgres'
import { Client } from 'pg'
import t from 'tap'
import { newSchema, noServer } from '../sql/postgres/new-schema.js'
import { item } from './export-text.js'
import { run, start } from './fake-terminal.js'
import { category, comment, importText, termOf } from './import/imported.js'
import { newFolder } from './new-site.js'

const reason = await noServer()

async function tablesIn(url: string, schema: string): Promise<readonly unknown[]> {
  const client = new Client(url)
  await client.connect()
  const { rows } = await client.query('select tablename from pg_tables where schemaname = $1', [schema])
  await client.end()
  return rows
}

t.test('a site in PostgreSQL', reason === undefined ? {} : { skip: reason }, async t => {
  const { url, schema, drop } = await newSchema()
  t.teardown(drop)
  const store = `${url}&options=${encodeURIComponent(`-c search_path=${schema}`)}`
  const files = newFolder(t)
  t.match(await run(['user', 'list', '--store', store]), { code: 1, err: /There is no site in postgres:\/\/platen@/ })
  const before = await tablesIn(url, schema)
  t.match(await run(['serve', '--port', '0', '--store', store]), {
    code: 1,
    err: /no site in .*"platen serve --create"/,
  })
  t.same(await tablesIn(url, schema), before, 'a refusal creates nothing')
  const limits = ['--connections', '2', '--busy-timeout', '4000', '--statement-timeout', '4000', '--replica', url]
  const words = ['--create', '--port', '0', '--store', url, '--schema', schema, '--files', files, ...limits]
  const { printed, interrupt, ended } = start(['serve', ...words])
  const [, address = ''] = await printed(/^ +interface +(\S+)\/$/m)
  const { status } = await fetch(`${address}/cms/v2/posts`)
  t.equal(status, 200)
  t.match(await run(['user', 'list', '--store', store]), { code: 0, out: /admin/ }, 'also while it is served')
  interrupt()
  t.match(await ended, { code: 0 })
})

t.test('a database that cannot be used', async t => {
  const { code, err } = await run(['serve', '--store', 'postgres://ada:secret@127.0.0.1:1/garden'])
  t.equal(code, 1)
  t.match(err, /postgres:\/\/127\.0\.0\.1:1\/garden: The database cannot be reached\./)
  t.notMatch(err, 'secret')
  for (const url of ['postgres://ada:se/cret@127.0.0.1:1/garden', 'postgres://ada:cret@x@127.0.0.1:1/garden'])
    t.notMatch((await run(['serve', '--store', url])).err, 'cret')
  t.match(await run(['serve', '--store', 'postgres:garden']), { code: 2, err: /postgres:\/\/USER@HOST/ })
  t.match(await run(['serve', '--store', 'postgres://localhost/a', '--synchronous', 'full']), { code: 2 })
})

t.test('new ids in PostgreSQL', reason === undefined ? {} : { skip: reason }, async t => {
  const { url: connection, schema, drop } = await newSchema()
  const store = await openPostgresStore({ url: connection, schema })
  t.teardown(async () => {
    await store.close()
    await drop()
  })
  const url = 'http://localhost:8080'
  const administrator = { login: 'admin', email: 'admin@example.com', password: 'x' }
  await installSite(store, { url, administrator })
  const site = createSite({ store, url })
  const items = [10, 10, 11, 12].map((id, at) =>
    item({ title: `T${at}`, guid: `g${at}`, post_id: id }, comment(3, 0, `C${at}`)),
  )
  await importText(
    site,
    category('a').replace('<wp:cat_name>', '<wp:term_id>20</wp:term_id><wp:cat_name>') + items.join(''),
  )
  const { records: posts } = await postsIn(store).find({})
  t.same(Object.fromEntries(posts.map(({ title, id }) => [title, id])), { T0: 10, T1: 13, T2: 11, T3: 12 })
  t.equal((await site.content.posts.create({ title: 'Next' }, { as: site.system })).id, 14)
  t.equal((await termOf(site, 'a')).id, 20)
  t.equal((await site.content.terms.create({ taxonomy: 'category', name: 'Next' }, { as: site.system })).id, 21)
  const { records } = await commentsIn(store).find({})
  t.same(
    records.map(({ id }) => id).sort((a, b) => a - b),
    [3, 4, 5, 6],
  )
})
