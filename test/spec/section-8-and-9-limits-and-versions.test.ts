import { bodyOf, section, write } from './specified.js'

const spec8 = section('8')
const spec9 = section('9')

spec8('more than 100 records are read page by page', async (t, made) => {
  const requests = (from: number) =>
    Array.from({ length: 25 }, (_, i) => ({ path: '/cms/v2/tags', body: { name: `tag ${from + i}` } }))
  for (const from of [0, 25, 50, 75, 100]) {
    const { body } = await made.send('POST //batch/v1', { body: { requests: requests(from) } })
    t.ok(bodyOf<{ responses: { status: number }[] }>({ body }).responses.every(({ status }) => status === 201))
  }
  const first = await made.send('GET /tags?per_page=100')
  t.match(first.headers, { 'X-CMS-Total': '125', 'X-CMS-TotalPages': '2' })
  const rest = await made.send('GET /tags?per_page=100&page=2')
  const ids = [first, rest].flatMap(page => bodyOf<{ id: number }[]>(page).map(({ id }) => id))
  t.equal(new Set(ids).size, 125)
})

spec8('`per_page` is 10 and `page` 1 by default', async (t, made) => {
  for (let i = 0; i < 11; i++) await write(made, '/tags', { name: `t${i}` })
  const list = await made.send('GET /tags')
  t.equal(bodyOf<unknown[]>(list).length, 10)
  t.same(list.body, (await made.send('GET /tags?page=1&per_page=10')).body)
})

spec9('the version is part of the namespace', async (t, { send }) => {
  const { namespaces } = bodyOf<{ namespaces: string[] }>(await send('GET //'))
  t.same(namespaces.toSorted(), [
    'batch/v1',
    'cms-abilities/v1',
    'cms-block-editor/v1',
    'cms-site-health/v1',
    'cms/v2',
    'oembed/1.0',
  ])
})

spec9('schemas returned by OPTIONS are JSON Schema draft 4', async (t, { send }) => {
  for (const path of ['/posts', '/users', '/settings', '/search', '/types', '/categories'])
    t.match(
      (await send(`OPTIONS ${path}`)).body,
      { schema: { $schema: 'http://json-schema.org/draft-04/schema#' } },
      path,
    )
})

spec8('`per_page` is at most 100, and 10 by default for themes and search', async (t, { send }) => {
  for (const path of ['/posts', '/tags', '/users', '/comments', '/search', '/themes']) {
    const { endpoints } = bodyOf<{ endpoints: [{ args: Record<string, { maximum?: number; default?: number }> }] }>(
      await send(`OPTIONS ${path}`),
    )
    t.match(endpoints[0].args['per_page'], { maximum: 100, default: 10 }, path)
    t.equal((await send(`GET ${path}?per_page=101&status=active`)).status, 400, path)
  }
})

spec8('a callback of `_jsonp` has letters, digits, `_` and `.`', async (t, { send }) => {
  for (const [name, status] of [
    ['aZ0_.b', 200],
    ['a-b', 400],
    ['a(b', 400],
    ['a b', 400],
    ['ä', 400],
  ] as const)
    t.equal((await send(`GET /types?_jsonp=${encodeURIComponent(name)}`)).status, status, name)
})

spec9('a field within a field is selected with dots (5.3)', async (t, made) => {
  const { id } = await write(made, '/posts', { title: 'x', status: 'publish' })
  t.same((await made.send(`GET /posts/${id}?_fields=title.rendered`)).body, { title: { rendered: 'x' } })
})

spec9('every namespace is listed in the root, and describes its routes', async (t, { send }) => {
  const { namespaces } = bodyOf<{ namespaces: string[] }>(await send('GET //'))
  for (const namespace of namespaces) t.match((await send(`GET //${namespace}`)).body, { namespace, routes: Object })
})
