import { dialects } from '@platen/site'
import t from 'tap'
import { onEveryStore } from '../every-store.js'

for (const dialect of Object.values(dialects))
  onEveryStore(t, `facets count for those who may list, in the dialect ${dialect.name}`, async (t, make) => {
    const { send } = await make({
      dialect,
      register: site => site.registerMeta({ object: 'post', key: 'color', type: 'string', single: true, facet: true }),
    })
    const publish = (path: string, body: object) =>
      send(`POST /${path}`, { body: { title: path, status: 'publish', meta: { color: 'red' }, ...body } })
    t.match(await publish('posts', { status: 'draft' }), { status: 201 })
    t.match(await publish('menu-items', { url: 'https://a.example', type: 'custom' }), { status: 201 })
    for (const path of ['posts?status=draft', 'posts?status=DRAFT', 'posts?status=constructor', 'menu-items?'])
      for (const as of ['anonymous', 'subscriber', 'editor', 'administrator']) {
        const listed = await send(`GET /${path}`, { as })
        const facets = await send(`GET /${path.replace('?', '/facets?facets=meta.color&')}`, { as })
        t.equal(facets.status, listed.status, `${path} as ${as}`)
        if (listed.status !== 200) t.same(facets.body, listed.body)
        else t.match(facets.body, { facets: { 'meta.color': [{ value: 'red', count: 1 }] }, counted: 1 })
      }
  })
