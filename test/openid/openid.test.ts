import { openId } from '@platen/openid'
import { silentLogger, usersIn } from '@platen/site'
import { RegistrationError } from '@platen/site/extend'
import t from 'tap'
import { onEveryStore, twoProcesses } from '../site/every-store.js'
import { makeSite, type TestSite } from '../site/make-site.js'
import { someTurns } from '../some-turns.js'
import {
  AUDIENCE,
  type LocalProvider,
  type SigningKey,
  signingKey,
  signToken,
  startProvider,
  type TokenOptions,
} from './provider-server.js'
import { makeTokenSite } from './token-site.js'

const ALGORITHMS = ['RS256', 'PS384', 'ES256', 'ES512', 'Ed25519', 'EdDSA']

const unknown = { status: 403, body: { code: 'openid_unknown_user', data: { status: 403 } } }
const invalid = { status: 401, body: { code: 'openid_invalid_token', data: { status: 401 } } }

for (const alg of ALGORITHMS) {
  t.test(`a token that is signed with ${alg} identifies the user of its subject`, async t => {
    const key = await signingKey('one', alg)
    const provider = await startProvider(t, key)
    const { me, send, site } = await makeTokenSite(provider)
    const token = await signToken(key, provider.issuer)
    t.match(await me(token), {
      status: 200,
      body: { slug: 'editor' },
      headers: { 'Cache-Control': 'private, no-store' },
    })
    t.match(await me(token), { status: 200, body: { slug: 'editor' } })
    const headers = { authorization: `bearer   ${token} ` }
    const created = await send('POST /posts', { as: 'anonymous', headers, body: { title: 'By token' } })
    t.match(created, { status: 201, body: { author: Number } })
    const principal = await site.authenticate({ method: 'GET', path: '/', headers })
    t.match(principal, { authenticated: true, credential: { kind: 'openid', id: 's-1' } })
  })
}

t.test('claims and headers that providers write', async t => {
  const key = await signingKey('one')
  const provider = await startProvider(t, key)
  const { me } = await makeTokenSite(provider)
  const now = Math.floor(Date.now() / 1000)
  const cases = {
    'several audiences': { claims: { aud: ['another', AUDIENCE] } },
    'an id token of this client': { header: { typ: 'JWT' } },
    'no type': { header: { typ: undefined } },
    'a type with its prefix': { header: { typ: 'application/AT+JWT' } },
    'a clock that is slow': { claims: { exp: now - 50 } },
    'a clock that is fast': { claims: { nbf: now + 50, iat: now + 50 } },
    'only one key fits': { header: { kid: undefined } },
  }
  for (const [what, options] of Object.entries(cases))
    t.equal((await me(await signToken(key, provider.issuer, options))).status, 200, what)
})

t.test('a provider whose keys are at a URL of their own', async t => {
  const key = await signingKey('one')
  const provider = await startProvider(t, key)
  const seen: string[] = []
  const { me } = await makeTokenSite(provider, {
    jwksUri: `${provider.issuer}/keys`,
    fetch: (url, init) => {
      seen.push(url)
      return fetch(url, init)
    },
  })
  t.equal((await me(await signToken(key, provider.issuer))).status, 200)
  t.same(seen, [`${provider.issuer}/keys`])
})

t.test('tokens of several providers', async t => {
  const keys = [await signingKey('same'), await signingKey('same'), await signingKey('same')]
  const [first, second, other] = await Promise.all(keys.map(key => startProvider(t, key)))
  const made = await makeSite()
  const identities = made.site.use(
    openId({ issuer: first.issuer, audience: AUDIENCE }, { issuer: second.issuer, audience: 'second' }),
  )
  t.throws(() => made.site.use(openId({ issuer: other.issuer, audience: AUDIENCE })), RegistrationError)
  const me = (token: string) =>
    made.send('GET /users/me', { as: 'anonymous', headers: { authorization: `Bearer ${token}` } })
  const link = (role: string, issuer: string) =>
    identities.link({ user: made.users.get(role)?.id ?? 0, issuer, subject: 's-1' }, { as: made.site.system })
  await link('editor', first.issuer)
  await link('author', second.issuer)
  const claims = { aud: 'second' }
  t.match(await me(await signToken(keys[0], first.issuer)), { status: 200, body: { slug: 'editor' } })
  t.match(await me(await signToken(keys[1], second.issuer, { claims })), { status: 200, body: { slug: 'author' } })
  t.match(await me(await signToken(keys[1], second.issuer)), invalid, 'the audience of the other provider')
  t.match(await me(await signToken(keys[1], first.issuer)), invalid, 'the key of the other provider')
  t.match(await me(await signToken(keys[2], other.issuer)), invalid, 'a provider that the site does not know')
})

