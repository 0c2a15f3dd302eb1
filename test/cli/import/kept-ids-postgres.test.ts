import { commentsIn, createSite, installSite, postsIn } from '@platen/site'
import { openPostgresStore } from '@platen/sql/postgres'
import t from 'tap'
import { newSchema, noServer } from '../../sql/postgres/new-schema.js'
import { item } from '../export-text.js'
import { category, comment, importText, termOf } from './imported.js'

const reason = await noServer()

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
