import { endpoint, type RestRequest } from '@platen/core'
import t from 'tap'
import { aRegistry } from '../a-registry.js'

const { registry } = aRegistry()
registry.route('a/v1', '/{word:[^/]+}', {
  endpoints: [
    endpoint({
      methods: ['GET', 'POST', 'PUT', 'PATCH', 'DELETE'],
      permission: 'public',
      handler: ({ method, path, params }) => ({ body: { method, path, params }, headers: { 'X-Method': method } }),
    }),
  ],
})

const overrides: { name: string; request: Partial<RestRequest>; method: string | undefined }[] = [
  { name: 'nothing', request: {}, method: 'POST' },
  { name: 'a method in lower case', request: { method: 'post' }, method: 'POST' },
  { name: 'a parameter', request: { query: '_method=DELETE' }, method: 'DELETE' },
  { name: 'a parameter in lower case', request: { query: '_method=patch' }, method: 'PATCH' },
  { name: 'a header', request: { headers: { 'x-http-method-override': 'PUT' } }, method: 'PUT' },
  {
    name: 'a parameter and a header',
    request: { query: '_method=PATCH', headers: { 'x-http-method-override': 'DELETE' } },
    method: 'PATCH',
  },
  { name: 'GET', request: { query: '_method=GET' }, method: 'GET' },
  { name: 'a method of nobody', request: { query: '_method=BOGUS' }, method: undefined },
  { name: 'an empty text', request: { query: '_method=' }, method: undefined },
  { name: 'an empty header', request: { headers: { 'x-http-method-override': '' } }, method: undefined },
  { name: 'a method and a space', request: { query: '_method=DELETE%20' }, method: undefined },
  { name: 'two methods', request: { query: '_method=PATCH,DELETE' }, method: undefined },
  { name: 'a zero', request: { query: '_method=0' }, method: undefined },
  { name: 'a list', request: { query: '_method[]=DELETE' }, method: 'POST' },
  { name: 'a member of the body', request: { body: { kind: 'json', value: { _method: 'DELETE' } } }, method: 'POST' },
  { name: 'a parameter on PUT', request: { method: 'PUT', query: '_method=DELETE' }, method: 'PUT' },
  {
    name: 'a header on GET',
    request: { method: 'GET', headers: { 'x-http-method-override': 'DELETE' } },
    method: 'GET',
  },
]

for (const { name, request, method } of overrides) {
  t.test(`overriding the method with ${name}`, async t => {
    const { status, headers } = await registry.dispatch({ method: 'POST', path: '/a/v1/x', ...request })
    t.equal(status, method === undefined ? 404 : 200)
    t.equal(headers['X-Method'], method)
  })
}

t.test('HEAD is GET without a body', async t => {
  const { status, headers, body, text } = await registry.dispatch({ method: 'HEAD', path: '/a/v1/x' })
  t.equal(status, 200)
  t.equal(headers['X-Method'], 'GET')
  t.equal(body, undefined)
  t.equal(text(), '')
})

const paths: { path: string; matched: string | undefined }[] = [
  { path: '/a/v1/x', matched: '/a/v1/x' },
  { path: '/a/v1/x/', matched: '/a/v1/x' },
  { path: '/a/v1/x//', matched: '/a/v1/x' },
  { path: '//a///v1/x', matched: '/a/v1/x' },
  { path: '/A/V1/X', matched: '/A/V1/X' },
  { path: '/a/v1/%78', matched: '/a/v1/x' },
  { path: '/a%2Fv1%2Fx', matched: '/a/v1/x' },
  { path: '/a/v1/caf%C3%A9', matched: '/a/v1/café' },
  { path: '/a/v1/%2578', matched: '/a/v1/%78' },
  { path: '/a/v1/100%', matched: '/a/v1/100%' },
  { path: '/a/v1/%FF', matched: '/a/v1/%FF' },
  { path: '/a/v1', matched: undefined },
  { path: '', matched: undefined },
  { path: 'a/v1/x', matched: undefined },
]

for (const { path, matched } of paths) {
  t.test(`the path ${path}`, async t => {
    const { body } = await registry.dispatch({ method: 'GET', path })
    t.equal((body as { path?: string }).path, matched)
  })
}

const queries: { name: string; query: RestRequest['query']; params: Record<string, unknown> }[] = [
  { name: 'none', query: undefined, params: { word: 'x' } },
  { name: 'text', query: 'a[]=1&b=%26', params: { word: 'x', a: ['1'], b: '&' } },
  { name: 'values as they are', query: { a: [1, true], b: '%26' }, params: { word: 'x', a: [1, true], b: '%26' } },
]

for (const { name, query, params } of queries) {
  t.test(`a query of ${name}`, async t => {
    const { text } = await registry.dispatch({ method: 'GET', path: '/a/v1/x', query })
    t.strictSame(JSON.parse(text()).params, params)
  })
}
