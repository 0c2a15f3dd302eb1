import { dialects } from '@platen/site'
import t from 'tap'
import { onBothStores } from '../both-stores.js'

const length = (body: unknown) => (body as unknown as readonly unknown[]).length

onBothStores(t, 'lists that are searched for a lone zero', async (t, make) => {
  for (const [name, dialect] of Object.entries(dialects)) {
    const { ask } = await make({ dialect })
    await ask('POST /posts', { body: { title: 'Zero 0 here', status: 'publish' } })
    await ask('POST /posts', { body: { title: 'Other', status: 'publish' } })
    await ask('POST /tags', { body: { name: 'Tag 0' } })
    await ask('POST /tags', { body: { name: 'Other' } })
    const all = length((await ask('GET /users')).body)
    for (const [path, found, everything] of [
      ['/posts', 1, 1],
      ['/tags', 1, 2],
      ['/users', 0, all],
      ['/search', 1, 2],
      ['/search?type=term', 1, 3],
    ] as const) {
      if (name === 'cms' && path.includes('term')) continue
      const { body, headers } = await ask(`GET ${path}${path.includes('?') ? '&' : '?'}search=0`)
      const wanted = dialect.zeroIsEmpty ? everything : found
      t.equal(length(body), wanted, `${name} ${path}`)
      t.equal(headers[`${dialect.headerPrefix}Total`], String(wanted))
      t.equal(length((await ask(`GET ${path}${path.includes('?') ? '&' : '?'}search=00`)).body), 0)
    }
  }
})
