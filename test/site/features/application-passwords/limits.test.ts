import { type Dialect, dialects } from '@platen/site'
import t from 'tap'
import { onEveryStore } from '../../every-store.js'
import { makeSite, type TestSite } from '../../make-site.js'

const START = Date.UTC(2024, 4, 5, 6, 7, 8)
const PASSWORDS = '/users/me/application-passwords'

interface Created {
  readonly uuid: string
  readonly password: string
}

const create = async ({ send }: TestSite, limits: object): Promise<Created> => {
  const { status, body } = await send(`POST ${PASSWORDS}`, { body: { name: 'Agent', ...limits } })
  if (status !== 201) throw new Error(JSON.stringify(body))
  return body as Created
}

const read = ({ site }: TestSite, { password }: Created, remoteAddress?: string, path = `${PASSWORDS}/introspect`) =>
  site.dispatch({
    method: 'GET',
    path: `/${site.context.namespace}${path}`,
    headers: { authorization: `Basic ${Buffer.from(`admin:${password}`).toString('base64')}` },
    secure: true,
    remoteAddress,
  })

onEveryStore(t, 'limits are stored, listed and introspected', async (t, make) => {
  const made = await make({ services: { clock: () => START } })
  const limits = { scopes: ['read', 'posts:write'], expires: '2024-06-01T00:00:00Z', networks: ['10.0.0.0/8', '::1'] }
  const created = await create(made, limits)
  const shown = { ...limits, expires: '2024-06-01T00:00:00' }
  t.match(created, shown)
  t.match((await read(made, created, '10.2.3.4')).body, shown)
  await create(made, {})
  t.match((await made.send(`GET ${PASSWORDS}`)).body, [shown, { scopes: null, expires: null, networks: null }])
  await made.send(`POST ${PASSWORDS}/${created.uuid}`, {
    body: { name: 'Newer', scopes: null, expires: null, networks: null },
  })
  t.match((await made.send(`GET ${PASSWORDS}/${created.uuid}`)).body, { ...shown, name: 'Newer' })
})

t.test('an expired application password is a 401, in caches too', async t => {
  const clock = { now: START }
  const made = await makeSite({ services: { clock: () => clock.now } })
  const created = await create(made, { expires: '2024-05-05T08:07:10+02:00' })
  t.match(created, { expires: '2024-05-05T06:07:10' })
  t.equal((await read(made, created)).status, 200)
  clock.now += 1_999
  t.equal((await read(made, created)).status, 200)
  clock.now += 1
  const expired = { status: 401, body: { code: 'rest_application_password_expired' } }
  t.match(await read(made, created), expired)
  t.match(await read(made, created, undefined, '/posts'), expired)
})

t.test('an application password works from its networks only', async t => {
  const made = await makeSite()
  const created = await create(made, {
    networks: ['192.0.2.0/25', '203.0.113.7', '2001:db8:1::/47', '::ffff:198.51.100.0/120'],
  })
  for (const [address, isWithin] of [
    ['192.0.2.1', true],
    ['192.0.2.127', true],
    ['192.0.2.128', false],
    ['::ffff:192.0.2.5', true],
    ['192.0.2.9:4000', true],
    ['203.0.113.7', true],
    ['203.0.113.8', false],
    ['198.51.100.255', true],
    ['198.51.101.0', false],
    ['2001:db8:1::1', true],
    ['2001:db8:0:ffff::1%eth0', true],
    ['[2001:db8:1::2]:443', true],
    ['2001:db8:2::1', false],
    ['::1', false],
    ['', false],
    [undefined, false],
    ['unknown', false],
    ['192.0.2.0/25', false],
    ['192.0.2.1, 10.0.0.1', false],
    ['1'.repeat(200), false],
  ] as const) {
    const { status, body } = await read(made, created, address)
    if (isWithin) t.equal(status, 200, address)
    else
      t.match({ status, body }, { status: 403, body: { code: 'rest_application_password_network' } }, String(address))
  }
  const all = await create(made, { networks: ['0.0.0.0/0'] })
  t.equal((await read(made, all, '8.8.8.8')).status, 200)
  t.equal((await read(made, all, '2001:db8::1')).status, 403)
  // The first bits of all IPv4 addresses are the same: a network of IPv6 that is this wide would contain all of them.
  for (const network of ['::/0', '::ffff:192.0.2.0/24']) {
    const wide = await create(made, { networks: [network] })
    t.equal((await read(made, wide, '192.0.2.1')).status, 403, network)
    t.equal((await read(made, wide, '::1')).status, 200, network)
  }
})

t.test('invalid limits are refused', async t => {
  const made = await makeSite()
  for (const limits of [
    { scopes: [] },
    { scopes: ['posts'] },
    { scopes: ['posts:wirte'] },
    { scopes: ['psots:write'] },
    { scopes: ['/cms/v2/psots:write'] },
    { scopes: ['users:write'] },
    { scopes: ['/cms/v2/users:write'] },
    { scopes: ['/cms/v2/users/me:write'] },
    { scopes: ['write', ''] },
    { scopes: [['write']] },
    { scopes: Array.from({ length: 51 }, () => 'read') },
    { scopes: [`/${'a/'.repeat(100)}:read`] },
    { scopes: ['*'] },
    { scopes: ['/:read'] },
    { networks: [] },
    { networks: ['10.0.0.0/33'] },
    { networks: ['10.0.0/8'] },
    { networks: ['::/129'] },
    { networks: ['10.0.0.1:80'] },
    { networks: ['localhost'] },
    { networks: ['10.0.0.0/-1'] },
    { networks: [''] },
    { expires: 'tomorrow' },
    { expires: '2001-01-01T00:00:00Z' },
    { expires: 5 },
    { expires: '' },
  ]) {
    const { status, body } = await made.send(`POST ${PASSWORDS}`, { body: { name: 'Agent', ...limits } })
    t.match(
      { status, body },
      { status: 400, body: { code: 'rest_invalid_param' } },
      JSON.stringify(limits).slice(0, 80),
    )
  }
  const suggested = await made.send(`POST ${PASSWORDS}`, { body: { name: 'Agent', scopes: ['psots:write'] } })
  t.match(suggested.body, { data: { params: { scopes: /\/cms\/v2\/posts/ } } })
})

const described = async ({ send }: TestSite) => {
  const { body } = await send(`OPTIONS ${PASSWORDS}`)
  const { endpoints, schema } = body as {
    readonly endpoints: readonly { readonly args: object }[]
    readonly schema: { readonly properties: object }
  }
  return [Object.keys(endpoints[1]?.args ?? {}), Object.keys(schema.properties)] as const
}

for (const [name, isDescribed] of [
  ['cms', true],
  ['wp', false],
] as const) {
  t.test(`limits in the dialect ${name}`, async t => {
    const dialect: Dialect = dialects[name]
    const made = await makeSite({ dialect })
    for (const names of await described(made)) t.equal(names.includes('scopes'), isDescribed)
    const plain = await create(made, {})
    t.equal('scopes' in ((await read(made, plain)).body as object), isDescribed)
    const limited = await create(made, { scopes: ['posts:read'] })
    t.match((await read(made, limited)).body, { scopes: ['posts:read'], expires: null, networks: null })
    t.equal((await read(made, limited, undefined, '/posts')).status, 200)
    t.match(await read(made, limited, undefined, '/pages'), { status: 403, body: { data: { scope: 'pages:read' } } })
    const refused = await made.send(`POST ${PASSWORDS}`, { body: { name: 'A', scopes: ['posts'] } })
    t.match(refused, { status: 400, body: { data: { params: { scopes: /./ } } } })
  })
}
