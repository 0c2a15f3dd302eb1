import { type SiteOptions, themeOf } from '@platen/site'
import t, { type Test } from 'tap'
import { makeSite, type TestSite } from '../site/make-site.js'
import { bodyOf } from './specified.js'

const INDEX = '<!-- wp:post-content /-->'
const themes: NonNullable<SiteOptions['themes']> = [
  themeOf('garden', {
    'style.css':
      '/*\nTheme Name: Garden\nAuthor: Ann\nVersion: 1.2\nRequires PHP: 7.4\nRequires at least: 6.0\nTags: one-column\n*/',
    'templates/index.html': INDEX,
  }),
  themeOf('moss', { 'style.css': '/*\nTheme Name: Moss\nTemplate: garden\n*/', 'templates/index.html': INDEX }),
]

/** Checks one sentence on a site whose active theme is `moss`, a child of `garden`. */
const spec = (words: string, check: (t: Test, made: TestSite) => Promise<void>) =>
  t.test(words, async t => {
    const made = await makeSite({ themes })
    await made.store.options.set('stylesheet', 'moss')
    await check(t, made)
  })

/** The fields of the table, with the types that their values have. */
const FIELDS = {
  stylesheet: 'string',
  template: 'string',
  author: 'object',
  author_uri: 'object',
  description: 'object',
  is_block_theme: 'boolean',
  name: 'object',
  requires_php: 'string',
  requires_wp: 'string',
  screenshot: 'string',
  tags: 'object',
  textdomain: 'string',
  theme_supports: 'object',
  theme_uri: 'object',
  version: 'string',
  status: 'string',
} as const

spec('2: the fields of a theme, all readonly except `status`', async (t, { send }) => {
  const [theme] = bodyOf<[Record<string, unknown>]>(await send('GET /themes?status=active'))
  const { schema } = bodyOf<{ schema: { properties: Record<string, { type?: unknown; readonly?: boolean }> } }>(
    await send('OPTIONS /themes'),
  )
  for (const [field, type] of Object.entries(FIELDS)) {
    t.type(theme[field], type, field)
    t.equal(schema.properties[field]?.type, type, field)
    if (field !== 'status') t.equal(schema.properties[field]?.readonly, true, field)
  }
})

spec(
  '2: for a child theme `template` is the identifier of the parent, otherwise that of the theme',
  async (t, { send }) => {
    t.match((await send('GET /themes/moss')).body, { stylesheet: 'moss', template: 'garden' })
    t.match((await send('GET /themes/garden')).body, { stylesheet: 'garden', template: 'garden' })
  },
)

spec('3: the status of a theme is `inactive` or `active`', async (t, { send }) => {
  t.match((await send('GET /themes/moss')).body, { status: 'active' })
  t.match((await send('GET /themes/garden')).body, { status: 'inactive' })
})

spec('4.6: the parameters of the list', async (t, { send }) => {
  const { endpoints } = bodyOf<{ endpoints: [{ args: object }] }>(await send('OPTIONS /themes'))
  const { args } = endpoints[0]
  t.match(args, {
    context: { type: 'string' },
    page: { type: 'integer', default: 1 },
    per_page: { type: 'integer', default: 10 },
    search: { type: 'string' },
    status: { type: 'array', items: { type: 'string', enum: ['active'] }, required: true },
  })
})

spec('4.6: `status` is required, and only `active` is allowed', async (t, { send }) => {
  t.match(await send('GET /themes'), { status: 400, body: { code: 'rest_missing_callback_param' } })
  t.match(await send('GET /themes?status=inactive'), { status: 400, body: { code: 'rest_invalid_param' } })
  t.match(await send('GET /themes?status=active'), { status: 200, body: [{ stylesheet: 'moss' }] })
})

spec('4.6: authorization is required', async (t, { send }) => {
  t.match(await send('GET /themes?status=active', { as: 'anonymous' }), {
    status: 401,
    body: { code: 'empty_username', data: null },
  })
})
