import { principalByName, usersIn } from '@platen/site'
import t from 'tap'
import { signingKey, signToken, startProvider } from '../openid/provider-server.js'
import { makeTokenSite } from '../openid/token-site.js'
import { onEveryStore } from '../site/every-store.js'

/** Texts that searches take for `admin` or `admin@example.com`, but whose owner is somebody else. */
const LOGINS = ['\u00e1dmin', 'a\u0301dmin', '\uff41dmin', 'adm\u0131n', 'admi\u00f1']
const ADDRESSES = [
  '\u00e1dmin@example.com',
  'admin@ex\u00e4mple.com',
  'admin@exa\u0308mple.com',
  'adm\u0131n@example.com',
  'admin@example.com\u0301',
]

onEveryStore(t, 'names with other letters are those of nobody', async (t, make) => {
  const { site } = await make()
  for (const name of ['admin', 'ADMIN', 'Admin@Example.COM', ' admin ']) {
    t.equal((await principalByName(site.context, name))?.user?.login, 'admin', name)
    t.equal((await site.sessions.signIn({ login: name, password: 'secret' }))?.user.login, 'admin', name)
  }
  for (const name of [...LOGINS, ...ADDRESSES]) {
    t.equal(await principalByName(site.context, name), undefined, name)
    t.equal(await site.sessions.signIn({ login: name, password: 'secret' }), undefined, name)
  }
  await site.content.users.create({ login: 'kim', email: 'kim@example.com' }, { as: site.system })
  t.equal(await principalByName(site.context, '\u212aim'), undefined, 'the sign of Kelvin is not a K')
})

t.test('a verified address with other letters is not that of a user', async t => {
  const key = await signingKey('one')
  const provider = await startProvider(t, key)
  const options = { linkByEmail: true, newUserRole: 'subscriber' }
  const { me } = await makeTokenSite(provider, options, { isLinked: false })
  for (const [at, email] of ADDRESSES.entries()) {
    const claims = { sub: `attacker-${at}`, email, email_verified: true }
    t.equal((await me(await signToken(key, provider.issuer, { claims }))).status, 403, email)
  }
  const claims = { sub: 'owner', email: 'Admin@Example.com', email_verified: true }
  t.match(await me(await signToken(key, provider.issuer, { claims })), { status: 200, body: { slug: 'admin' } })
})

t.test('a new user gets no login that is the address of another', async t => {
  const key = await signingKey('one')
  const provider = await startProvider(t, key)
  const { me, site, store } = await makeTokenSite(provider, { newUserRole: 'subscriber' }, { isLinked: false })
  for (const [sub, email, preferred_username] of [
    ['attacker-1', 'eve@evil.example', 'admin@example.com'],
    ['attacker-2', 'eva@evil.example', 'ADMIN@example.com'],
    ['attacker-3', 'evi@evil.example', 'future@example.com'],
    ['honest', 'own@good.example', 'Own@good.example'],
  ] as const) {
    const claims = { sub, email, email_verified: true, preferred_username }
    t.equal((await me(await signToken(key, provider.issuer, { claims }))).status, 200, sub)
  }
  t.equal((await site.sessions.signIn({ login: 'admin@example.com', password: 'secret' }))?.user.login, 'admin')
  const logins = (await usersIn(store).find({})).records.map(({ login }) => login)
  t.same(
    logins.filter(login => login.includes('@')),
    ['Own@good.example'],
  )
  t.ok(logins.includes('future'))
})
