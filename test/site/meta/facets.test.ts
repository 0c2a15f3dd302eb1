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
    for (const name of ['page', 'per_page', 'offset', 'order', 'orderby', 'ignore_sticky', 'cursor'])
      for (const value of [`${name}[a][b]=1`, `${name}[]=x`, `${name}=relevance`])
        t.match(
          await send(`GET /posts/facets?facets=meta.color&${value}`),
          { status: 200, body: { counted: 0 } },
          value,
        )
    for (const path of ['posts?status=draft', 'posts?status=DRAFT', 'posts?status=constructor', 'menu-items?'])
      for (const as of ['anonymous', 'subscriber', 'editor', 'administrator']) {
        const listed = await send(`GET /${path}`, { as })
        const facets = await send(`GET /${path.replace('?', '/facets?facets=meta.color&')}`, { as })
        t.equal(facets.status, listed.status, `${path} as ${as}`)
        if (listed.status !== 200) t.same(facets.body, listed.body)
        else t.match(facets.body, { facets: { 'meta.color': [{ value: 'red', count: 1 }] }, counted: 1 })
      }
  })

for (const dialect of Object.values(dialects))
  onEveryStore(t, `facets count values that filters find together, in the dialect ${dialect.name}`, async (t, make) => {
    const of = { object: 'post', subtype: 'post', single: true, facet: true, filterable: true } as const
    const { send } = await make({
      dialect,
      register(site) {
        site.registerMeta({ ...of, key: 'at', type: 'string', schema: { format: 'date-time' } })
        site.registerMeta({ ...of, key: 'text', type: 'string' })
        site.registerMeta({ ...of, key: 'number', type: 'number' })
      },
    })
    for (const [at, text, number] of [
      ['2026-06-01T10:00:00Z', 'Zug', 1],
      ['2026-06-01T12:00:00+02:00', 'ZÜG', 1.0],
      ['2026-06-01T10:00:00.5Z', 'zu\u0308g', '1e0'],
      ['2026-06-01T10:00:01Z', '', 0],
    ]) {
      const body = { title: 'P', status: 'publish', meta: { at, text, number } }
      t.match(await send('POST /posts', { body }), { status: 201 })
    }
    for (const key of ['at', 'text', 'number']) {
      const { body } = await send(`GET /posts/facets?facets=meta.${key}`)
      const { facets } = body as {
        readonly facets: Readonly<Record<string, readonly { value: unknown; count: number }[]>>
      }
      const values = facets[`meta.${key}`] ?? []
      t.same(
        values.map(({ count }) => count),
        [3, 1],
        key,
      )
      for (const { value, count } of values) {
        const { body: list } = await send(`GET /posts?meta[${key}]=${encodeURIComponent(String(value))}`)
        t.equal((list as readonly unknown[]).length, count)
      }
    }
  })
