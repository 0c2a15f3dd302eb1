import { type Site, type SiteOptions, themeOf } from '@platen/site'
import t, { type Test } from 'tap'
import { makeSite, type TestSite } from '../site/make-site.js'
import { bodyOf, section } from './specified.js'

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

const A = '//cms-abilities/v1/abilities'
const C = '//cms-abilities/v1/categories'

function register(site: Site): void {
  site.registerAbilityCategory('shop_floor', { label: 'Shop', description: 'What sells.', meta: { icon: 'cart' } })
  const common = {
    label: 'An ability',
    description: 'Does something.',
    category: 'shop_floor',
    permission: 'public',
    public: true,
    inputSchema: { type: ['object', 'array', 'string', 'number', 'boolean', 'null'] },
    execute: (input: unknown) => ({ input }),
  } as const
  site.registerAbility('shop_1/look-up', { ...common, annotations: { readonly: true } })
  site.registerAbility('shop_1/burn', { ...common, annotations: { destructive: true, idempotent: true } })
  site.registerAbility('shop_1/shred', { ...common, annotations: { destructive: true, idempotent: false } })
  site.registerAbility('shop_1/sell', common)
  site.registerAbility('shop_1/inside', { ...common, public: false })
  site.registerAbility('shop_1/count', {
    ...common,
    inputSchema: { type: 'array', items: { type: 'integer' } },
    outputSchema: { type: 'integer' },
    annotations: { readonly: true },
    execute: list => (list as number[]).length,
  })
  site.registerAbility('shop_1/lies', { ...common, outputSchema: { type: 'integer' }, execute: () => 'no number' })
}

const spec2 = section('2', register)
const spec410 = section('4.10', register)

interface Described {
  readonly endpoints: readonly { readonly methods: readonly string[]; readonly args: Record<string, object> }[]
  readonly schema: { readonly properties: Record<string, { readonly context?: readonly string[] }> }
}

spec2('an ability has these fields in the contexts view and edit', async (t, { send }) => {
  const FIELDS = ['name', 'label', 'description', 'category', 'input_schema', 'output_schema', 'annotations']
  for (const context of ['view', 'edit']) {
    const ability = bodyOf(await send(`GET ${A}/shop_1/look-up?context=${context}`))
    for (const field of FIELDS) t.ok(field in ability, `${field} in ${context}`)
    t.same(ability['annotations'], { readonly: true, destructive: null, idempotent: null })
  }
  const { schema } = bodyOf<Described>(await send(`OPTIONS ${A}`))
  for (const field of FIELDS) t.match(schema.properties[field]?.context, /view,.*edit|edit,.*view/, field)
})

spec2('an ability category has a label, a description and metadata, identified by a slug', async (t, { send }) => {
  t.match(bodyOf(await send(`GET ${C}/shop_floor`)), {
    slug: 'shop_floor',
    label: 'Shop',
    description: 'What sells.',
    meta: { icon: 'cart' },
  })
  const { schema } = bodyOf<Described>(await send(`OPTIONS ${C}`))
  t.same(Object.keys(schema.properties), ['slug', 'label', 'description', 'meta'])
})

spec410('GET /abilities takes these parameters', async (t, { send }) => {
  const { args } = bodyOf<Described>(await send(`OPTIONS ${A}`)).endpoints[0] ?? {}
  t.match(args, {
    context: { type: 'string' },
    page: { type: 'integer', default: 1 },
    per_page: { type: 'integer', maximum: 100 },
    category: { type: 'string' },
    namespace: { type: 'string' },
    meta: { properties: { annotations: { properties: { readonly: {}, destructive: {}, idempotent: {} } } } },
  })
})

