import { peekable, type RequestBody, type RestRequest } from '@platen/core'
import { cmsDialect, REST_NONCE, users, wpDialect } from '@platen/site'
import t from 'tap'
import { makeSite } from '../make-site.js'
import { withCollection } from '../with-collection.js'
import { cookieOf, headersOf, me, signedIn } from './sign-in.js'

t.test('a cookie with a nonce identifies the caller, in each dialect', async t => {
  for (const [dialect, header, parameter] of [
    [cmsDialect, 'X-CMS-Nonce', '_cmsnonce'],
    [wpDialect, 'X-WP-Nonce', '_wpnonce'],
  ] as const) {
    const made = await makeSite({ dialect })
    const session = await signedIn(made)
    const cookie = cookieOf(made, session)
    const nonce = made.site.sessions.nonce(session, REST_NONCE)
    const name = header.toLowerCase()
    const anonymous = dialect.loginRequired === undefined ? 'rest_not_logged_in' : 'empty_username'
    for (const [what, headers, query, status, code] of [
      ['by header', { cookie, [name]: nonce }, '', 200],
      ['by parameter', { cookie }, `?${parameter}=${nonce}`, 200],
      ['the parameter takes precedence', { cookie, [name]: 'wrong' }, `?${parameter}=${nonce}`, 200],
      ['also if it is wrong', { cookie, [name]: nonce }, `?${parameter}=wrong`, 403],
      ['no nonce', { cookie }, '', 401, anonymous],
      ['no cookie', { [name]: nonce }, '', 403],
      ['no cookie, by parameter', {}, `?${parameter}=${nonce}`, 403],
      ['empty header', { cookie, [name]: '' }, '', 403],
      ['empty parameter', { cookie }, `?${parameter}=`, 403],
      ['a list', { cookie }, `?${parameter}[]=${nonce}`, 403],
      ['another cookie', { cookie: 'a=1', [name]: nonce }, '', 403],
      ['another action', { cookie, [name]: made.site.sessions.nonce(session, 'x') }, '', 403],
      ['neither', {}, '', 401, anonymous],
    ] as const) {
      const answer = await me(made, headers, query)
      const expected = status === 200 ? { id: session.user.id } : { code: code ?? 'rest_cookie_invalid_nonce' }
      t.match(answer, { status, body: expected }, `${dialect.name}: ${what}`)
      t.equal(answer.headers[header], status === 200 ? nonce : undefined, `${dialect.name}: ${what}`)
      if (status === 200) t.equal(answer.headers['Cache-Control'], 'private, no-store')
    }
  }
})

t.test('public routes refuse an invalid nonce as well, and errors carry a fresh one', async t => {
  const made = await makeSite()
  const headers = headersOf(made, await signedIn(made))
  const get = (path: string, sent: Readonly<Record<string, string>>) =>
    made.send(`GET ${path}`, { as: 'anonymous', headers: sent })
  t.equal((await get('/posts', { cookie: headers.cookie })).status, 200)
  t.equal((await get('/posts', { ...headers, 'x-cms-nonce': 'x' })).status, 403)
  const missing = await get('/posts/999', headers)
  t.match(missing, { status: 404, headers: { 'X-CMS-Nonce': headers['x-cms-nonce'] } })
})

t.test('a nonce of the last tick gets a fresh one in the response', async t => {
  let now = Date.UTC(2026, 0, 1)
  const made = await makeSite({
    services: {
      clock: () => now,
      passwords: { hash: async password => password, verify: async () => true },
    },
  })
  const headers = headersOf(made, await signedIn(made))
  now += 13 * 60 * 60 * 1000
  const { status, headers: sent } = await me(made, headers)
  t.equal(status, 200)
  t.not(sent['X-CMS-Nonce'], headers['x-cms-nonce'])
  now += 12 * 60 * 60 * 1000
  t.equal((await me(made, headers)).status, 403)
  t.equal((await me(made, { ...headers, 'x-cms-nonce': sent['X-CMS-Nonce'] ?? '' })).status, 200)
})

