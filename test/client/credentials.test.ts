import { createClient } from '@platen/client'
import { toFetchHandler } from '@platen/fetch'
import { cmsDialect, REST_NONCE, wpDialect } from '@platen/site'
import t from 'tap'
import { makeSite } from '../site/make-site.js'
import { cookieOf, signedIn } from '../site/sessions/sign-in.js'
import { type FakeResponse, fakeServer } from './in-process.js'

const url = 'https://garden.example/cms-json'
const ok: FakeResponse = [200, { id: 7 }]
const me = '/cms/v2/users/me'
const staleNonce: FakeResponse = [403, { code: 'rest_cookie_invalid_nonce', message: 'Expired.' }]

t.test('an application password is sent as UTF-8', async t => {
  const { fetch, sent } = fakeServer([ok])
  await createClient({ url, fetch, auth: { login: 'Zoë', password: 'abcd ☃' } }).get(me)
  const [, value = ''] = sent[0].headers['authorization'].split(' ')
  t.equal(Buffer.from(value, 'base64').toString(), 'Zoë:abcd ☃')
})

t.test('a token is a text, or comes from a function', async t => {
  const fixed = fakeServer([ok, [401, { code: 'rest_forbidden', message: 'No.' }]])
  const client = createClient({ url, fetch: fixed.fetch, auth: { token: 'abc' } })
  await client.get(me)
  t.equal(fixed.sent[0].headers['authorization'], 'Bearer abc')
  await t.rejects(client.get(me), { status: 401, code: 'rest_forbidden' })
  t.equal(fixed.sent.length, 2, 'there is no other token')

  const refused: boolean[] = []
  const token = async (isRefused: boolean) => {
    refused.push(isRefused)
    return `t${refused.length}`
  }
  const expired: FakeResponse = [401, { code: 'rest_invalid_token', message: 'Expired.' }]
  const { fetch, sent } = fakeServer([ok, expired, ok, expired, expired])
  const renewing = createClient({ url, fetch, auth: { token } })
  await renewing.get(me)
  await renewing.post('/cms/v2/posts', { title: 'x' })
  t.same(refused, [false, false, true])
  t.same(
    sent.map(({ headers }) => headers['authorization']),
    ['Bearer t1', 'Bearer t2', 'Bearer t3'],
  )
  await t.rejects(renewing.get(me), { status: 401, code: 'rest_invalid_token' })
  t.equal(sent.length, 5, 'it is renewed once')
})

t.test('requests that are refused at the same time renew a token once', async t => {
  let valid = 't1'
  let renewals = 0
  const token = async (isRefused: boolean) => {
    if (!isRefused) return valid
    const count = ++renewals
    await new Promise(resolve => setTimeout(resolve, 5))
    if (count === 1) throw new Error('offline')
    valid = `t${count}`
    return valid
  }
  const fetch = async ({ headers }: Request) =>
    headers.get('authorization') === 'Bearer t2'
      ? Response.json({ id: 7 })
      : new Response('{"code":"x"}', { status: 401 })
  const client = createClient({ url, fetch, auth: { token } })
  const all = () => Promise.allSettled(Array.from({ length: 5 }, () => client.get(me)))
  t.ok((await all()).every(result => result.status === 'rejected' && result.reason.message === 'offline'))
  t.equal(renewals, 1)
  t.ok((await all()).every(result => result.status === 'fulfilled'))
  t.equal(renewals, 2, 'a failure is not the end')
})

for (const dialect of [cmsDialect, wpDialect])
  t.test(`a session is used with its nonce, which is renewed (${dialect.name})`, async t => {
    let now = Date.UTC(2026, 0, 1)
    const passwords = { hash: async (password: string) => password, verify: async () => true }
    const made = await makeSite({ dialect, services: { clock: () => now, passwords } })
    const session = await signedIn(made, true)
    const handler = toFetchHandler(made.site)
    const nonces: (string | null)[] = []
    const fetch = (request: Request) => {
      t.equal(request.credentials, 'include')
      nonces.push(request.headers.get(dialect.nonceHeader))
      // Browsers add the cookie.
      return handler(
        new Request(request, { headers: { ...Object.fromEntries(request.headers), cookie: cookieOf(made, session) } }),
      )
    }
    let renewals = 0
    const nonce = async () => {
      renewals++
      return made.site.sessions.nonce(session, REST_NONCE)
    }
    const base = `https://site.example${made.site.basePath}`
    const client = createClient({ url: base, fetch, dialect: dialect.name, auth: { nonce } })
    const path = dialect === cmsDialect ? '/cms/v2/users/me' : '/wp/v2/users/me'
    const { id } = await client.get(path)
    t.equal(id, session.user.id)
    now += 13 * 60 * 60 * 1000
    await client.get(path)
    t.equal(renewals, 1, 'the first one is still valid')
    now += 12 * 60 * 60 * 1000
    await client.get(path)
    t.equal(renewals, 1, 'responses contain a fresh one')
    now += 25 * 60 * 60 * 1000
    const before = nonces.length
    await Promise.all([client.get(path), client.get(path)])
    t.equal(renewals, 2, 'an expired one is renewed, once for all requests')
    t.equal(nonces.length - before, 4)
    t.equal(new Set(nonces).size, 4)
  })

t.test('a nonce that stays invalid is an error', async t => {
  const { fetch, sent } = fakeServer([staleNonce, staleNonce, ok])
  const client = createClient({ url, fetch, auth: { nonce: () => 'wrong' } })
  await t.rejects(client.get(me), { code: 'rest_cookie_invalid_nonce' })
  t.equal(sent.length, 2)
})

t.test('a nonce that cannot be had is tried again by the next request', async t => {
  const { fetch } = fakeServer([ok])
  let calls = 0
  const nonce = async () => {
    if (++calls === 1) throw new Error('offline')
    return 'n'
  }
  const client = createClient({ url, fetch, auth: { nonce } })
  await t.rejects(client.get(me), { message: 'offline' })
  t.same(await client.get(me), { id: 7 })
})

t.test('headers of the client and of a call', async t => {
  const { fetch, sent } = fakeServer([ok])
  const client = createClient({ url, fetch, headers: { 'X-A': '1', 'X-B': '1' } })
  await client.get(me, { headers: { 'x-b': '2' } })
  t.match(sent[0].headers, { 'x-a': '1', 'x-b': '2' })
  t.notOk('content-type' in sent[0].headers)
})
