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
