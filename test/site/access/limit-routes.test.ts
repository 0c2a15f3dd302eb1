import type { RestResponse } from '@platen/core'
import t from 'tap'
import { makeSite, type TestSite, type TestSiteOptions } from '../make-site.js'

async function limited(options: TestSiteOptions) {
  const time = { now: Date.UTC(2026, 0, 1) }
  const made = await makeSite({ services: { clock: () => time.now }, ...options })
  return { made, time }
}

function get({ site }: TestSite, path: string, remoteAddress?: string, as = 'anonymous', method = 'GET') {
  const [pathOnly = '', query = ''] = path.split('?')
  return site.dispatch({ method, path: pathOnly, query, headers: { 'x-as': as }, remoteAddress })
}

const statuses = async (requests: readonly Promise<RestResponse>[]) =>
  (await Promise.all(requests)).map(({ status }) => status)

t.test('clients wait for limited routes', async t => {
  const routes = [{ path: '/cms/v2/search', burst: 3, seconds: 20 }]
  const { made, time } = await limited({ rateLimits: { routes } })
  const search = (address?: string, as?: string) => get(made, '/cms/v2/search?search=x', address, as)
  t.same(await statuses([1, 2, 3].map(() => search('192.0.2.1'))), [200, 200, 200])
  const refused = await search('192.0.2.1')
  t.match(refused, {
    status: 429,
    headers: { 'Retry-After': '20' },
    body: { code: 'rest_too_many_requests', data: { status: 429, retry_after: 20 } },
  })
  t.equal((await search('192.0.2.2')).status, 200, 'other networks')
  t.equal((await search('192.0.2.1', 'author')).status, 200, 'users are limited by account')
  t.same(await statuses(['192.0.2.3', '192.0.2.4', '192.0.2.5'].map(each => search(each, 'author'))), [200, 200, 429])
  t.equal((await search()).status, 200, 'calls in process')
  t.equal((await get(made, '/cms/v2/posts', '192.0.2.1')).status, 200, 'other routes')
  time.now += 20_000
  t.same(await statuses([1, 2].map(() => search('192.0.2.1'))), [200, 429])
})

t.test('requests that fetch pages are limited by default', async t => {
  const path = '/cms-block-editor/v1/url-details?url=https%3A%2F%2Fexample.invalid%2F'
  for (const [urlDetails, allowed] of [
    [undefined, 60],
    [{ burst: 2, seconds: 60 }, 2],
    [false, 70],
  ] as const) {
    const { made } = await limited({ rateLimits: { urlDetails } })
    const requests = Array.from({ length: 70 }, () => get(made, path, '192.0.2.1', 'editor'))
    t.equal((await statuses(requests)).filter(status => status === 429).length, 70 - allowed)
  }
})

t.test('paths below, and methods', async t => {
  const routes = [{ path: '/cms/v2/posts', burst: 2, seconds: 20, methods: ['GET'] }]
  const { made } = await limited({ rateLimits: { routes } })
  const all = (path: string, method?: string) => get(made, path, '192.0.2.1', 'administrator', method)
  t.same(await statuses([all('/cms/v2/posts'), all('/cms/v2/posts/77'), all('/cms/v2/posts')]), [200, 404, 200])
  t.equal((await all('/cms/v2/posts', 'HEAD')).status, 429)
  t.equal((await all('/cms/v2/posts', 'OPTIONS')).status, 200)
  t.equal((await all('/cms/v2/posts', 'POST')).status, 400)
  t.equal((await all('/cms/v2/pages')).status, 200)
  t.equal((await all('/cms/v2/posts-of-others')).status, 404)
})

t.test('several limits of a path count separately', async t => {
  const path = '/cms/v2/categories'
  const routes = [
    { path, burst: 4, seconds: 20, methods: ['GET'] },
    { path, burst: 1, seconds: 20, methods: ['POST'] },
    { path, burst: 3, seconds: 3600 },
  ]
  const { made } = await limited({ rateLimits: { routes } })
  const read = () => get(made, path, '192.0.2.1', 'administrator')
  const write = () =>
    made.site.dispatch({
      method: 'POST',
      path,
      headers: { 'x-as': 'administrator' },
      remoteAddress: '192.0.2.1',
      body: { kind: 'json', value: { name: 'Bees' } },
    })
  t.same(await statuses([read(), read()]), [200, 200])
  t.equal((await write()).status, 201, 'the reads used up none of the writes')
  t.equal((await read()).headers['Retry-After'], '3600', 'what both used')
})

t.test('requests within a batch, and requests that are refused anyway', async t => {
  const routes = [{ path: '/cms/v2/categories', burst: 2, seconds: 20, methods: ['POST'] }]
  const { made } = await limited({ rateLimits: { routes } })
  let names = 0
  const post = (as: string) =>
    made.site.dispatch({
      method: 'POST',
      path: '/cms/v2/categories',
      headers: { 'x-as': as },
      remoteAddress: '192.0.2.1',
      body: { kind: 'json', value: { name: `${as} ${++names}` } },
    })
  t.same(await statuses([1, 2, 3, 4].map(() => post('subscriber'))), [403, 403, 403, 403])
  const requests = ['a', 'b', 'c'].map(name => ({ method: 'POST', path: '/cms/v2/categories', body: { name } }))
  const { body } = await made.site.dispatch({
    method: 'POST',
    path: '/batch/v1',
    headers: { 'x-as': 'administrator' },
    remoteAddress: '192.0.2.1',
    body: { kind: 'json', value: { requests } },
  })
  t.match(body, { responses: [{ status: 201 }, { status: 201 }, { status: 429, headers: { 'Retry-After': '20' } }] })
})

t.test('cached responses are not limited', async t => {
  const routes = [{ path: '/cms/v2/posts', burst: 1, seconds: 20 }]
  const { made } = await limited({ rateLimits: { routes }, cache: true })
  const list = () => get(made, '/cms/v2/posts', '192.0.2.1')
  t.same([(await list()).status, (await list()).status], [200, 200])
})

t.test('a limit of a route that does not exist is a mistake', async t => {
  const { made } = await limited({ rateLimits: { routes: [{ path: '/cms/v2/serch', burst: 1, seconds: 1 }] } })
  await t.rejects(made.site.ready(), { name: 'RegistrationError', message: /did you mean "\/cms\/v2\/search"/ })
  await t.rejects(limited({ rateLimits: { routes: [{ path: 'cms/v2', burst: 1, seconds: 1 }] } }), /begin/)
})