onEveryStore(t, 'links of users', async (t, make) => {
  const key = await signingKey('one')
  const provider = await startProvider(t, key)
  const { issuer } = provider
  const made = await make()
  const { site, users, store } = made
  const identities = site.use(openId({ issuer, audience: AUDIENCE }))
  const me = (token: string) =>
    made.send('GET /users/me?context=edit', { as: 'anonymous', headers: { authorization: `Bearer ${token}` } })
  const idOf = (role: string) => users.get(role)?.id ?? 0
  const by = (role: string) => ({ as: site.principalOf(users.get(role)) })
  const token = await signToken(key, issuer)

  t.match(await me(token), unknown)
  const link = { user: idOf('editor'), issuer, subject: 's-1' }
  await t.rejects(identities.link(link, by('author')), { code: 'rest_cannot_edit' })
  await t.rejects(identities.link({ ...link, user: 999 }, by('administrator')), { code: 'rest_user_invalid_id' })
  const linked = await identities.link(link, by('administrator'))
  t.match(await me(token), { status: 200, body: { slug: 'editor', roles: ['editor'] } })
  await t.rejects(identities.link({ ...link, user: idOf('author') }, by('administrator')), {
    code: 'openid_identity_exists',
  })
  await identities.link({ ...link, subject: 's-2' }, by('editor'))
  t.same(
    (await identities.list(idOf('editor'), by('editor'))).map(({ subject }) => subject),
    ['s-1', 's-2'],
  )
  await t.rejects(identities.list(idOf('editor'), by('author')), { code: 'rest_cannot_edit' })

  await site.content.users.update(idOf('editor'), { roles: ['author'] }, { as: site.system })
  t.match(await me(token), { status: 200, body: { roles: ['author'] } }, 'a new role counts at once')
  await t.rejects(identities.unlink(linked.id, by('author')), { code: 'rest_cannot_edit' })
  await identities.unlink(linked.id, by('administrator'))
  t.match(await me(token), unknown, 'so does the end of a link')
  await t.rejects(identities.unlink(linked.id, by('administrator')), { code: 'openid_no_identity' })

  await identities.link(link, by('administrator'))
  t.equal((await me(token)).status, 200)
  await usersIn(store).remove(idOf('editor'))
  t.match(await me(token), unknown, 'and that of a user')
})

t.test('identities go with their user', async t => {
  const provider = await startProvider(t)
  const { site, users, identities } = await makeTokenSite(provider)
  const [identity] = await identities.list(users.get('editor')?.id ?? 0, { as: site.system })
  await site.content.users.delete(users.get('editor')?.id ?? 0, { as: site.system })
  await t.rejects(identities.unlink(identity?.id ?? 0, { as: site.system }), { code: 'openid_no_identity' })
})

