import { applicationPasswordsIn } from '@platen/site'
import t from 'tap'
import { openConsole, type TestConsole } from '../console/open-console.js'
import { makeSite } from '../site/make-site.js'
import { bodyOf, section, write } from './specified.js'

const spec = section('3')
const LIST = '/users/me/application-passwords'
const DAY = 24 * 60 * 60 * 1000

interface Shown {
  readonly uuid: string
  readonly password: string
  readonly last_used: string | null
  readonly last_ip: string | null
}

const basic = (login: string, password: string) => `Basic ${Buffer.from(`${login}:${password}`).toString('base64')}`

spec('the pings and comments of the settings are `open` or `closed`', async (t, { send }) => {
  for (const name of ['default_ping_status', 'default_comment_status']) {
    for (const value of ['open', 'closed'])
      t.equal((await send('POST /settings', { body: { [name]: value } })).status, 200)
    t.match(await send('POST /settings', { body: { [name]: 'ajar' } }), {
      status: 400,
      body: { code: 'rest_invalid_param', data: { params: { [name]: / is not one of / } } },
    })
  }
})

/** Every way that an application password comes into being, and the password it shows. */
const CREATIONS: Readonly<Record<string, (made: TestConsole) => Promise<string>>> = {
  'approval on the authorization page': async ({ browser }) => {
    const tab = browser()
    await tab.signIn('admin')
    const path = '/console/authorize-application?app_name=Phone&success_url=https%3A%2F%2Fapp.example%2F'
    const answer = await tab.press(path, 'Approve', { decision: 'approve' })
    return new URL(String(answer.headers['Location'])).searchParams.get('password') ?? ''
  },
  'POST to the application-passwords route': async made => (await write<Shown>(made, LIST, { name: 'Phone' })).password,
  'a programmatic creation call': async ({ site }) => {
    const { secret } = await site.content.applicationPasswords.create({ user: 1, name: 'Phone' }, { as: site.system })
    return secret
  },
}

for (const [trigger, create] of Object.entries(CREATIONS)) {
  t.test(`3: (none) to exists, by ${trigger}: the password is shown once, only a hash is kept`, async t => {
    const made = await openConsole()
    const password = await create(made)
    t.match(password.replaceAll(' ', ''), /^[a-zA-Z0-9]{24}$/)
    const [stored] = (await applicationPasswordsIn(made.store).find({})).records
    t.match(stored, { name: 'Phone', lastUsed: null })
    for (const path of [LIST, `${LIST}/${stored?.uuid}`, `${LIST}/${stored?.uuid}?context=edit`]) {
      const text = (await made.send(`GET ${path}`)).text()
      for (const plain of [password, password.replaceAll(' ', '')]) t.notOk(text.includes(plain), path)
    }
    t.notOk(JSON.stringify(stored).includes(password.replaceAll(' ', '')))
  })
  t.test(`3: condition of ${trigger}: password availability is on for the user`, async t => {
    const made = await openConsole({ applicationPasswords: { availableTo: user => user.login !== 'admin' } })
    await create(made).catch(() => '')
    t.equal(await applicationPasswordsIn(made.store).count(), 0)
  })
}

spec('an application password that is revoked no longer authenticates', async (t, made) => {
  const { uuid, password } = await write<Shown>(made, LIST, { name: 'Phone' })
  const me = () =>
    made.site.dispatch({
      method: 'GET',
      path: '/cms/v2/users/me',
      headers: { authorization: basic('admin', password) },
    })
  t.equal((await me()).status, 200)
  t.match(await made.send(`DELETE ${LIST}/${uuid}`), { status: 200, body: { deleted: true } })
  t.equal((await me()).status, 401)
})

spec('what does not authenticate is no use: it records nothing', async (t, made) => {
  const { uuid, password } = await write<Shown>(made, LIST, { name: 'Phone' })
  for (const [login, secret] of [
    ['admin', `${password}x`],
    ['editor', password],
    ['nobody', password],
  ] as const) {
    const headers = { authorization: basic(login, secret) }
    const remoteAddress = '203.0.113.1'
    t.equal((await made.site.dispatch({ method: 'GET', path: '/cms/v2/users/me', headers, remoteAddress })).status, 401)
  }
  t.match((await made.send(`GET ${LIST}/${uuid}`)).body, { last_used: null, last_ip: null })
})

t.test('3: use is recorded at first, and then after 24 hours at the earliest', async t => {
  let now = Date.UTC(2030, 0, 1)
  const made = await makeSite({ services: { clock: () => now } })
  const { uuid, password } = await write<Shown>(made, LIST, { name: 'Phone' })
  const shown = async () => bodyOf<Shown>(await made.send(`GET ${LIST}/${uuid}`))
  const use = async (remoteAddress: string) => {
    const headers = { authorization: basic('admin', password) }
    const response = await made.site.dispatch({ method: 'GET', path: '/cms/v2/users/me', headers, remoteAddress })
    t.equal(response.status, 200)
  }
  t.match(await shown(), { last_used: null, last_ip: null }, 'never used')
  await use('203.0.113.1')
  const first = await shown()
  t.match(first, { last_used: /^2030-01-01T00:00:00/, last_ip: '203.0.113.1' }, 'used for the first time')
  now += DAY - 1000
  await use('203.0.113.2')
  t.match(await shown(), { last_used: first.last_used, last_ip: '203.0.113.1' }, 'less than 24 hours later')
  now += 1000
  await use('203.0.113.3')
  t.match(await shown(), { last_used: /^2030-01-02T00:00:00/, last_ip: '203.0.113.3' }, '24 hours later')
})
