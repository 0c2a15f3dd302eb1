import { dialects } from '@platen/site'
import t from 'tap'
import { onEveryStore } from '../every-store.js'

const length = (body: unknown) => (body as unknown as readonly unknown[]).length

onEveryStore(t, 'lists that are searched for a lone zero', async (t, make) => {
  for (const [name, dialect] of Object.entries(dialects)) {
    const { send } = await make({ dialect })
    await send('POST /posts', { body: { title: 'Zero 0 here', status: 'publish' } })
    await send('POST /posts', { body: { title: 'Other', status: 'publish' } })
    await send('POST /tags', { body: { name: 'Tag 0' } })
    await send('POST /tags', { body: { name: 'Other' } })
    const all = length((await send('GET /users')).body)
    for (const [path, found, everything] of [
      ['/posts', 1, 1],
      ['/tags', 1, 2],
      ['/users', 0, all],
      ['/search', 1, 2],
      ['/search?type=term', 1, 3],
    ] as const) {
      if (name === 'cms' && path.includes('term')) continue
      const { body, headers } = await send(`GET ${path}${path.includes('?') ? '&' : '?'}search=0`)
      const wanted = dialect.zeroIsEmpty ? everything : found
      t.equal(length(body), wanted, `${name} ${path}`)
      t.equal(headers[`${dialect.headerPrefix}Total`], String(wanted))
      t.equal(length((await send(`GET ${path}${path.includes('?') ? '&' : '?'}search=00`)).body), 0)
    }
  }
})

onEveryStore(t, 'a template that is a lone zero', async (t, make) => {
  for (const [name, dialect] of Object.entries(dialects)) {
    const { send } = await make({ dialect })
    for (const [template, status] of [
      ['', 201],
      ['0', dialect.zeroIsEmpty ? 201 : 400],
      ['00', 400],
    ] as const) {
      const { status: answered, body } = await send('POST /pages', { body: { title: 'x', template } })
      t.equal(answered, status, `${name} "${template}"`)
      if (status === 201) t.match(body, { template: '' })
    }
  }
})

onEveryStore(t, 'an order by relevance needs a text', async (t, make) => {
  for (const dialect of Object.values(dialects)) {
    const { send } = await make({ dialect })
    t.equal((await send('GET /posts?orderby=relevance&search=0')).status, dialect.zeroIsEmpty ? 400 : 200)
    t.equal((await send('GET /posts?orderby=relevance&search=00')).status, 200)
  }
})

onEveryStore(t, 'an application password whose name is a lone zero', async (t, make) => {
  for (const dialect of Object.values(dialects)) {
    const { send } = await make({ dialect })
    const list = '/users/me/application-passwords'
    const { status } = await send(`POST ${list}`, { body: { name: '0' } })
    t.equal(status, dialect.zeroIsEmpty ? 400 : 201)
    const created = await send(`POST ${list}`, { body: { name: 'Phone' } })
    const { uuid } = created.body as { uuid: string }
    t.match((await send(`POST ${list}/${uuid}`, { body: { name: '0' } })).body, {
      name: dialect.zeroIsEmpty ? 'Phone' : '0',
    })
  }
})
