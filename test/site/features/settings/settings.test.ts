import { cmsDialect, wpDialect } from '@platen/site'
import { settingChanged } from '@platen/site/extend'
import t from 'tap'
import { makeSite, type TestSite } from '../../make-site.js'

const SPECIFIED = [
  'title',
  'description',
  'url',
  'email',
  'timezone',
  'date_format',
  'time_format',
  'start_of_week',
  'language',
  'use_smilies',
  'default_category',
  'default_post_format',
  'posts_per_page',
  'default_ping_status',
  'default_comment_status',
]
const EXTENDED = ['show_on_front', 'page_on_front', 'page_for_posts', 'site_logo', 'site_icon']

const settings = async ({ send }: TestSite) => (await send('GET /settings')).body as Record<string, unknown>
const errorOf = (body: unknown) =>
  body as { code: string; data: { status: number; params: object; details: Record<string, { code: string }> } }

t.test('the fields are those of the dialect, and registered ones', async t => {
  for (const [dialect, names] of [
    [cmsDialect, SPECIFIED],
    [wpDialect, [...SPECIFIED, ...EXTENDED]],
  ] as const) {
    const made = await makeSite({
      dialect,
      register: site => site.registerSetting('motto', { type: 'string', default: 'hello' }),
    })
    t.same(Object.keys(await settings(made)).sort(), [...names, 'motto'].sort(), dialect.name)
    const described = (await made.send('OPTIONS /settings')).body as {
      endpoints: { methods: string[]; args: object }[]
      schema: { title: string; properties: Record<string, object> }
    }
    t.same(Object.keys(described.schema.properties).sort(), [...names, 'motto'].sort())
    t.equal(described.schema.title, 'settings')
    t.match(described.schema.properties.default_ping_status, {
      type: 'string',
      enum: ['open', 'closed'],
      default: null,
    })
    t.same(described.endpoints[1]?.methods, ['POST', 'PUT', 'PATCH'])
    t.notOk(JSON.stringify(described.endpoints[1]?.args).includes('"default":'), 'arguments have no defaults')
  }
})

t.test('a new site has values for everything', async t => {
  t.match(await settings(await makeSite({ title: 'Mine', dialect: wpDialect })), {
    title: 'Mine',
    url: 'https://site.example',
    email: 'admin@example.com',
    timezone: '',
    date_format: 'F j, Y',
    time_format: 'g:i a',
    start_of_week: 1,
    language: 'en_US',
    use_smilies: true,
    default_category: 1,
    default_post_format: '0',
    posts_per_page: 10,
    default_ping_status: 'open',
    default_comment_status: 'open',
    show_on_front: 'posts',
    page_on_front: 0,
    page_for_posts: 0,
    site_logo: null,
    site_icon: 0,
  })
})

t.test('values are cleaned', async t => {
  const made = await makeSite({ dialect: wpDialect })
  const cases: readonly (readonly [string, unknown, unknown])[] = [
    [
      'title',
      '<b>Bold</b> & "quoted" \'s &amp; &#039;',
      '&lt;b&gt;Bold&lt;/b&gt; &amp; &quot;quoted&quot; &#039;s &amp; &#039;',
    ],
    ['title', '', ''],
    ['description', '  padded ', '  padded '],
    ['date_format', ' Y <b>x</b>', ' Y x'],
    ['start_of_week', '0', 0],
    ['start_of_week', -1, 1],
    ['posts_per_page', 0, 1],
    ['posts_per_page', -1, -1],
    ['posts_per_page', -5, 5],
    ['page_on_front', -3, 3],
    ['use_smilies', '0', false],
    ['timezone', 'Europe/Paris', 'Europe/Paris'],
    ['timezone', 'Nowhere/Land', 'Europe/Paris'],
    ['timezone', 'UTC+5.5', 'UTC+5.5'],
    ['timezone', 'UTC+14.5', 'UTC+5.5'],
    ['timezone', 'UTC-12', 'UTC-12'],
    ['timezone', '', ''],
    ['language', 'de_DE', 'de_DE'],
    ['language', 'not a locale', 'de_DE'],
    ['url', 'https://other.example/there//', 'https://other.example/there'],
    ['url', 'not a url', 'https://other.example/there'],
    ['url', 'ftp://other.example', 'https://other.example/there'],
  ]
  for (const [name, given, wanted] of cases) {
    const { status, body } = await made.send(`POST /settings?_fields=${name}`, { body: { [name]: given } })
    t.equal(status, 200)
    t.same(body, { [name]: wanted }, `${name} ${JSON.stringify(given)}`)
  }
})

t.test('null restores the default', async t => {
  const made = await makeSite({ register: site => site.registerSetting('limit', { type: 'integer', default: 5 }) })
  await made.send('POST /settings', {
    body: { limit: 8, posts_per_page: 3, use_smilies: false, description: 'words', url: 'https://b.example' },
  })
  const restored = { limit: null, posts_per_page: null, use_smilies: null, description: null, url: null }
  const { body } = await made.send('PATCH /settings', { body: restored })
  const wanted = { limit: 5, posts_per_page: 10, use_smilies: true, description: null, url: 'https://b.example' }
  t.match(body, wanted, 'the address of the site stays: nothing works without it')
  t.match(await settings(made), wanted)
})

