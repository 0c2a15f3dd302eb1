import t from 'tap'
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

spec('an application password: the plain password is shown once, only a hash is kept', async (t, made) => {
  const created = await write<Shown>(made, LIST, { name: 'Phone' })
  t.match(created.password, /^(\w{4} ){5}\w{4}$/)
  for (const path of [LIST, `${LIST}/${created.uuid}`, `${LIST}/${created.uuid}?context=edit`]) {
    t.notOk((await made.send(`GET ${path}`)).text().includes(created.password), path)
  }
})

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
