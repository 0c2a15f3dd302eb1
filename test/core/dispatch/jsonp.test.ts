import { endpoint, RestError } from '@platen/core'
import t from 'tap'
import { aRegistry } from '../a-registry.js'

const { registry } = aRegistry()
registry.route('a/v1', '/x', {
  endpoints: [
    endpoint({ methods: 'GET', permission: 'public', handler: () => ({ body: { text: 'a\u2028b\u2029c</script>' } }) }),
    endpoint({ methods: 'POST', permission: { capability: 'post' }, handler: () => ({ body: {} }) }),
  ],
})

for (const name of ['cb', 'my.name_1', '9', '00', '_', 'a'.repeat(1000)]) {
  t.test(`accepts the callback ${name.slice(0, 20)}`, async t => {
    const { status, headers, text } = await registry.dispatch({
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
    const { status, headers, body, text } = await registry.dispatch({
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
  const { status, body } = await registry.dispatch({ method: 'GET', path: '/a/v1/x', query })
  t.match({ status, body }, { status: 400, body: { code: 'rest_callback_invalid' } })
})

t.test('an empty name is not a callback', async t => {
  for (const query of ['_jsonp=', '_jsonp=0', '_jsonp[]=cb', '']) {
    const { headers } = await registry.dispatch({ method: 'GET', path: '/a/v1/x', query })
    t.equal(headers['Content-Type'], 'application/json; charset=UTF-8', query)
  }
})

t.test('errors are wrapped as well', async t => {
  const { status, text } = await registry.dispatch({ method: 'POST', path: '/a/v1/x', query: '_jsonp=cb' })
  t.equal(status, 401)
  t.match(text(), /^\/\*\*\/cb\(\{"code":"rest_forbidden"/)
})

t.test('HEAD has no callback', async t => {
  t.equal((await registry.dispatch({ method: 'HEAD', path: '/a/v1/x', query: '_jsonp=cb' })).text(), '')
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
