import type { RestResponse } from '@platen/core'
import { postsIn } from '@platen/site'
import t, { type Test } from 'tap'
import { makeSite } from '../site/make-site.js'
import { contentsOf, type Fixture, openFixture } from './operations/fixture.js'
import { UPLOADS, WRITING_REQUESTS } from './operations/routes.js'

t.setTimeout(240_000)

type Body = Readonly<Record<string, unknown>>

interface Sent {
  readonly headers?: Readonly<Record<string, string>>
  readonly body?: { readonly kind: 'json'; readonly value: unknown } | (typeof UPLOADS)[number][2] | undefined
}

/** Sends requests with an application password of the administrator. */
type Send = (request: string, sent?: Sent) => Promise<RestResponse<Body>>

async function scoped({ site, users }: Fixture, scopes: readonly string[]): Promise<Send> {
  const user = users.get('administrator')?.id ?? 0
  const { secret } = await site.content.applicationPasswords.create(
    { user, name: 'Agent', scopes },
    { as: site.system },
  )
  const authorization = `Basic ${Buffer.from(`admin:${secret}`).toString('base64')}`
  return (request, { headers, body } = {}) => {
    const [method = '', target = ''] = request.split(' ')
    const [path = '', query = ''] = target.split('?')
    return site.dispatch<Body>({
      method,
      path: path.startsWith('//') ? path.slice(1) : `/cms/v2${path}`,
      query,
      headers: { authorization, ...headers },
      secure: true,
      ...(body && { body }),
    })
  }
}

const FORBIDDEN = { status: 403 }
const insufficient = (scope: string) => ({ code: 'rest_insufficient_scope', status: 403, data: { scope } })

/** Checks that a call in process is refused. */
async function refused(t: Test, call: Promise<unknown>, error: object): Promise<void> {
  const thrown = await call.then(
    () => 'not refused',
    (reason: unknown) => reason,
  )
  t.match(thrown, error)
}

const json = (value: unknown): Sent => ({ body: { kind: 'json', value } })
const ids = (body: unknown) => (body as readonly { readonly id: number }[]).map(({ id }) => id)

/** The requests of `WRITING_REQUESTS`, and uploads. */
const writes = (fixture: Fixture): readonly (readonly [request: string, sent: Sent])[] => [
  ...WRITING_REQUESTS.map(([request, body]) => [request(fixture), json(body?.(fixture) ?? {})] as const),
  ...UPLOADS.map(([request, headers, body]) => [request, { headers, body }] as const),
]

const SAMPLES = ['1', 'a', 'me', 'a/b', 'a//b', '1/2', 'post', 'x-1', 'admin']

