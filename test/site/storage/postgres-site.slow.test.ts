import { createSite, installSite } from '@platen/site'
import t from 'tap'
import { noServer, openNewSchema } from '../../sql/postgres/new-schema.js'

const reason = await noServer()

t.test('a site works on PostgreSQL', reason === undefined ? {} : { skip: reason }, async t => {
  const store = await openNewSchema()
  t.teardown(() => store.close())
  const url = 'https://garden.example'
  const administrator = { login: 'admin', email: 'admin@garden.example', password: 'correct horse battery staple' }
  await installSite(store, { url, administrator })
  const site = createSite({ store, url })
  await site.ready()
  const as = site.system
  const made = await Promise.all(
    Array.from({ length: 5 }, () => site.content.posts.create({ title: 'Same', status: 'publish' }, { as })),
  )
  t.equal(new Set(made.map(({ slug }) => slug)).size, 5, 'slugs are unique')
  const list = await site.call<readonly { title: { rendered: string } }[]>('GET', '/cms/v2/posts', { search: 'SAME' })
  t.equal(list.headers['X-CMS-Total'], '5')
  t.match(list.body, [{ title: { rendered: 'Same' } }])
})
