import { dialects, wpDialect } from '@platen/site'
import t from 'tap'
import { onEveryStore } from '../every-store.js'
import { makeSite } from '../make-site.js'

/** What stands in a path as an id, though it can be none. */
const NO_IDS = ['0', '000', '99999999999999999999999', '9007199254740993', '4294967297']

for (const family of ['posts', 'pages', 'media', 'categories', 'tags', 'users']) {
  t.test(`ids of ${family}`, async t => {
    const { send } = await makeSite()
    for (const method of ['GET', 'PUT', 'DELETE'])
      for (const id of NO_IDS) {
        const { status, body } = await send(`${method} /${family}/${id}?force=true&reassign=0`, { body: {} })
        t.equal(status, 404, `${method} ${id}`)
        t.match((body as { code: string }).code, /^rest_(post|user)_invalid_id$|^rest_term_invalid$/)
      }
  })
}

t.test('the response to a deletion contains the requested fields of the deleted record', async t => {
  const { send } = await makeSite()
  const made = async (path: string, body: object) =>
    (await send(`POST ${path}`, { body })).body as { id: number; uuid: string }
  const passwords = '/users/me/application-passwords'
  const cases = [
    [`/posts/${(await made('/posts', { title: 'x' })).id}`, 'id,title', ['title', 'id']],
    [`/tags/${(await made('/tags', { name: 'x' })).id}`, 'id,name', ['name', 'id']],
    [`/users/${(await made('/users', { username: 'x', email: 'x@example.com', password: 'x' })).id}`, 'id', ['id']],
    [`${passwords}/${(await made(passwords, { name: 'x' })).uuid}`, 'name', ['name']],
  ] as const
  for (const [path, fields, names] of cases) {
    const wanted = fields.split(',').map(name => `previous.${name}`)
    const { status, body } = await send(`DELETE ${path}?force=true&reassign=0&_fields=${wanted}`)
    t.equal(status, 200, path)
    const { previous, ...rest } = body as { previous: object }
    t.same(rest, {})
    t.same(Object.keys(previous).sort(), [...names].sort(), path)
    t.equal((await send(`GET ${path}`)).status, 404, 'it is gone')
  }
})

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

onEveryStore(t, 'a text to search for is one line without markup', async (t, make) => {
  const { send } = await make({ dialect: wpDialect })
  await send('POST /posts', { body: { title: 'Alpha beta', status: 'publish' } })
  await send('POST /tags', { body: { name: 'Alpha beta' } })
  await send('POST /users', { body: { username: 'alpha', name: 'Alpha beta', email: 'a@example.com', password: 'x' } })
  for (const [text, isFound] of [
    ['alpha', true],
    ['<b>alpha</b>', true],
    ['alpha<i>', true],
    ['  alpha \n beta ', true],
    ['alpha\u0000', true],
    ['alpha%41', true],
    ['gamma', false],
    ['<b>gamma</b>', false],
  ] as const)
    for (const path of ['/posts', '/tags', '/users', '/search', '/search?type=term']) {
      const query = `${path.includes('?') ? '&' : '?'}search=${encodeURIComponent(text)}`
      const { status, body } = await send(`GET ${path}${query}`)
      t.equal(status, 200)
      t.equal((body as unknown as unknown[]).length > 0, isFound, `${path} ${JSON.stringify(text)}`)
    }
  for (const path of ['/posts', '/tags']) {
    const { body } = await send(`GET ${path}?search=${encodeURIComponent('<b>')}`)
    t.equal((body as unknown as unknown[]).length, 1, 'nothing is searched for')
  }
})