onEveryStore(t, 'unknown subjects with an email address', async (t, make) => {
  const key = await signingKey('one')
  const provider = await startProvider(t, key)
  const { issuer } = provider
  const made = await make()
  made.site.use(openId({ issuer, audience: AUDIENCE, linkByEmail: true, newUserRole: 'contributor' }))
  const me = async (claims: Record<string, unknown>) =>
    made.send('GET /users/me?context=edit', {
      as: 'anonymous',
      headers: { authorization: `Bearer ${await signToken(key, issuer, { claims })}` },
    })
  const email = 'Author@Example.com'
  t.match(await me({ email }), unknown, 'not verified')
  t.match(await me({ email, email_verified: false }), unknown)
  t.match(await me({ email, email_verified: 1 }), unknown)
  t.match(await me({ email: [email], email_verified: true }), unknown)
  t.match(await me({ email, email_verified: true }), { status: 200, body: { slug: 'author' } })
  t.match(await me({}), { status: 200, body: { slug: 'author' } }, 'the subject is enough from then on')
  const other = { email: 'editor@example.com', email_verified: true }
  t.match(await me(other), { status: 200, body: { slug: 'author' } }, 'another address does not change who it is')

  const [ada, again] = await Promise.all(
    [1, 2].map(() =>
      me({ sub: 's-2', email: 'ada@new.example', email_verified: 'true', preferred_username: 'ada', name: 'Ada <b>L' }),
    ),
  )
  t.match(ada, {
    status: 200,
    body: { username: 'ada', roles: ['contributor'], email: 'ada@new.example', name: 'Ada' },
  })
  t.match(again, { status: 200, body: ada?.body }, 'concurrent requests create one user')
  const taken = { sub: 's-3', email: 'b@new.example', email_verified: true, preferred_username: 'ADMIN' }
  t.match(await me(taken), { status: 200, body: { username: /^ADMIN-[\da-f]{12}$/, roles: ['contributor'] } })
  const nameless = { sub: 's-4', email: 'c@new.example', email_verified: true, preferred_username: '<%>{}' }
  t.match(await me(nameless), { status: 200, body: { username: /^user-[\da-f]{12}$/ } })
  const impossible = { sub: 's-5', email: 'not an address', email_verified: true }
  t.match(await me(impossible), { status: 403, body: { code: 'openid_cannot_create_user' } })
  const { events } = await made.site.audit.list({}, { as: made.site.system })
  const of = (kind: string) => events.filter(event => event.kind === kind).map(({ accountLogin }) => accountLogin)
  t.same(of('sign_in').sort(), ['ada', 'author', ...of('sign_in').filter(login => login.includes('-'))].sort())
  t.not(of('sign_in_failed').length, 0)
  const long = { sub: 's-6', email: `${'x'.repeat(120)}@new.example`, email_verified: true }
  t.match(await me(long), { status: 403 })
})

t.test('a new user is not one who has the address already', async t => {
  const key = await signingKey('one')
  const provider = await startProvider(t, key)
  const { me } = await makeTokenSite(provider, { newUserRole: 'subscriber' }, { isLinked: false })
  const claims = { email: 'admin@example.com', email_verified: true }
  t.match(await me(await signToken(key, provider.issuer, { claims })), unknown)
  const { me: linking } = await makeTokenSite(provider, { linkByEmail: true }, { isLinked: false })
  const stranger = { email: 'nobody@new.example', email_verified: true }
  t.match(
    await linking(await signToken(key, provider.issuer, { claims: stranger })),
    unknown,
    'nor created if only linked',
  )
})

t.test('unusable options', async t => {
  const valid = { issuer: 'https://id.example', audience: 'site' }
  const cases: Record<string, Partial<Parameters<typeof openId>[0]>> = {
    'an issuer without TLS': { issuer: 'http://id.example' },
    'an issuer that is not a URL': { issuer: 'id' },
    'keys without TLS': { jwksUri: 'http://id.example/keys' },
    'no audience': { audience: [] },
    'an empty audience': { audience: '' },
    'a shared secret': { algorithms: ['RS256', 'HS256'] },
    'no signature': { algorithms: ['none'] },
    'no algorithm': { algorithms: [] },
    'a tolerance beyond five minutes': { clockTolerance: 301 },
    'an unknown option': { audiences: ['site'] } as object,
    'a role that is not a text': { newUserRole: 5 } as object,
    'a switch that is not one': { linkByEmail: 'yes' } as object,
    'a tolerance that is not a number': { clockTolerance: Number.NaN },
  }
  for (const [what, options] of Object.entries(cases))
    t.throws(() => openId({ ...valid, ...options }), RegistrationError, what)
  t.throws(() => openId(valid, valid), RegistrationError, 'the same provider twice')
  const provider = await startProvider(t)
  await t.rejects(makeTokenSite(provider, { newUserRole: 'chief' }), RegistrationError)
})