spec410(
  'the list holds the abilities exposed through REST, by category, namespace and annotations',
  async (t, made) => {
    const names = async (query: string) =>
      bodyOf<{ name: string }[]>(await made.send(`GET ${A}?_fields=name&namespace=shop_1&${query}`)).map(({ name }) =>
        name.slice('shop_1/'.length),
      )
    t.same(await names(''), ['look-up', 'burn', 'shred', 'sell', 'count', 'lies'])
    t.same(await names('category=shop_floor&per_page=2&page=2'), ['shred', 'sell'])
    t.same(await names('category=site'), [])
    t.same(await names('meta[annotations][readonly]=true'), ['look-up', 'count'])
    t.same(await names('meta[annotations][destructive]=1'), ['burn', 'shred'])
    t.same(await names('meta[annotations][idempotent]=true'), ['burn'])
    t.same(await names('meta[annotations][idempotent]=false'), ['shred'])
  },
)

spec410('`name` and `slug` are required strings, beside a `context`', async (t, { send }) => {
  for (const [path, name] of [
    [`${A}/shop_1/sell`, 'name'],
    [`${C}/shop_floor`, 'slug'],
  ] as const) {
    const { args = {} } = bodyOf<Described>(await send(`OPTIONS ${path}`)).endpoints[0] ?? {}
    t.match(args, { [name]: { type: 'string', required: true }, context: { type: 'string' } })
  }
  const { args = {} } = bodyOf<Described>(await send(`OPTIONS ${A}/shop_1/sell/run`)).endpoints[0] ?? {}
  t.match(args, { name: { type: 'string', required: true } })
  const { type } = args['input'] as { type: readonly string[] }
  for (const each of ['object', 'array', 'string', 'number', 'boolean', 'null']) t.ok(type.includes(each), each)
})

const RULE = [
  ['look-up', 'GET'],
  ['burn', 'DELETE'],
  ['shred', 'POST'],
  ['sell', 'POST'],
] as const

spec410('the method is GET if read-only, DELETE if destructive and idempotent, POST otherwise', async (t, { send }) => {
  for (const [name, right] of RULE)
    for (const method of ['GET', 'POST', 'DELETE']) {
      const { status } = await send(`${method} ${A}/shop_1/${name}/run?input=x`, { body: { input: 'x' } })
      t.equal(status, method === right ? 200 : 405, `${method} ${name}`)
    }
})

spec410('`input` is in the body for POST, and in the query for GET and DELETE', async (t, { send }) => {
  for (const [name, method] of RULE) {
    const { body } = await send(`${method} ${A}/shop_1/${name}/run?input[from]=query`, {
      body: { input: { from: 'body' } },
    })
    t.same(body, { input: { from: method === 'POST' ? 'body' : 'query' } }, name)
  }
})

spec410('the input is shaped by the schema of the input, the result by that of the output', async (t, { send }) => {
  t.same((await send(`GET ${A}/shop_1/count/run?input=1,2,3`)).body, 3)
  t.match(await send(`GET ${A}/shop_1/count/run?input=1,x`), { status: 400, body: { code: 'ability_invalid_input' } })
  t.match(await send(`POST ${A}/shop_1/lies/run`), { status: 500, body: { code: 'ability_invalid_output' } })
})

spec410('names and slugs match lowercase letters, digits, `_`, `-`, and names also `/`', async (t, { send }) => {
  t.equal((await send(`GET ${A}/shop_1/look-up`)).status, 200)
  t.equal((await send(`GET ${C}/shop_floor`)).status, 200)
  t.match(await send(`GET ${A}/Shop_1/look-up`), { status: 400, body: { data: { params: { name: String } } } })
  t.match(await send(`GET ${C}/Shop_floor`), { status: 400, body: { data: { params: { slug: String } } } })
})

spec410('categories are listed by page', async (t, { send }) => {
  const response = await send(`GET ${C}?per_page=1&page=3&_fields=slug`)
  t.same(response.body, [{ slug: 'shop_floor' }])
  t.match(response.headers, { 'X-CMS-Total': '3', 'X-CMS-TotalPages': '3' })
})
