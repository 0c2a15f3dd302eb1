import { createPublicKey, type JsonWebKey } from 'node:crypto'
import { generateSecret, SignJWT, UnsecuredJWT } from 'jose'
import t, { type Test } from 'tap'
import {
  AUDIENCE,
  type LocalProvider,
  type SigningKey,
  signingKey,
  signToken,
  startProvider,
} from '../openid/provider-server.js'
import { makeTokenSite, type TokenSite } from '../openid/token-site.js'

const encode = (value: unknown) =>
  Buffer.from(typeof value === 'string' ? value : JSON.stringify(value)).toString('base64url')

async function withProvider(t: Test) {
  const key = await signingKey('one', 'RS256')
  const provider = await startProvider(t, key)
  const made = await makeTokenSite(provider)
  return { key, provider, made, token: await signToken(key, provider.issuer) }
}

/** Sends a token on a route for users, a public one and one that changes something: each must refuse it. */
async function refused(t: Test, { me, send }: TokenSite, token: string, what: string) {
  const headers = { authorization: `Bearer ${token}` }
  const responses = [
    await me(`Bearer ${token}`),
    await send('GET /posts', { as: 'anonymous', headers }),
    await send('POST /posts', { as: 'anonymous', headers, body: { title: 'forged' } }),
  ]
  for (const { status, body } of responses)
    t.match({ status, body }, { status: 401, body: { code: 'openid_invalid_token', data: { status: 401 } } }, what)
}

t.test('tokens with other claims', async t => {
  const { key, provider, made, token } = await withProvider(t)
  const now = Math.floor(Date.now() / 1000)
  const claims: Record<string, Record<string, unknown>> = {
    'another issuer': { iss: 'https://evil.example' },
    'the issuer with a slash': { iss: `${provider.issuer}/` },
    'issuers in a list': { iss: [provider.issuer] },
    'no issuer': { iss: undefined },
    'the name of a prototype as issuer': { iss: '__proto__' },
    'another audience': { aud: 'https://other.example' },
    'the audience with a slash': { aud: `${AUDIENCE}/` },
    'a part of the audience': { aud: AUDIENCE.slice(0, -1) },
    'no audience': { aud: undefined },
    'an empty list of audiences': { aud: [] },
    'an audience that is an object': { aud: { 0: AUDIENCE } },
    expired: { exp: now - 61 },
    'expired long ago': { exp: 1 },
    'an expiry that is a text': { exp: String(now + 600) },
    'an expiry that is not finite': { exp: '1e999' },
    'no expiry': { exp: undefined },
    'an expiry of null': { exp: null },
    'not valid yet': { nbf: now + 90 },
    'not valid before a text': { nbf: 'now' },
    'no subject': { sub: undefined },
    'an empty subject': { sub: '' },
    'a subject that is a number': { sub: 1 },
    'a subject that is a list': { sub: ['s-1'] },
    'a long subject': { sub: 'x'.repeat(256) },
  }
  for (const [what, each] of Object.entries(claims))
    await refused(t, made, await signToken(key, provider.issuer, { claims: each }), what)
  t.match(await made.me(token), { status: 200, body: { slug: 'editor' } }, 'the token itself')
})

t.test('a subject that is written as a condition, or as that of another user', async t => {
  const { key, provider, made } = await withProvider(t)
  for (const sub of ['S-1', 's-1 ', 's-1\0', "' or '1'='1", '%', 's-_', '*', '1', '[object Object]']) {
    const token = await signToken(key, provider.issuer, { claims: { sub } })
    t.match(await made.me(token), { status: 403, body: { code: 'openid_unknown_user' } }, JSON.stringify(sub))
  }
})

t.test('tokens with a foreign signature, or none, are refused', async t => {
  const { key, provider, made } = await withProvider(t)
  const { issuer } = provider
  const payload = { iss: issuer, aud: AUDIENCE, sub: 's-1', exp: Math.floor(Date.now() / 1000) + 600 }
  const pem = publicPem(key)
  const mac = (secret: Uint8Array, alg: string) =>
    new SignJWT(payload).setProtectedHeader({ alg, kid: 'one' }).sign(secret)
  const bytes = (text: string) => new TextEncoder().encode(text)
  const foreign = await signingKey('one', 'RS256')
  const curve = await signingKey('one', 'ES256')
  const forged: Record<string, string> = {
    'another key of the same id': await signToken(foreign, issuer),
    'another key in the header': await signToken(foreign, issuer, { header: { jwk: foreign.jwk } }),
    'a key at a URL in the header': await signToken(foreign, issuer, {
      header: { jku: `${issuer}/evil`, kid: 'evil' },
    }),
    'a certificate in the header': await signToken(foreign, issuer, {
      header: { x5c: ['MIIB'], x5u: `${issuer}/evil` },
    }),
    'another algorithm than that of the key': await signToken({ ...key, alg: 'RS256' }, issuer, {
      header: { kid: 'two' },
    }),
    'a curve in place of RSA': await signToken(curve, issuer),
    'no signature': new UnsecuredJWT(payload).encode(),
    'no signature, in capitals': `${encode({ alg: 'NONE' })}.${encode(payload)}.`,
    'no algorithm': `${encode({ typ: 'JWT' })}.${encode(payload)}.`,
    'the public key as a secret': await mac(bytes(pem), 'HS256'),
    'the modulus as a secret': await mac(bytes(key.jwk.n ?? ''), 'HS512'),
    'the published key as a secret': await mac(bytes(JSON.stringify(key.jwk)), 'HS384'),
    'some secret': await new SignJWT(payload)
      .setProtectedHeader({ alg: 'HS256' })
      .sign(await generateSecret('HS256', { extractable: true })),
    'a critical extension': await new SignJWT(payload)
      .setProtectedHeader({ alg: 'RS256', kid: 'one', crit: ['x'], x: 1 })
      .sign(key.privateKey, { crit: { x: true } }),
    'an unencoded payload': `${encode({ alg: 'RS256', kid: 'one', b64: false, crit: ['b64'] })}.${JSON.stringify(payload)}.AA`,
    'a token of another type': await signToken(key, issuer, { header: { typ: 'logout+jwt' } }),
    'a type that is a number': await signToken(key, issuer, { header: { typ: 1 } }),
    'a key id that is a number': await signToken(key, issuer, { header: { kid: 1 } }),
  }
  for (const [what, token] of Object.entries(forged)) await refused(t, made, token, what)
  t.ok(provider.requests() <= 2)
})

