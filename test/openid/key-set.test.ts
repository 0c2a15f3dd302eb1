import { silentLogger } from '@platen/site'
import t from 'tap'
import {
  type LocalProvider,
  type SigningKey,
  signingKey,
  signToken,
  startProvider,
  type TokenOptions,
} from './provider-server.js'
import { makeTokenSite } from './token-site.js'

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