t.test('revocation and changed roles count at once in another process', async t => {
  const key = await signingKey('one')
  const provider = await startProvider(t, key)
  const { issuer } = provider
  const [one, two] = await twoProcesses(t)
  const [identities] = [one, two].map(({ site }) => site.use(openId({ issuer, audience: AUDIENCE })))
  const headers = { authorization: `Bearer ${await signToken(key, issuer)}` }
  const me = ({ send }: TestSite) => send('GET /users/me?context=edit', { as: 'anonymous', headers })
  const user = one.users.get('editor')?.id ?? 0
  const link = await identities?.link({ user, issuer, subject: 's-1' }, { as: one.site.system })
  for (const site of [one, two, one, two]) t.match(await me(site), { status: 200, body: { roles: ['editor'] } })
  await one.site.content.users.update(user, { roles: ['author'] }, { as: one.site.system })
  await someTurns()
  t.match(await me(two), { status: 200, body: { roles: ['author'] } })
  await identities?.unlink(link?.id ?? 0, { as: one.site.system })
  await someTurns()
  t.match(await me(two), unknown)
})

const SECOND = 1000
const MINUTE = 60 * SECOND

/** A site with a clock that the test sets; tokens are always issued at its time. */
async function timedSite(provider: LocalProvider) {
  const time = { now: Date.UTC(2026, 0, 1) }
  const { me } = await makeTokenSite(provider, {}, { services: { clock: () => time.now, logger: silentLogger } })
  const status = async (key: SigningKey, options: TokenOptions = {}) => {
    const token = await signToken(key, provider.issuer, { now: Math.floor(time.now / 1000), ...options })
    return (await me(token)).status
  }
  return { time, me, status }
}

t.test('a provider rotates its keys while the site runs', async t => {
  const [old, young] = [await signingKey('old'), await signingKey('young')]
  const provider = await startProvider(t, old)
  const { time, me, status } = await timedSite(provider)
  t.equal(await status(old), 200)
  t.equal(await status(young), 401, 'not published yet')
  provider.published = [old.jwk, young.jwk]
  t.equal(await status(young), 401, 'the keys were requested a moment ago')
  time.now += 11 * SECOND
  t.equal(await status(young), 200)
  t.equal(await status(old), 200)
  t.equal(provider.requests(), 2)

  const now = Math.floor(time.now / 1000)
  const long = await signToken(old, provider.issuer, { now, claims: { exp: now + 7200 } })
  t.equal((await me(long)).status, 200)
  provider.published = [young.jwk]
  time.now += 9 * MINUTE
  t.equal((await me(long)).status, 200, 'the keys are current')
  time.now += 2 * MINUTE
  t.equal((await me(long)).status, 401, 'a token that was verified with a withdrawn key')
  t.equal(await status(old), 401)
  t.equal(await status(young), 200)
})

t.test('clients cannot make the site request keys', async t => {
  const key = await signingKey('one')
  const provider = await startProvider(t, key)
  const { time, status } = await timedSite(provider)
  for (let i = 0; i < 50; i++) t.equal(await status(key, { header: { kid: `unknown-${i}` } }), 401)
  await Promise.all(Array.from({ length: 50 }, (_, i) => status(key, { header: { kid: `concurrent-${i}` } })))
  t.equal(provider.requests(), 1)
  time.now += 11 * SECOND
  await Promise.all(Array.from({ length: 50 }, (_, i) => status(key, { header: { kid: `later-${i}` } })))
  t.equal(provider.requests(), 2)
  for (const options of [{ header: { alg: 'HS256' } }, { claims: { iss: 'https://evil.example' } }]) {
    time.now += 11 * MINUTE
    const forged = { ...key, ...(options.header && { privateKey: new Uint8Array(32) }) }
    t.equal(await status(forged as SigningKey, options), 401)
  }
  t.equal(provider.requests(), 2, 'tokens of no known provider or algorithm')
})