t.test('a token with a character changed, cut off or added', async t => {
  const { made, token } = await withProvider(t)
  t.equal((await made.me(token)).status, 200)
  const [header = '', payload = '', signature = ''] = token.split('.')
  const changed: string[] = []
  for (let at = 0; at < token.length - 2; at += 23)
    changed.push(`${token.slice(0, at)}${token[at] === 'A' ? 'B' : 'A'}${token.slice(at + 1)}`)
  for (let length = 0; length < token.length; length += 41) changed.push(token.slice(0, length))
  changed.push(
    `${token}=`,
    `${token}.`,
    `${token}.${signature}`,
    `.${token}`,
    `${header}.${payload}.`,
    `${header}..${signature}`,
    `.${payload}.${signature}`,
    `${header}.${payload}.${signature}.${signature}.${signature}`,
    `${header} .${payload}.${signature}`,
    `${token} ${token}`,
    `${token}, Basic YWRtaW46YWRtaW4=`,
    `${token}\0`,
    `${token}é`,
    token.toUpperCase(),
    `"${token}"`,
    encodeURIComponent(`${token}%`),
  )
  for (const each of changed) await refused(t, made, each, JSON.stringify(each))
})

t.test('anything else in place of a token', async t => {
  const { made, provider } = await withProvider(t)
  const deep = `${'['.repeat(5000)}${']'.repeat(5000)}`
  const texts = [
    ...[
      '',
      '.',
      '..',
      '...',
      'a',
      'a.b',
      'a.b.c',
      '....',
      'null',
      'undefined',
      'abcdef',
      'é',
      '\u0000',
      ' '.repeat(1000),
    ],
    ...['null', '1', '"x"', '[]', '{}', 'true', '{"alg":', '{"alg":{}}', '{"alg":["RS256"]}', deep].map(
      header => `${encode(header)}.${encode('{}')}.AA`,
    ),
    ...['null', '1', '"x"', '[]', '{"iss":', `{"iss":"${provider.issuer}"}`, deep].map(
      payload => `${encode({ alg: 'RS256', kid: 'one' })}.${encode(payload)}.AA`,
    ),
    `${encode({ alg: 'RSA-OAEP', enc: 'A256GCM' })}.AA.AA.AA.AA`,
    'x'.repeat(1_000_000),
    '.'.repeat(1_000_000),
    `${'a'.repeat(500_000)}.${'b'.repeat(500_000)}.c`,
  ]
  for (const text of texts) await refused(t, made, text, JSON.stringify(text.slice(0, 60)))
  t.equal(provider.requests() <= 1, true)
})

t.test('other schemes are left to others', async t => {
  const { made } = await withProvider(t)
  for (const header of ['Bearers abc', 'Basic YWRtaW46eA==', 'Digest x', 'JWT a.b.c', 'Bearer\tx', ' Bearer'])
    t.match(await made.me(`${header} `), { status: 401, body: { code: 'empty_username' } }, header)
})

t.test('an expired token is not remembered', async t => {
  let now = Date.now()
  const key = await signingKey('one')
  const provider = await startProvider(t, key)
  const made = await makeTokenSite(provider, {}, { services: { clock: () => now } })
  const token = await signToken(key, provider.issuer, { claims: { exp: Math.floor(now / 1000) + 120 } })
  t.equal((await made.me(token)).status, 200)
  now += 170_000
  t.equal((await made.me(token)).status, 200, 'within the tolerance')
  now += 11_000
  await refused(t, made, token, 'after it')
})

function publicPem({ jwk }: SigningKey): string {
  const key = createPublicKey({ key: jwk as JsonWebKey, format: 'jwk' })
  return String(key.export({ type: 'spki', format: 'pem' }))
}

t.test('a provider cannot be made to identify users of another', async t => {
  const [one, two] = [await signingKey('one'), await signingKey('one')]
  const [first, second]: LocalProvider[] = [await startProvider(t, one), await startProvider(t, two)]
  const made = await makeTokenSite(first)
  await refused(t, made, await signToken(two, second.issuer), 'its own token')
  await refused(t, made, await signToken(two, first.issuer), 'a token in the name of the other')
})
