import { endpoint, pageReply } from '@platen/core'
import t from 'tap'
import { aRegistry } from '../a-registry.js'

const { registry } = aRegistry({ rootLinkOnPages: false })
const args = {
  page: { type: 'integer', default: 1 },
  per_page: { type: 'integer', default: 10 },
  categories: { type: 'array', items: { type: 'integer' } },
} as const
registry.route('a/v1', '/{name:[^/]+}', {
  endpoints: [
    endpoint({
      methods: 'GET',
      args,
      permission: 'public',
      handler: request =>
        pageReply(
          { items: [{ id: 1 }], total: 25, page: request.params.page, perPage: request.params.per_page },
          request,
          registry,
        ),
    }),
  ],
})

registry.route('b/v1', '/items', {
  endpoints: [
    endpoint({
      methods: 'GET',
      permission: 'public',
      handler(request) {
        const { cursor } = request.query
        const next = cursor === 'end' ? undefined : 'n-1'
        return pageReply(
          { items: [], total: cursor === '' ? 3 : undefined, page: 1, perPage: 1, cursor: { next } },
          request,
          registry,
        )
      },
    }),
  ],
})

const base = 'https://site.example/cms-json/a/v1'
const pages: { path?: string; query: string; link: string | undefined; pages: string }[] = [
  { query: '', link: `<${base}/items?page=2>; rel="next"`, pages: '3' },
  { query: 'page=2', link: `<${base}/items?page=1>; rel="prev", <${base}/items?page=3>; rel="next"`, pages: '3' },
  { query: 'page=3', link: `<${base}/items?page=2>; rel="prev"`, pages: '3' },
  { query: 'page=9', link: `<${base}/items?page=3>; rel="prev"`, pages: '3' },
  { query: 'per_page=25', link: undefined, pages: '1' },
  { query: 'per_page=0', link: undefined, pages: '1' },
  { query: 'per_page=24&page=2', link: `<${base}/items?per_page=24&page=1>; rel="prev"`, pages: '2' },
  {
    query: 'categories=3,4&x=a%20b',
    link: `<${base}/items?categories%5B0%5D=3&categories%5B1%5D=4&x=a+b&page=2>; rel="next"`,
    pages: '3',
  },
  { path: '/caf%C3%A9%20%3Fa%23', query: '', link: `<${base}/caf%C3%A9%20%3Fa%23?page=2>; rel="next"`, pages: '3' },
  {
    path: '/a%0D%0Ab%3E',
    query: '__proto__[x]=1',
    link: `<${base}/a%0D%0Ab%3E?__proto__%5Bx%5D=1&page=2>; rel="next"`,
    pages: '3',
  },
  { path: '/a%25b', query: '', link: `<${base}/a%25b?page=2>; rel="next"`, pages: '3' },
]

for (const { path = '/items', query, link, pages: count } of pages) {
  t.test(`${path}?${query}`, async t => {
    const { headers, body } = await registry.dispatch({ method: 'GET', path: `/a/v1${path}`, query })
    t.equal(headers['Link'], link ?? '<https://site.example/cms-json/>; rel="about:cms/"')
    t.equal(headers['X-CMS-Total'], '25')
    t.equal(headers['X-CMS-TotalPages'], count)
    t.same(body, [{ id: 1 }])
  })
}

t.test('a lone surrogate', async t => {
  const { headers } = await registry.dispatch({
    method: 'GET',
    path: '/a/v1/items',
    query: { x: 'a\ud800' },
  })
  t.equal(headers['Link'], `<${base}/items?x=a%EF%BF%BD&page=2>; rel="next"`)
})

t.test('a list that is continued by cursors', async t => {
  const page = async (query: string) => (await registry.dispatch({ method: 'GET', path: '/b/v1/items', query })).headers
  const first = await page('x=1&cursor=')
  t.equal(first['Link'], '<https://site.example/cms-json/b/v1/items?x=1&cursor=n-1>; rel="next"')
  t.equal(first['X-CMS-Total'], '3')
  const second = await page('cursor=n-0')
  t.equal(second['Link'], '<https://site.example/cms-json/b/v1/items?cursor=n-1>; rel="next"')
  t.equal(second['X-CMS-Total'], undefined, 'without a total there are no headers of totals')
  t.equal(second['X-CMS-TotalPages'], undefined)
  t.notMatch((await page('cursor=end'))['Link'], /rel="next"/)
})