t.test('a provider that does not respond', async t => {
  const key = await signingKey('one')
  const provider = await startProvider(t, key)
  let isDown = true
  let attempts = 0
  provider.answer = () => {
    attempts++
    return isDown ? { status: 503, text: 'down' } : undefined
  }
  const { time, me, status } = await timedSite(provider)
  const token = await signToken(key, provider.issuer, { now: Math.floor(time.now / 1000) })
  t.match(await me(token), { status: 503, body: { code: 'openid_provider_unavailable' } })
  for (let i = 0; i < 20; i++) t.equal(await status(key), 503)
  t.equal(attempts, 1)
  isDown = false
  time.now += 11 * SECOND
  t.equal(await status(key), 200)
  isDown = true
  time.now += 11 * MINUTE
  t.equal(await status(key), 200, 'the keys of before are used')
  time.now += 30 * MINUTE
  t.equal(await status(key), 200)
  time.now += 30 * MINUTE
  t.equal(await status(key), 503, 'but not for more than an hour')
  isDown = false
  time.now += 11 * SECOND
  t.equal(await status(key), 200)
})

t.test('responses without keys', async t => {
  const key = await signingKey('one')
  const provider = await startProvider(t, key)
  const discovery = (value: object) => (path: string) =>
    path === '/keys' ? undefined : { text: JSON.stringify({ issuer: provider.issuer, ...value }) }
  const keys =
    (text: string, rest = {}) =>
    (path: string) =>
      path === '/keys' ? { text, ...rest } : undefined
  const cases: Record<string, LocalProvider['answer']> = {
    'another issuer': discovery({ issuer: 'https://evil.example', jwks_uri: `${provider.issuer}/keys` }),
    'no jwks_uri': discovery({}),
    'a jwks_uri without TLS': discovery({ jwks_uri: 'http://evil.example/keys' }),
    'a jwks_uri that is not a text': discovery({ jwks_uri: [`${provider.issuer}/keys`] }),
    'a discovery document that is null': path => (path === '/keys' ? undefined : { text: 'null' }),
    'a redirect': keys('', { status: 302, location: `${provider.issuer}/elsewhere` }),
    'no JSON': keys('<html>'),
    'a list': keys('[]'),
    'keys that are not a list': keys('{"keys":{}}'),
    'keys that are not objects': keys('{"keys":[1]}'),
    'too many keys': keys(JSON.stringify({ keys: Array(101).fill(key.jwk) })),
    'too many bytes': keys(JSON.stringify({ keys: [key.jwk], filler: 'x'.repeat(300_000) })),
  }
  for (const [what, answer] of Object.entries(cases)) {
    provider.answer = answer
    const { status } = await timedSite(provider)
    t.equal(await status(key), 503, what)
  }
})

t.test('keys that verify nothing', async t => {
  const key = await signingKey('one')
  const { privateKey } = key
  const secret = { kty: 'oct', k: Buffer.from(JSON.stringify(key.jwk)).toString('base64url'), kid: 'one' }
  const provider = await startProvider(t, key)
  const cases: Record<string, readonly Record<string, unknown>[]> = {
    'no keys': [],
    'a key for encryption': [{ ...key.jwk, use: 'enc' }],
    'a key of another algorithm': [{ ...key.jwk, alg: 'ES384' }],
    'a shared secret': [secret],
    'a curve that does not exist': [{ ...key.jwk, crv: 'P-1' }],
    'coordinates that are not a point': [{ ...key.jwk, x: 'AA' }],
    'the same key twice': [key.jwk, { ...key.jwk }],
  }
  for (const [what, published] of Object.entries(cases)) {
    provider.published = published as typeof provider.published
    const { status } = await timedSite(provider)
    t.equal(await status({ ...key, privateKey }), 401, what)
  }
})