t.test('a valid nonce takes precedence over Authorization, another one does not', async t => {
  const made = await makeSite()
  const headers = headersOf(made, await signedIn(made))
  const { cookie } = headers
  const wrong = `Basic ${Buffer.from('admin:wrong').toString('base64')}`
  const editor = made.users.get('editor')?.id ?? 0
  const created = await made.site.content.applicationPasswords.create(
    { user: editor, name: 'x' },
    { as: made.site.system },
  )
  const other = `Basic ${Buffer.from(`editor:${created.secret}`).toString('base64')}`
  const post = (authorization: string) =>
    made.site.dispatch({
      method: 'POST',
      path: '/cms/v2/users/me',
      headers: { cookie, authorization, 'content-type': 'application/x-www-form-urlencoded' },
      body: { kind: 'text', text: `_cmsnonce=${headers['x-cms-nonce']}` },
    })
  for (const authorization of [wrong, other, 'Basic', 'Bearer x', '']) {
    const fallback = authorization === other ? { status: 200, body: { id: editor } } : { status: 401 }
    t.match(await me(made, { ...headers, authorization }), { status: 200, body: { id: 1 } }, authorization)
    t.match(await post(authorization), { status: 200, body: { id: 1 } }, `${authorization}, in a form`)
    for (const [what, sent] of Object.entries({
      'a wrong nonce': { ...headers, 'x-cms-nonce': 'wrong' },
      'no nonce': { cookie },
      'no cookie': { 'x-cms-nonce': headers['x-cms-nonce'] },
      'another cookie': { ...headers, cookie: 'a=1' },
    }))
      t.match(await me(made, { ...sent, authorization }), fallback, `${authorization}, ${what}`)
  }
})

t.test('credentials for a proxy in front of the site do not count as a guess', async t => {
  const made = await makeSite()
  const headers = headersOf(made, await signedIn(made))
  const authorization = `Basic ${Buffer.from('admin:wrong').toString('base64')}`
  const call = (more: Readonly<Record<string, string>>) =>
    made.site.dispatch({
      method: 'GET',
      path: '/cms/v2/users/me',
      headers: { ...headers, ...more },
      remoteAddress: '203.0.113.9',
    })
  for (let i = 0; i < 50; i++) t.equal((await call({ authorization })).status, 200)
  const right = await made.site.sessions.signIn({ login: 'admin', password: 'secret', remoteAddress: '203.0.113.9' })
  t.ok(right, 'the account is not throttled')
})

t.test('responses to a session are neither taken from the cache nor stored in it', async t => {
  const made = await makeSite({ cache: true })
  const headers = headersOf(made, await signedIn(made))
  const drafts = 'GET /posts?status=publish'
  await made.send('POST /posts', { body: { title: 'x', status: 'publish' } })
  for (const sent of [headers, {}, headers, { cookie: headers.cookie }]) {
    const answer = await made.send(drafts, { as: 'anonymous', headers: sent })
    t.equal(answer.headers['X-CMS-Nonce'], 'x-cms-nonce' in sent ? sent['x-cms-nonce'] : undefined)
    t.equal(answer.headers['Cache-Control'], 'x-cms-nonce' in sent ? 'private, no-store' : 'no-cache')
  }
})

t.test('requests without a nonce read nothing of the store', async t => {
  let reads = 0
  const made = await makeSite({
    wrapStore: store =>
      withCollection(store, users, inner => ({
        get(id) {
          reads += 1
          return inner.get(id)
        },
      })),
  })
  const session = await signedIn(made)
  const headers = headersOf(made, session)
  reads = 0
  for (const [sent, expected, what] of [
    [{}, 0, 'no cookie'],
    [{ cookie: headers.cookie }, 0, 'no nonce'],
    [headers, 1, 'both'],
    [headers, 1, 'a session that was checked is remembered'],
  ] as const) {
    t.equal((await made.send('GET /types', { as: 'anonymous', headers: sent })).status, 200)
    t.equal(reads, expected, what)
  }
})

t.test('calls of a batch belong to the session', async t => {
  const made = await makeSite()
  const headers = headersOf(made, await signedIn(made))
  const requests = [{ method: 'POST', path: '/cms/v2/posts', body: { title: 'x' } }]
  const answer = await made.send('POST //batch/v1', { as: 'anonymous', headers, body: { requests } })
  t.match(answer, { status: 207, body: { responses: [{ status: 201 }] } })
})

