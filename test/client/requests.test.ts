import { ApiError, type Client, createClient, type Resources } from '@platen/client'
import t from 'tap'
import { type FakeResponse, fakeServer } from './in-process.js'

const url = 'https://garden.example/cms-json'
type Calls = Client<Resources<never>>
const list = (headers: Readonly<Record<string, string>> = {}): FakeResponse => [200, [{ id: 7 }], headers]

t.test('queries have brackets, and fields in one text', async t => {
  const { fetch, sent } = fakeServer([list()])
  const query = {
    search: 'mint & sage',
    categories: [3, 4],
    meta: { height: { gte: 30 }, place: { in: ['a,b', 'c'] } },
    after: new Date('2026-01-02T03:04:05Z'),
    sticky: false,
    author: undefined,
    parent: null,
    _fields: ['id', 'title.rendered'],
    _embed: ['author', 'cms:term'],
  } as const
  await createClient({ url: `${url}/`, fetch }).get('/cms/v2/posts', { query })
  t.same(decodeURIComponent(sent[0].url.replaceAll('+', ' ')).split(/[?&](?! )/), [
    `${url}/cms/v2/posts`,
    'search=mint & sage',
    'categories[]=3',
    'categories[]=4',
    'meta[height][gte]=30',
    'meta[place][in][]=a,b',
    'meta[place][in][]=c',
    'after=2026-01-02T03:04:05.000Z',
    'sticky=false',
    '_fields=id,title.rendered',
    '_embed=author,cms:term',
  ])
})

t.test('bodies are JSON; without one, nothing is sent', async t => {
  const { fetch, sent } = fakeServer([
    [201, { id: 1 }],
    [200, { id: 1 }],
  ])
  const client = createClient({ url, fetch })
  await client.post('/cms/v2/posts', { title: 'Mint', meta: { a: null } })
  t.match(sent[0], {
    method: 'POST',
    body: '{"title":"Mint","meta":{"a":null}}',
    headers: { 'content-type': 'application/json' },
  })
  await client.delete('/cms/v2/posts/1', { query: { force: true } })
  t.match(sent[1], { method: 'DELETE', url: `${url}/cms/v2/posts/1?force=true`, body: '' })
})

t.test('the path can be in the query of the URL', async t => {
  const next = '<https://other.example/?rest_route=%2Fwp%2Fv2%2Fposts&page=2>; rel="next"'
  const { fetch, sent } = fakeServer([list({ link: next }), list()])
  const client = createClient({ url: 'https://garden.example/index.php?rest_route=/', fetch, dialect: 'wp' })
  const ids: number[] = []
  for await (const { id } of client.list('/wp/v2/posts', { query: { per_page: 1 } })) ids.push(id)
  t.same(ids, [7, 7])
  t.same(
    sent.map(each => each.url),
    ['per_page=1&cursor=', 'page=2'].map(query => `https://garden.example/index.php?rest_route=/wp/v2/posts&${query}`),
    'the host of links is not used',
  )
})

t.test('a list is requested as far as it is read', async t => {
  const link = `<${url}/cms/v2/posts?page=1>; rel="prev", <${url}/cms/v2/posts?cursor=abc%2F&tags%5B%5D=3>; rel="next"`
  const { fetch, sent } = fakeServer([list({ link }), list({ link }), list()])
  const posts = createClient({ url, fetch }).list('/cms/v2/posts', { query: { tags: [3] } })
  for await (const { id } of posts) {
    t.equal(id, 7)
    break
  }
  t.equal(sent.length, 1)
  let pages = 0
  for await (const page of posts.pages()) pages += page.length
  t.equal(pages, 2)
  t.same(
    sent.map(each => decodeURIComponent(new URL(each.url).search)),
    ['?tags[]=3&cursor=', '?tags[]=3&cursor=', '?cursor=abc/&tags[]=3'],
  )
})

t.test('a list whose order has no cursors has pages; other errors end it', async t => {
  const refusal: FakeResponse = [400, { code: 'rest_cursor_not_supported', message: 'No.' }]
  const link = `<${url}/cms/v2/posts?page=2>; rel="next"`
  const { fetch, sent } = fakeServer([refusal, list({ link }), [400, { code: 'rest_invalid_param', message: 'No.' }]])
  const posts = createClient({ url, fetch }).list('/cms/v2/posts', { query: { orderby: 'relevance' } })
  const ids: number[] = []
  const all = async () => {
    for await (const { id } of posts) ids.push(id)
  }
  await t.rejects(all(), { code: 'rest_invalid_param' })
  t.same(ids, [7])
  t.same(
    sent.map(each => new URL(each.url).search),
    ['?orderby=relevance&cursor=', '?orderby=relevance', '?page=2'],
  )
})

t.test('pages have totals, which may be counted to a limit', async t => {
  const headers = { 'X-WP-Total': '10000', 'X-WP-TotalPages': '1000', 'X-WP-TotalRelation': 'at-least' }
  const { fetch } = fakeServer([list(headers)])
  const posts = createClient({ url, fetch, dialect: 'wp' }).list('/wp/v2/posts')
  t.same(await posts.page(), { items: [{ id: 7 }], total: 10_000, totalPages: 1000, isCapped: true })
})

