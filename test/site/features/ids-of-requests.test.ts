import t from 'tap'
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