t.test('a form that is posted carries the nonce in a field, in each dialect', async t => {
  for (const [dialect, parameter] of [
    [cmsDialect, '_cmsnonce'],
    [wpDialect, '_wpnonce'],
  ] as const) {
    const made = await makeSite({ dialect })
    const session = await signedIn(made)
    const cookie = cookieOf(made, session)
    const nonce = made.site.sessions.nonce(session, REST_NONCE)
    const posts = `/${made.site.context.namespace}/posts`
    const form = { 'content-type': 'application/x-www-form-urlencoded; charset=UTF-8' }
    const text = (value: string): RequestBody => ({ kind: 'text', text: value })
    const fields = `title=Form&${parameter}=${nonce}`
    const bytes = new TextEncoder().encode(fields)
    const long = 'x'.repeat(70_000)
    const cases: Record<string, Omit<RestRequest, 'path' | 'method'> & { status: number; method?: string }> = {
      'as text': { headers: { cookie, ...form }, body: text(fields), status: 201 },
      'as bytes': { headers: { cookie, ...form }, body: { kind: 'bytes', bytes }, status: 201 },
      'as a stream': { headers: { cookie, ...form }, body: streamOf(bytes), status: 201 },
      'parsed by an application': {
        headers: { cookie, ...form },
        body: { kind: 'json', value: { title: 'Form', [parameter]: nonce } },
        status: 201,
      },
      'a multipart form in memory': {
        headers: { cookie, 'content-type': 'multipart/form-data; boundary=x' },
        body: {
          kind: 'multipart',
          form: {
            fields: [
              ['title', 'Form'],
              [parameter, nonce],
            ],
            files: [],
          },
        },
        status: 201,
      },
      'before a long field': {
        headers: { cookie, ...form },
        body: streamOf(new TextEncoder().encode(`${fields}&content=${long}`)),
        status: 201,
      },
      'after a long field': { headers: { cookie, ...form }, body: text(`content=${long}&${fields}`), status: 401 },
      'cut off': {
        headers: { cookie, ...form },
        body: text(`content=${'x'.repeat(65_536 - 40)}&${fields}`),
        status: 401,
      },
      'a wrong one': { headers: { cookie, ...form }, body: text(`title=Form&${parameter}=wrong`), status: 403 },
      'a wrong one beside a header': {
        headers: { cookie, ...form, [dialect.nonceHeader.toLowerCase()]: nonce },
        body: text(`title=Form&${parameter}=`),
        status: 403,
      },
      'a list': { headers: { cookie, ...form }, body: text(`title=Form&${parameter}[]=${nonce}`), status: 403 },
      'another cookie': { headers: { cookie: 'a=b', ...form }, body: text(fields), status: 403 },
      'no cookie': { headers: form, body: text(fields), status: 401 },
      'a query takes precedence': {
        headers: { cookie, ...form },
        query: `${parameter}=wrong`,
        body: text(fields),
        status: 403,
      },
      'a header beside other fields': {
        headers: { cookie, ...form, [dialect.nonceHeader.toLowerCase()]: nonce },
        body: text('title=Form'),
        status: 201,
      },
      JSON: {
        headers: { cookie, 'content-type': 'application/json' },
        body: text(JSON.stringify({ title: 'Form', [parameter]: nonce })),
        status: 401,
      },
      'with Authorization': { headers: { cookie, ...form, authorization: 'x' }, body: text(fields), status: 201 },
      'not posted': { method: 'PUT', headers: { cookie, ...form }, body: text(fields), status: 401 },
      'a stream of which nothing is read before': {
        headers: { cookie, ...form },
        body: { ...streamOf(bytes), peek: undefined },
        status: 401,
      },
    }
    for (const [what, { status, method = 'POST', ...request }] of Object.entries(cases)) {
      const path = method === 'POST' ? posts : `${posts}/1`
      const answer = await made.site.dispatch({ method, path, ...request })
      t.equal(answer.status, status, `${dialect.name}: ${what}`)
      if (status === 201) t.match(answer.body, { title: { raw: 'Form' } }, `${dialect.name}: ${what}`)
    }
  }
})

/** A body that arrives in small chunks. */
function streamOf(bytes: Uint8Array) {
  let at = 0
  const source = {
    async *[Symbol.asyncIterator]() {
      while (at < bytes.length) {
        at += 7
        yield bytes.subarray(at - 7, at)
      }
    },
  }
  return { kind: 'stream' as const, length: bytes.length, ...peekable(source) }
}

t.test('requests of a session have the same principal until its nonce changes', async t => {
  let now = Date.UTC(2026, 0, 1)
  const passwords = { hash: async (password: string) => password, verify: async () => true }
  const made = await makeSite({ services: { clock: () => now, passwords } })
  const headers = headersOf(made, await signedIn(made))
  const caller = () => made.site.authenticate({ method: 'GET', path: '/', headers })
  const first = await caller()
  t.match(first, { authenticated: true, responseHeaders: { 'X-CMS-Nonce': headers['x-cms-nonce'] } })
  t.equal(await caller(), first)
  now += 13 * 60 * 60 * 1000
  const later = await caller()
  t.not(later, first)
  t.not(later.responseHeaders?.['X-CMS-Nonce'], headers['x-cms-nonce'])
})