t.test('errors', async t => {
  const { fetch } = fakeServer([
    [400, { code: 'rest_missing_callback_param', message: 'Missing: a, b', data: { status: 400, params: ['a', 'b'] } }],
    [
      401,
      { code: 'empty_username', message: 'Sign in.', data: null, additional_errors: [{ code: 'x', message: 'y' }] },
    ],
    [403, '<h1>Forbidden</h1>'],
    [403, { error: 'forbidden' }],
    [200, '<h1>Welcome</h1>'],
    [204],
  ])
  const client = createClient({ url, fetch })
  const failure = async () =>
    client.get('/cms/v2/posts').then(
      () => undefined,
      (error: unknown) => error,
    )
  const missing = await failure()
  t.type(missing, ApiError)
  t.match(missing, { name: 'ApiError', params: { a: 'Missing: a, b', b: /b/ }, data: { status: 400 } })
  t.match(await failure(), { status: 401, data: {}, params: {}, additional: [{ code: 'x' }] })
  for (const status of [403, 403, 200]) t.match(await failure(), { status, code: 'client_invalid_response' })
  t.equal(await client.request('GET', '/cms/v2/posts'), undefined)
})

for (const [name, body, call] of [
  ['an object in the place of a list', { post: {} }, (client: Calls) => client.list('/cms/v2/types').page()],
  ['no content in the place of a list', undefined, (client: Calls) => client.list('/cms/v2/posts').page()],
  ['no content in the place of the results of a batch', undefined, (client: Calls) => client.batch([])],
  ['an object in the place of the results of a batch', { responses: {} }, (client: Calls) => client.batch([])],
] as const)
  t.test(`${name} is not of the interface`, async t => {
    const { fetch, sent } = fakeServer([[200, body]])
    await t.rejects(async () => call(createClient({ url, fetch })), {
      name: 'ApiError',
      code: 'client_invalid_response',
    })
    t.equal(sent.length, 1)
  })

t.test('errors of a batch, and further errors, may have any shape', async t => {
  const responses = [{ status: 500, body: null }, { status: 502, body: '<h1>Bad gateway</h1>' }, null]
  const { fetch } = fakeServer([
    [207, { responses }],
    [400, { code: 'x', message: 'y', additional_errors: null }],
  ])
  const client = createClient({ url, fetch })
  const results = await client.batch(responses.map(() => ({ path: '/cms/v2/posts' })))
  t.match(results, [
    { ok: false, error: { status: 500, code: 'client_invalid_response' } },
    { ok: false, error: { status: 502, code: 'client_invalid_response' } },
    { ok: false, error: undefined },
  ])
  await t.rejects(client.get('/cms/v2/posts'), { code: 'x', additional: [] })
})

t.test('an empty list of relations embeds none', async t => {
  const { fetch, sent } = fakeServer([list()])
  await createClient({ url, fetch }).get('/cms/v2/posts', { query: { _embed: [], _fields: [] } })
  t.equal(sent[0].url, `${url}/cms/v2/posts`)
})

t.test('an empty entity tag is none', async t => {
  const { fetch, sent } = fakeServer([])
  await t.rejects(createClient({ url, fetch }).update('/cms/v2/posts/7', '', { title: 'x' }), TypeError)
  t.equal(sent.length, 0)
})

t.test('what was read without an entity tag is only overwritten where the server has none', async t => {
  const { fetch, sent } = fakeServer([
    [200, { id: 7 }],
    [200, { id: 7 }],
    [200, { id: 8 }, { etag: '"v1"' }],
  ])
  const client = createClient({ url, fetch })
  const post = await client.get('/cms/v2/posts/7')
  await client.update('/cms/v2/posts/7', post, { title: 'x' })
  t.notOk('if-match' in sent[1].headers)
  await client.get('/cms/v2/posts/8')
  await t.rejects(client.update('/cms/v2/posts/7', post, { title: 'x' }), TypeError)
  t.equal(sent.length, 3)
})

t.test('a conflict whose resource cannot be read', async t => {
  const { fetch, sent } = fakeServer([
    [200, { id: 7 }, { etag: '"v1"' }],
    [412, { code: 'rest_precondition_failed', message: 'Changed.', data: { status: 412, version: 2 } }],
    [404, { code: 'rest_post_invalid_id', message: 'Gone.' }],
    [404, { code: 'rest_post_invalid_id', message: 'Gone.' }],
  ])
  const client = createClient({ url, fetch })
  const post = await client.get('/cms/v2/posts/7')
  t.equal(client.etagOf(post), '"v1"')
  t.equal(createClient({ url, fetch }).etagOf(post), undefined, 'clients share nothing')
  const query = { context: 'edit' } as const
  const error = await client
    .update('/cms/v2/posts/7', post, { title: 'x' }, { query })
    .catch((thrown: unknown) => thrown)
  t.match(error, { name: 'ConflictError', status: 412, message: 'Changed.', data: { version: 2 }, current: undefined })
  t.equal(sent[1].headers['if-match'], '"v1"')
  t.match(sent[2].url, /\?context=edit$/)
  await t.rejects(client.update('/cms/v2/posts/7', '"v3"', {}), { status: 404, code: 'rest_post_invalid_id' })
  t.equal(sent[3].headers['if-match'], '"v3"')
})
