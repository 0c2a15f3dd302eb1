import { createSite, installSite, metaIn, whereMeta } from '@platen/site'
import { openPostgresStore } from '@platen/sql/postgres'
import t from 'tap'
import { newSchema, noServer } from '../../../sql/postgres/new-schema.js'

const reason = await noServer()
const ROUNDS = 20
const PROCESSES = 3

t.test('one of three processes gets a value that all of them store', reason ? { skip: reason } : {}, async t => {
  const { url: server, schema, drop } = await newSchema()
  t.teardown(drop)
  const url = 'https://garden.example'
  const administrator = { login: 'admin', email: 'admin@garden.example', password: 'correct horse battery staple' }
  const stores = await Promise.all(Array.from({ length: PROCESSES }, () => openPostgresStore({ url: server, schema })))
  t.teardown(() => Promise.all(stores.map(store => store.close())))
  const [first] = stores
  await installSite(first, { url, administrator })
  const sites = stores.map(store => {
    const site = createSite({ store, url })
    site.registerMeta({ object: 'post', subtype: 'post', key: 'code', type: 'string', single: true, unique: true })
    return site
  })
  await Promise.all(sites.map(site => site.ready()))
  const counts = { stored: 0, refused: 0 }
  for (let round = 0; round < ROUNDS; round++) {
    const existing = await Promise.all(
      sites.map((site, at) => site.content.posts.create({ title: `E${round} ${at}` }, { as: site.system })),
    )
    const writes = sites.flatMap((site, at) => [
      site.content.posts.create({ title: `N${round}`, meta: { code: `Code ${round}` } }, { as: site.system }),
      site.content.posts.update(existing[at].id, { meta: { code: `CODE ${round}` } }, { as: site.system }),
    ])
    for (const result of await Promise.allSettled(writes)) {
      counts[result.status === 'fulfilled' ? 'stored' : 'refused']++
      if (result.status === 'rejected') t.match(result.reason, { code: 'rest_conflict', status: 409 })
    }
    const { and, eq, in: isIn } = whereMeta
    const values = await metaIn(first).find({
      where: and(eq('key', 'code'), isIn('value', [`Code ${round}`, `CODE ${round}`])),
    })
    t.equal(values.records.length, 1, `round ${round}`)
  }
  t.same(counts, { stored: ROUNDS, refused: ROUNDS * (2 * PROCESSES - 1) })
})