t.test('a setting that is off reads as the dialect says', async t => {
  for (const [dialect, read] of [
    [cmsDialect, false],
    [wpDialect, null],
  ] as const) {
    const made = await makeSite({ dialect })
    t.match((await made.send('POST /settings', { body: { use_smilies: false } })).body, { use_smilies: false })
    const again = (await made.send('POST /settings', { body: { use_smilies: 'false', title: 'New' } })).body
    t.match(again, { use_smilies: read, title: 'New' }, 'unchanged')
    t.equal((await settings(made)).use_smilies, read)
    t.equal((await made.site.context.options()).flag('use_smilies', true), false)
  }
})

t.test('all refused values are reported, and nothing is stored', async t => {
  const made = await makeSite({
    register(site) {
      site.registerSetting('palette', {
        type: 'object',
        schema: { properties: { ink: { type: 'string', format: 'hex-color' } }, additionalProperties: false },
      })
    },
  })
  const before = await settings(made)
  const { status, body } = await made.send('POST /settings', {
    body: {
      title: 'kept?',
      posts_per_page: 'many',
      default_ping_status: 'maybe',
      email: 'nope',
      palette: { paper: '#fff' },
    },
  })
  t.equal(status, 400)
  const { code, data } = errorOf(body)
  t.equal(code, 'rest_invalid_param')
  t.same(Object.fromEntries(Object.entries(data.details).map(([name, detail]) => [name, detail.code])), {
    posts_per_page: 'rest_invalid_type',
    default_ping_status: 'rest_not_in_enum',
    email: 'rest_invalid_email',
    palette: 'rest_additional_properties_forbidden',
  })
  t.match(data.params, {
    default_ping_status: 'default_ping_status is not one of open, closed.',
    posts_per_page: 'posts_per_page does not belong to the type integer.',
  })
  t.same(await settings(made), before)
})

t.test('what does not fit any more reads as null', async t => {
  const made = await makeSite()
  await made.store.options.set('default_ping_status', 'ajar')
  t.equal((await settings(made)).default_ping_status, null)
})

t.test('who may not manage options is refused, after bad values', async t => {
  const { send } = await makeSite()
  for (const as of ['editor', 'subscriber']) {
    t.match(await send('GET /settings', { as }), { status: 403, body: { code: 'rest_forbidden' } })
    t.match(await send('POST /settings', { as, body: { title: 'x' } }), {
      status: 403,
      body: { code: 'rest_forbidden' },
    })
    t.match(await send('POST /settings', { as, body: { posts_per_page: 'many' } }), {
      status: 400,
      body: { code: 'rest_invalid_param' },
    })
  }
  t.match(await send('DELETE /settings'), { status: 404, body: { code: 'rest_no_route' } })
})

t.test('each changed setting emits one event, after it was stored', async t => {
  const made = await makeSite()
  const told: unknown[] = []
  made.site.on(settingChanged, async ({ key, value }) => {
    told.push([key, value, await made.store.options.get(key)])
  })
  await made.send('POST /settings', { body: { title: 'One', posts_per_page: 7, date_format: 'F j, Y' } })
  await made.send('POST /settings', { body: { title: 'One', timezone: 'Asia/Tokyo' } })
  t.same(told, [
    ['title', 'One', 'One'],
    ['date_format', 'F j, Y', 'F j, Y'],
    ['posts_per_page', 7, 7],
    ['timezone_string', 'Asia/Tokyo', 'Asia/Tokyo'],
  ])
})

t.test('fields that a user adds', async t => {
  const stored: unknown[] = []
  const made = await makeSite({
    register(site) {
      site.registerField('settings', 'greeting', {
        schema: { type: 'string' },
        get: (options: { text(name: string): string }) => `Welcome to ${options.text('title')}`,
        async set(_options, value, { store: contents }) {
          if (value === 'rude') throw new Error('no')
          await contents.options.set('greeting', value)
          stored.push(value)
        },
      })
      site.registerField('settings', 'lucky', {
        schema: { type: 'integer' },
        load: () => 7,
        get: (_options: unknown, loaded: unknown) => loaded,
      })
    },
    onError() {},
  })
  t.match(await settings(made), { greeting: 'Welcome to A site', lucky: 7 })
  t.same((await made.send('GET /settings?_fields=lucky')).body, { lucky: 7 })
  t.match(await made.send('POST /settings', { body: { greeting: 'hi', lucky: 9 } }), {
    status: 200,
    body: { lucky: 7 },
  })
  t.same(stored, ['hi'])
  t.match(await made.send('POST /settings', { body: { title: 'Other', greeting: 'rude' } }), { status: 500 })
  t.equal((await settings(made)).title, 'A site', 'what fails leaves nothing behind')
})

t.test('two settings of one name cannot be', async t => {
  const made = await makeSite({ register: site => site.registerSetting('headline', { type: 'string', name: 'title' }) })
  await t.rejects(made.site.ready(), { name: 'RegistrationError' })
})