/** A path that a pattern matches. */
function samplePath(pattern: string, matches: (path: string) => boolean): string | undefined {
  const parts = pattern.split(/\(\?P<\w+>/)
  // The rest of a group, up to its closing parenthesis.
  const afterGroup = (part: string) => {
    let depth = 1
    let at = 0
    for (; at < part.length && depth > 0; at++)
      if (part[at] === '(') depth += 1
      else if (part[at] === ')') depth -= 1
    return part.slice(at)
  }
  const [first = '', ...others] = parts
  const pathOf = (sample: string, last: string) =>
    first + others.map((part, at) => (at > 0 && at === others.length - 1 ? last : sample) + afterGroup(part)).join('')
  return SAMPLES.flatMap(sample => SAMPLES.map(last => pathOf(sample, last))).find(matches)
}

t.test('with the scope `read`, an administrator changes nothing by any route and method', async t => {
  const fixture = await openFixture(makeSite)
  const { site } = fixture
  const send = await scoped(fixture, ['read'])
  // Reads may create what every theme has.
  for (const path of ['/themes', '/global-styles/themes/platen', '/settings']) await send(`GET ${path}`)
  const before = await contentsOf(fixture)
  const unreached: string[] = []
  let tried = 0
  for (const { path, methods } of site.context.registry.routes()) {
    const sample = samplePath(path.pattern, each => path.match(each) !== undefined)
    if (sample === undefined) unreached.push(path.pattern)
    for (const method of methods) {
      if (method === 'GET' || sample === undefined || path.pattern === '/batch/v1') continue
      tried += 1
      for (const query of ['', '?force=true&reassign=false', '?_embed&context=edit']) {
        const { status, body } = await send(`${method} /${sample}${query}`, json({ title: 'x', name: 'x', input: {} }))
        t.match({ status, body }, { status: 403, body: { code: 'rest_insufficient_scope' } }, `${method} ${sample}`)
      }
    }
  }
  t.same(unreached, [])
  t.ok(tried > 120, `${tried} methods of routes`)
  for (const [request, sent] of writes(fixture)) {
    const { status, body } = await send(request, sent)
    t.match({ status, body }, { status: 403, body: { code: 'rest_insufficient_scope' } }, request)
    const [, target = ''] = request.split(' ')
    const inBatch = { requests: [{ method: 'DELETE', path: `/cms/v2${target}`, body: {} }] }
    const batch = await send('POST //batch/v1', json(inBatch))
    t.equal(batch.status, 207)
    for (const each of batch.body['responses'] as readonly { readonly status: number }[])
      t.ok(each.status === 403 || each.status === 404 || each.status === 400, `${request}: ${each.status}`)
  }
  const overridden = await send(`POST /posts/${fixture.ids.post}?_method=DELETE`, json({}))
  t.equal(overridden.status, 403)
  t.same(await contentsOf(fixture), before)
})

t.test('a scope permits its own routes, and no others', async t => {
  const fixture = await openFixture(makeSite)
  const send = await scoped(fixture, ['posts:write', 'comments:read'])
  const before = await contentsOf(fixture)
  for (const [request, sent] of writes(fixture)) {
    if (/ \/posts\b/.test(request)) continue
    const { status, body } = await send(request, sent)
    t.match({ status, body }, { status: 403, body: { code: 'rest_insufficient_scope' } }, request)
  }
  t.same(await contentsOf(fixture), before)
  for (const [request, scope] of [
    ['GET /pages', 'pages:read'],
    ['POST /pages', 'pages:write'],
    ['DELETE /comments/1', 'comments:write'],
    ['GET /posts-of-others', undefined],
    ['POST /settings', 'settings:write'],
    ['GET /users/me', 'users:read'],
    ['GET /users', 'users:read'],
    ['POST //cms-abilities/v1/abilities/core/get-site-info/run', '/cms-abilities/v1/abilities:write'],
    ['GET //cms-site-health/v1/tests/https-status', '/cms-site-health/v1/tests/https-status:read'],
  ] as const) {
    const { status, body } = await send(request, request.startsWith('POST') ? json({}) : {})
    if (scope === undefined) t.equal(status, 404, request)
    else t.match({ status, body }, { status: 403, body: { data: { status: 403, scope } } }, request)
  }
  t.match(await send('GET /comments'), { status: 200 })
  t.match(await send('GET /posts?context=edit&status=draft'), { status: 200 })
  t.match(await send('POST /posts', json({ title: 'New' })), { status: 201, body: { title: { raw: 'New' } } })
  t.match(await send('GET //'), { status: 200 })
  t.match(await send('GET //cms/v2'), { status: 200 })
  t.match(await send('GET /users/me/application-passwords/introspect'), {
    status: 200,
    body: { scopes: ['posts:write', 'comments:read'], expires: null, networks: null },
  })
})

t.test('what a scope forbids is not offered', async t => {
  const fixture = await openFixture(makeSite)
  const { ids: known } = fixture
  const reads = await scoped(fixture, ['posts:read', 'tags:read'])
  const writes = await scoped(fixture, ['posts:write'])
  const all = await scoped(fixture, ['write'])
  await all(`POST /posts/${known.post}`, json({ tags: [known.tag] }))
  for (const path of [`/posts/${known.post}?context=edit`, `/posts?context=edit&include=${known.post}`]) {
    const linksOf = async (send: Send, query = '') => {
      const { body, headers } = await send(`GET ${path}${query}`)
      const [item = {}] = [body].flat()
      const { _links: links = {}, _embedded: embedded } = item as {
        _links?: Record<
          string,
          readonly { readonly href: string; readonly targetHints?: { readonly allow: unknown } }[]
        >
        _embedded?: Record<string, unknown>
      }
      return { links, allow: headers['Allow'], embedded }
    }
    const read = await linksOf(reads)
    t.equal(read.allow, 'GET')
    t.same(read.links['self']?.[0]?.targetHints, { allow: ['GET'] })
    t.same(
      Object.keys(read.links).filter(each => each.includes('action-')),
      [],
    )
    t.notOk('replies' in read.links)
    t.same(
      read.links['cms:term']?.map(({ href }) => /\/tags\?/.test(href)),
      [true],
    )
    const written = await linksOf(writes)
    t.same(written.links['self']?.[0]?.targetHints, { allow: ['GET', 'POST', 'PUT', 'PATCH', 'DELETE'] })
    t.ok('cms:action-publish' in written.links)
    t.notOk('cms:action-unfiltered-html' in written.links)
    t.same(Object.keys((await linksOf(reads, '&_embed')).embedded ?? {}), ['cms:term'])
    t.match((await linksOf(reads, '&_embed')).embedded, { 'cms:term': [[{ id: known.tag }]] })
    t.match((await linksOf(all, '&_embed')).embedded, { replies: [[{ id: known.comment }]] })
  }
  t.same((await reads('OPTIONS /posts')).headers['Allow'], 'GET')
  t.same((await writes('OPTIONS /pages')).headers['Allow'] ?? '', '')
  t.same((await writes('OPTIONS /posts')).headers['Allow'], 'GET, POST')
})

t.test('no scope leads to more rights', async t => {
  const fixture = await openFixture(makeSite)
  const { site, users, store, victim, uuid } = fixture
  const admin = users.get('administrator')?.id ?? 0
  const send = await scoped(fixture, ['write', 'posts:write'])
  const before = (await contentsOf(fixture)).records
  for (const [request, value] of [
    ['POST /users/me/application-passwords', { name: 'More' }],
    ['POST /users/me/application-passwords', { name: 'More', scopes: ['read'] }],
    [`POST /users/${victim.id}/application-passwords`, { name: 'More' }],
    [`POST /users/${victim.id}/application-passwords/${uuid}`, { name: 'More' }],
    ['DELETE /users/me/application-passwords', {}],
    ['POST /users/me', { email: 'evil@example.com' }],
    ['POST /users/me', { password: 'a new password of mine' }],
    [
      `PUT /users/${admin}`,
      { email: 'evil@example.com', password: 'a new password of mine', roles: ['administrator'] },
    ],
    [`POST /users/${victim.id}`, { roles: ['administrator'] }],
    ['POST /users', { username: 'evil', email: 'e@example.com', password: 'long words', roles: ['administrator'] }],
    [`DELETE /users/${victim.id}?force=true&reassign=${admin}`, {}],
  ] as const) {
    const { status, body } = await send(request, json(value))
    t.match({ status, body }, { status: 403, body: { code: 'rest_insufficient_scope' } }, request)
    const [method, path] = request.split(' ')
    const { body: batch } = await send(
      'POST //batch/v1',
      json({ requests: [{ method, path: `/cms/v2${path}`, body: value }] }),
    )
    t.match(batch, { responses: [{ status: /^40[03]$/ }] }, `${request} in a batch`)
  }
  const authenticated = await site.authenticate({
    method: 'GET',
    path: '/',
    headers: {
      authorization: `Basic ${Buffer.from(`admin:${await secretOf(fixture, ['write'])}`).toString('base64')}`,
    },
    secure: true,
  })
  const by = { as: authenticated }
  await refused(t, site.content.users.update(admin, { email: 'evil@example.com' }, by), FORBIDDEN)
  await refused(t, site.content.users.create({ login: 'evil', email: 'e@example.com' }, by), FORBIDDEN)
  await refused(t, site.content.applicationPasswords.create({ user: admin, name: 'More' }, by), FORBIDDEN)
  await refused(
    t,
    site.content.emailChanges.request(
      { user: admin, email: 'evil@example.com', mail: () => ({ subject: 's', text: 't' }) },
      by,
    ),
    FORBIDDEN,
  )
  const after = (await contentsOf(fixture)).records
  t.same(after.get('users'), before.get('users'))
  t.equal(after.get('applicationPasswords')?.length, (before.get('applicationPasswords')?.length ?? 0) + 1)
  const script = { title: 'x', content: '<p onclick="x()">a</p><script>steal()</script>', status: 'publish' }
  const { body } = await send('POST /posts', json(script))
  const stored = await postsIn(store).get(Number(body['id']))
  t.equal(stored?.content.includes('<script') || stored?.content.includes('onclick'), false)
})

async function secretOf({ site, users }: Fixture, scopes: readonly string[]): Promise<string> {
  const user = users.get('administrator')?.id ?? 0
  const created = await site.content.applicationPasswords.create(
    { user, name: 'In process', scopes },
    { as: site.system },
  )
  return created.secret
}

t.test('calls in process need a scope for all routes', async t => {
  const fixture = await openFixture(makeSite)
  const { site, ids: known } = fixture
  const principal = async (...scopes: string[]) => {
    const authorization = `Basic ${Buffer.from(`admin:${await secretOf(fixture, scopes)}`).toString('base64')}`
    return { as: await site.authenticate({ method: 'GET', path: '/', headers: { authorization }, secure: true }) }
  }
  const posts = await principal('posts:write')
  t.match(await site.call('POST', '/cms/v2/pages', { title: 'x' }, posts), {
    ok: false,
    status: 403,
    body: { data: { scope: 'pages:write' } },
  })
  t.match(await site.call('POST', `/cms/v2/posts/${known.post}`, { title: 'x' }, posts), { ok: true })
  await refused(t, site.content.posts.update(known.post, { title: 'y' }, posts), insufficient('write'))
  await refused(t, site.content.posts.get(known.post, posts), insufficient('read'))
  const read = await principal('read')
  t.match(await site.content.posts.get(known.post, read), { title: 'x' })
  await refused(t, site.content.posts.update(known.post, { title: 'y' }, read), insufficient('write'))
  const write = await principal('write')
  t.match(await site.content.posts.update(known.post, { title: 'y' }, write), { title: 'y' })
  const list = await site.call('GET', '/cms/v2/posts', undefined, read)
  t.ok(list.ok && ids(list.body).includes(known.post))
})
