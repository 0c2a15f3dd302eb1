import { endpoint, type Reply, RestError } from '@platen/core'
import t from 'tap'
import { aRegistry } from '../a-registry.js'
import { loadModule } from '../load-module.js'

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

const { registry, errors } = aRegistry()

/** What handlers in JavaScript return by mistake. */
const mistakes: Readonly<Record<string, unknown>> = {
  nothing: undefined,
  null: null,
  text: 'a text',
  number: 7,
  list: [1],
  value: { motto: 'Read more.' },
}

for (const [name, value] of Object.entries(mistakes))
  for (const kind of ['sync', 'async'] as const)
    t.test(`${name}, ${kind}`, async t => {
      const reply = value as Reply
      const handler = kind === 'sync' ? () => reply : async () => reply
      const methods = ['GET', 'POST'] as const
      registry.route('a/v1', `/${kind}/${name}/{id}`, {
        endpoints: [endpoint({ methods, permission: 'public', handler })],
      })
      for (const method of methods) {
        errors.length = 0
        const response = await registry.call(method, `/a/v1/${kind}/${name}/7`)
        const body = { code: 'rest_internal_error', message: 'Something went wrong on the server.' }
        t.match(response, { ok: false, status: 500, body })
        const place = `The handler of ${method} /a/v1/${kind}/${name}/(?P<id>[\\d]+) returned `
        t.ok(errors.length === 1 && String(errors[0]).startsWith(`TypeError: ${place}`), String(errors))
      }
    })

t.test('a body may be anything', async t => {
  for (const [at, body] of [undefined, null, '', 0, false, []].entries()) {
    registry.get('a/v1', `/body-${at}`, { permission: 'public', handler: () => ({ body }) })
    t.match(await registry.call('GET', `/a/v1/body-${at}`), { ok: true, status: 200, body })
  }
})

const { linkReply } =
  await loadModule<typeof import('../../../packages/core/src/dispatch/link-reply.js')>('dispatch/link-reply.js')

const names = { prefix: 'cms', headerPrefix: 'X-CMS-', relationBase: 'about:cms/' }

t.test('links are added to the body, with curies for prefixed relations', async t => {
  const links = { self: [{ href: '/a' }], 'cms:x': [{ href: '/b' }] }
  t.match(linkReply({ id: 1 }, { body: {}, links }, false, names).body, { id: 1, _links: { ...links, curies: [{}] } })
  t.strictSame(linkReply([1], { body: [1] }, false, names).body, [1])
})

t.test('omitted members of a reply have defaults', async t => {
  t.match(linkReply(1, { body: 1 }, true, names), { status: 200, headers: {}, linkHeader: [], cacheable: true })
  const created = { body: 1, status: 201, headers: { a: 'b' }, linkHeader: ['c'], state: { version: 2 } }
  t.match(linkReply(1, created, true, names), { ...created, cacheable: false })
})

const { asEnvelope, envelope } =
  await loadModule<typeof import('../../../packages/core/src/dispatch/envelope.js')>('dispatch/envelope.js')
const outcome = {
  status: 404,
  headers: { 'X-CMS-Total': '12', 'X-Other': '12', vary: 'Accept' },
  body: { a: 1 },
  linkHeader: ['<x>; rel="next"'],
  state: undefined,
  context: undefined,
  cacheable: true,
}

t.test('totals are numbers in an envelope', async t => {
  t.strictSame(asEnvelope(outcome, names), {
    body: { a: 1 },
    status: 404,
    headers: { Link: '<x>; rel="next"', 'X-CMS-Total': 12, 'X-Other': '12', vary: 'Accept' },
  })
  t.strictSame(asEnvelope({ ...outcome, headers: {}, linkHeader: [] }, names).headers, [])
})

