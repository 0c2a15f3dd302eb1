import { endpoint, type Reply, RestError } from '@platen/core'
import t from 'tap'
import { aRegistry } from '../a-registry.js'

function answering(reply: () => Reply) {
  const { registry, errors } = aRegistry()
  registry.route('a/v1', '/x', {
    endpoints: [endpoint({ methods: ['GET', 'POST'], permission: 'public', handler: reply })],
  })
  const get = (query = '', headers = {}) => registry.dispatch({ method: 'GET', path: '/a/v1/x', query, headers })
  const post = (query = '') => registry.dispatch({ method: 'POST', path: '/a/v1/x', query })
  return { get, post, errors }
}

const rootLink = '<https://site.example/cms-json/>; rel="about:cms/"'

t.test('a plain reply', async t => {
  const { get } = answering(() => ({ body: { a: 1 } }))
  const { status, headers, body, text } = await get()
  t.equal(status, 200)
  t.match(headers, {
    'Content-Type': 'application/json; charset=UTF-8',
    'X-Content-Type-Options': 'nosniff',
    'Content-Security-Policy': "default-src 'none'; frame-ancestors 'none'",
    'Referrer-Policy': 'no-referrer',
    Link: rootLink,
    Allow: 'GET, POST',
  })
  t.same(body, { a: 1 })
  t.equal(text(), '{"a":1}')
})

t.test('status, headers and links of a reply', async t => {
  const { post } = answering(() => ({
    status: 201,
    headers: { Location: 'https://site.example/new' },
    linkHeader: ['<https://site.example/>; rel="alternate"', '<https://site.example/2>; rel="next"'],
    links: { self: [{ href: 'https://site.example/x' }], 'cms:term': [{ href: 'https://site.example/t' }] },
    body: { a: 1 },
  }))
  const { status, headers, body } = await post()
  t.equal(status, 201)
  t.equal(headers['Location'], 'https://site.example/new')
  t.equal(
    headers['Link'],
    `${rootLink}, <https://site.example/>; rel="alternate", <https://site.example/2>; rel="next"`,
  )
  t.same(body, {
    a: 1,
    _links: {
      self: [{ href: 'https://site.example/x' }],
      'cms:term': [{ href: 'https://site.example/t' }],
      curies: [{ name: 'cms', href: 'about:cms/{rel}', templated: true }],
    },
  })
})

const bodies: { name: string; body: unknown; fields?: string; sent: unknown }[] = [
  { name: 'an empty map', body: {}, sent: {} },
  { name: 'an empty list', body: [], sent: [] },
  { name: 'a text', body: 'word', sent: 'word' },
  { name: 'null', body: null, sent: null },
  { name: 'false', body: false, sent: false },
  { name: 'a map of which nothing is asked for', body: { a: 1 }, fields: 'b', sent: {} },
  { name: 'a list of which little is asked for', body: [{ a: 1, b: 2 }, { b: 2 }], fields: 'a', sent: [{ a: 1 }, {}] },
  { name: 'a text of which something is asked for', body: 'word', fields: 'a', sent: 'word' },
]

for (const { name, body, fields, sent } of bodies) {
  t.test(`sends ${name}`, async t => {
    const { get } = answering(() => ({ body }))
    const { text } = await get(fields === undefined ? '' : `_fields=${fields}`)
    t.strictSame(JSON.parse(text()), sent)
  })
}

t.test('a reply without a body', async t => {
  const { get } = answering(() => ({ body: undefined }))
  t.equal((await get()).text(), '')
})

t.test('an envelope has status, headers and body, with totals as numbers', async t => {
  const { get } = answering(() => ({
    body: [1],
    headers: { 'X-CMS-Total': '41', 'X-CMS-TotalPages': '5', 'X-Other': '7' },
    linkHeader: ['<u>; rel="next"'],
  }))
  for (const query of ['_envelope', '_envelope=1', '_envelope=0']) {
    const { status, headers, body } = await get(query)
    t.equal(status, 200)
    t.same(body, {
      body: [1],
      status: 200,
      headers: {
        Link: '<u>; rel="next"',
        'X-CMS-Total': 41,
        'X-CMS-TotalPages': 5,
        'X-Other': '7',
        Allow: 'GET, POST',
      },
    })
    t.equal(headers['X-CMS-Total'], undefined)
    t.equal(headers['Allow'], undefined)
    t.equal(headers['Link'], rootLink)
  }
})

t.test('errors are wrapped as well; without headers, their list is empty', async t => {
  const { registry } = aRegistry()
  const { status, body } = await registry.dispatch({ method: 'GET', path: '/nowhere', query: '_envelope' })
  t.equal(status, 200)
  t.match(body, { status: 404, headers: [], body: { code: 'rest_no_route', data: { status: 404 } } })
})

const thrown: { name: string; error: unknown; status: number; body: unknown; told: number }[] = [
  {
    name: 'an error of the interface',
    error: new RestError('a_code', 'Why.', 409, { data: { id: 7 } }),
    status: 409,
    body: { code: 'a_code', message: 'Why.', data: { status: 409, id: 7 } },
    told: 0,
  },
  {
    name: 'another error',
    error: new TypeError('secret of the house'),
    status: 500,
    body: { code: 'rest_internal_error', data: { status: 500 } },
    told: 1,
  },
  {
    name: 'no error at all',
    error: 'secret of the house',
    status: 500,
    body: { code: 'rest_internal_error' },
    told: 1,
  },
  { name: 'nothing', error: undefined, status: 500, body: { code: 'rest_internal_error' }, told: 1 },
]

for (const { name, error, status, body, told } of thrown) {
  t.test(`a handler that throws ${name}`, async t => {
    const { get, errors } = answering(() => {
      throw error
    })
    const answer = await get()
    t.equal(answer.status, status)
    t.match(answer.body, body as object)
    t.notMatch(answer.text(), /secret/)
    t.strictSame(errors, told === 0 ? [] : [error])
  })
}

t.test('errors of dependencies are translated', async t => {
  const { registry, errors } = aRegistry({
    translateError: error => (error instanceof RangeError ? new RestError('too_far', 'Too far.', 422) : undefined),
  })
  registry.route('a/v1', '/x', {
    endpoints: [
      endpoint({
        methods: 'GET',
        permission: 'public',
        handler() {
          throw new RangeError('far')
        },
      }),
    ],
  })
  t.match((await registry.dispatch({ method: 'GET', path: '/a/v1/x' })).body, {
    code: 'too_far',
    data: { status: 422 },
  })
  t.same(errors, [])
})