t.test('_envelope wraps the outcome; headers for caches stay headers', async t => {
  t.equal(envelope(outcome, { query: {} }, names), outcome)
  t.match(envelope(outcome, { query: { _envelope: '' } }, names), {
    status: 200,
    headers: { vary: 'Accept' },
    body: { status: 404 },
    linkHeader: [],
    cacheable: true,
  })
})

const { registry: jsonpRegistry } = aRegistry()
jsonpRegistry.route('a/v1', '/x', {
  endpoints: [
    endpoint({ methods: 'GET', permission: 'public', handler: () => ({ body: { text: 'a\u2028b\u2029c</script>' } }) }),
    endpoint({ methods: 'POST', permission: { capability: 'post' }, handler: () => ({ body: {} }) }),
  ],
})

for (const name of ['cb', 'my.name_1', '9', '00', '_', 'a'.repeat(1000)]) {
  t.test(`accepts the callback ${name.slice(0, 20)}`, async t => {
    const { status, headers, text } = await jsonpRegistry.dispatch({
      method: 'GET',
      path: '/a/v1/x',
      query: `_jsonp=${name}`,
    })
    t.equal(status, 200)
    t.equal(headers['Content-Type'], 'application/javascript; charset=UTF-8')
    t.equal(text(), `/**/${name}({"text":"a\\u2028b\\u2029c</script>"})`)
  })
}

for (const name of ['c-b', 'a(b)', 'alert();', 'a b', 'ä', 'a[0]', '\u2028', ['cb'], { a: 'cb' }]) {
  t.test(`refuses the callback ${encodeURIComponent(JSON.stringify(name))}`, async t => {
    const { status, headers, body, text } = await jsonpRegistry.dispatch({
      method: 'GET',
      path: '/a/v1/x',
      query: { _jsonp: name },
    })
    t.equal(status, 400)
    t.equal(headers['Content-Type'], 'application/json; charset=UTF-8')
    t.match(body, { code: 'rest_callback_invalid' })
    t.ok(text().startsWith('{'))
  })
}

t.test('an invalid callback is refused with its status also in an envelope', async t => {
  const query = '_jsonp=c-b&_envelope'
  const { status, body } = await jsonpRegistry.dispatch({ method: 'GET', path: '/a/v1/x', query })
  t.match({ status, body }, { status: 400, body: { code: 'rest_callback_invalid' } })
})

t.test('an empty name is not a callback', async t => {
  for (const query of ['_jsonp=', '_jsonp=0', '_jsonp[]=cb', '']) {
    const { headers } = await jsonpRegistry.dispatch({ method: 'GET', path: '/a/v1/x', query })
    t.equal(headers['Content-Type'], 'application/json; charset=UTF-8', query)
  }
})

t.test('errors are wrapped as well', async t => {
  const { status, text } = await jsonpRegistry.dispatch({ method: 'POST', path: '/a/v1/x', query: '_jsonp=cb' })
  t.equal(status, 401)
  t.match(text(), /^\/\*\*\/cb\(\{"code":"rest_forbidden"/)
})

t.test('HEAD has no callback', async t => {
  t.equal((await jsonpRegistry.dispatch({ method: 'HEAD', path: '/a/v1/x', query: '_jsonp=cb' })).text(), '')
})

t.test('the error of invalid credentials is wrapped as well; an invalid callback is refused before them', async t => {
  const { registry } = aRegistry({
    authenticators: [{ name: 'x', authenticate: () => new RestError('rest_cookie_invalid_nonce', 'No.', 403) }],
  })
  const answer = (query: string) => registry.dispatch({ method: 'GET', path: '/a/v1/x', query })
  const { status, headers, text } = await answer('_jsonp=cb')
  t.equal(status, 403)
  t.equal(headers['Content-Type'], 'application/javascript; charset=UTF-8')
  t.match(text(), /^\/\*\*\/cb\(\{"code":"rest_cookie_invalid_nonce"/)
  t.match(await answer('_jsonp=c-b'), { status: 400, body: { code: 'rest_callback_invalid' } })
})
