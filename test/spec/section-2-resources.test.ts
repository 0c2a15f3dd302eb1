import { applicationPasswordsIn } from '@platen/site'
import t, { type Test } from 'tap'
import { makeSite } from '../site/make-site.js'
import { bodyOf, section, write } from './specified.js'

interface Property {
  readonly type: string
  readonly format?: string
  readonly context: readonly string[]
  readonly readonly?: boolean
  readonly enum?: readonly string[]
}

type Row = readonly [name: string, type: string, contexts: readonly string[], more?: Partial<Property>]

const ALL = ['view', 'embed', 'edit']
const FULL = ['view', 'edit']

const CATEGORY: readonly Row[] = [
  ['id', 'integer', ALL, { readonly: true }],
  ['count', 'integer', FULL, { readonly: true }],
  ['description', 'string', FULL],
  ['link', 'string', ALL, { readonly: true, format: 'uri' }],
  ['name', 'string', ALL],
  ['slug', 'string', ALL],
  ['taxonomy', 'string', ALL, { readonly: true }],
  ['parent', 'integer', FULL],
  ['meta', 'object', FULL],
]

const SETTINGS: readonly (readonly [name: string, type: string])[] = [
  ['title', 'string'],
  ['description', 'string'],
  ['url', 'string'],
  ['email', 'string'],
  ['timezone', 'string'],
  ['date_format', 'string'],
  ['time_format', 'string'],
  ['start_of_week', 'integer'],
  ['language', 'string'],
  ['use_smilies', 'boolean'],
  ['default_category', 'integer'],
  ['default_post_format', 'string'],
  ['posts_per_page', 'integer'],
  ['default_ping_status', 'string'],
  ['default_comment_status', 'string'],
]

const spec = section('2')

function checkRow(t: Test, properties: Readonly<Record<string, Property>>, [name, type, contexts, more = {}]: Row) {
  const property = properties[name]
  t.equal(property?.type, type, name)
  t.same([...(property?.context ?? [])].sort(), [...contexts].sort(), name)
  t.match(property, more, name)
  t.equal(property?.readonly === true, more.readonly === true, name)
}

spec('fields marked readonly are returned but cannot be set', async (t, made) => {
  const { id } = await write(made, '/categories', { name: 'One', id: 77, count: 9, link: 'x:y', taxonomy: 'post_tag' })
  const { body } = await made.send(`GET /categories/${id}`)
  t.not(id, 77)
  t.match(body, { id, count: 0, taxonomy: 'category', link: /^https:/ })
})

spec('a request with `context` returns only the fields of that context', async (t, made) => {
  const { id } = await write(made, '/categories', { name: 'One' })
  for (const context of ALL) {
    const body = bodyOf(await made.send(`GET /categories/${id}?context=${context}`))
    const { _links, ...fields } = body
    const expected = CATEGORY.filter(([, , contexts]) => contexts.includes(context)).map(([name]) => name)
    t.same(Object.keys(fields).sort(), expected.toSorted(), context)
  }
})

spec('the fields of a category, their types, contexts and which are readonly', async (t, { send }) => {
  const { schema } = bodyOf<{ schema: { properties: Record<string, Property> } }>(await send('OPTIONS /categories'))
  t.same(Object.keys(schema.properties).sort(), CATEGORY.map(([name]) => name).sort())
  for (const row of CATEGORY) checkRow(t, schema.properties, row)
})

spec('a category: `name` is required, `slug` is unique within its type', async (t, made) => {
  t.match(await made.send('POST /categories', { body: { slug: 'x' } }), {
    status: 400,
    body: { code: 'rest_missing_callback_param' },
  })
  const one = await write<{ slug: string }>(made, '/categories', { name: 'One', slug: 'same' })
  const two = await write<{ slug: string }>(made, '/categories', { name: 'Two', slug: 'same' })
  const tag = await write<{ slug: string }>(made, '/tags', { name: 'Two', slug: 'same' })
  t.not(one.slug, two.slug)
  t.equal(tag.slug, 'same')
})

spec('a category: `count` is the number of published posts', async (t, made) => {
  const { id } = await write(made, '/categories', { name: 'One' })
  await write(made, '/posts', { title: 'a', status: 'publish', categories: [id] })
  await write(made, '/posts', { title: 'b', status: 'draft', categories: [id] })
  t.match(await made.send(`GET /categories/${id}`), { body: { count: 1 } })
})

spec('the settings and their types', async (t, { send }) => {
  const { schema } = bodyOf<{ schema: { properties: Record<string, Property> } }>(await send('OPTIONS /settings'))
  t.same(Object.keys(schema.properties).sort(), SETTINGS.map(([name]) => name).sort())
  const values = bodyOf(await send('GET /settings'))
  for (const [name, type] of SETTINGS) {
    t.equal(schema.properties[name]?.type, type, name)
    t.type(values[name], type === 'integer' ? 'number' : type, name)
  }
  for (const name of ['default_ping_status', 'default_comment_status'])
    t.same(schema.properties[name]?.enum, ['open', 'closed'], name)
})

spec('a search result has `id`, `title`, `url`, `type`, `subtype` and `_links`', async (t, made) => {
  const { id } = await write(made, '/posts', { title: 'Needle', status: 'publish' })
  for (const context of ['view', 'embed']) {
    const [found] = bodyOf<object[]>(await made.send(`GET /search?search=needle&context=${context}`))
    t.same(Object.keys(found ?? {}).sort(), ['_links', 'id', 'subtype', 'title', 'type', 'url'])
    t.match(found, { id, title: 'Needle', url: /^https:/, type: 'post', subtype: 'post' })
  }
  const { schema } = bodyOf<{ schema: { properties: Record<string, Property> } }>(await made.send('OPTIONS /search'))
  t.same(schema.properties['id']?.type, ['integer', 'string'])
  for (const [name, property] of Object.entries(schema.properties)) {
    t.equal(property.readonly, true, name)
    t.same(property.context, ['view', 'embed'], name)
  }
})

interface ShownPassword {
  readonly uuid: string
  readonly app_id: string
  readonly password: string
}

const PASSWORDS = '/users/me/application-passwords'
const PASSWORD_FIELDS: Readonly<Record<string, string>> = {
  uuid: 'unique id of the password',
  appId: 'application identifier (uuid format, may be empty)',
  name: 'human-readable application name',
  hash: 'stored only as a hash',
  created: 'creation time (Unix timestamp)',
  lastUsed: 'time of last use (empty until first use)',
  lastIp: 'address of last use',
}

t.test('2: an application password record has the fields of the table', async t => {
  const now = Date.UTC(2030, 0, 2, 3, 4, 5, 678)
  const made = await makeSite({ services: { clock: () => now } })
  const appId = '11111111-2222-4333-8444-555555555555'
  const created = await write<ShownPassword>(made, PASSWORDS, { name: 'Phone', app_id: appId })
  const stored = async () => (await applicationPasswordsIn(made.store).find({})).records[0]
  const fields = Object.keys((await stored()) ?? {})
  for (const [name, meaning] of Object.entries(PASSWORD_FIELDS)) t.ok(fields.includes(name), meaning)
  const seconds = Math.floor(now / 1000)
  t.match(await stored(), { uuid: created.uuid, appId, name: 'Phone', created: seconds, lastUsed: null, lastIp: null })
  const authorization = `Basic ${Buffer.from(`admin:${created.password}`).toString('base64')}`
  await made.site.dispatch({
    method: 'GET',
    path: '/cms/v2/users/me/application-passwords/introspect',
    headers: { authorization },
    remoteAddress: '203.0.113.7',
  })
  t.match(await stored(), { lastUsed: seconds, lastIp: '203.0.113.7' })
})

spec('uuid: unique id of the password', async (t, made) => {
  const all: string[] = []
  for (let i = 0; i < 20; i++) all.push((await write<ShownPassword>(made, PASSWORDS, { name: 'Same name' })).uuid)
  t.equal(new Set(all).size, 20)
  for (const uuid of all) t.match(uuid, /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/)
})

spec('app_id: uuid format, may be empty', async (t, made) => {
  t.equal((await write<ShownPassword>(made, PASSWORDS, { name: 'No app' })).app_id, '')
  t.equal((await write<ShownPassword>(made, PASSWORDS, { name: 'No app', app_id: '' })).app_id, '')
  for (const app_id of ['x', '11111111-2222-4333-8444', 7])
    t.match(await made.send(`POST ${PASSWORDS}`, { body: { name: 'x', app_id } }), {
      status: 400,
      body: { code: 'rest_invalid_param' },
    })
})

spec('password: stored only as a hash', async (t, made) => {
  const { password } = await write<ShownPassword>(made, PASSWORDS, { name: 'Phone' })
  const [record] = (await applicationPasswordsIn(made.store).find({})).records
  const secret = password.replaceAll(' ', '')
  for (const [name, value] of Object.entries(record ?? {}))
    for (const text of [secret, password]) t.notOk(String(value).includes(text), name)
  t.match(record?.hash, /^[0-9a-f]{64}$/)
})

spec('every resource response carries `_links`: relations with arrays of link objects', async (t, made) => {
  const KEYS = [
    'href',
    'embeddable',
    'taxonomy',
    'count',
    'id',
    'post_type',
    'templated',
    'name',
    'type',
    'targetHints',
  ]
  const parent = await write(made, '/pages', { title: 'Up', status: 'publish' })
  const page = await write(made, '/pages', { title: 'Down', status: 'publish', parent: parent.id })
  const post = await write(made, '/posts', { title: 'x', status: 'publish' })
  const category = await write(made, '/categories', { name: 'One' })
  for (const path of [
    `/posts/${post.id}`,
    `/pages/${page.id}`,
    `/categories/${category.id}`,
    '/users/1',
    '/types/post',
    '/statuses/publish',
    '/taxonomies/category',
  ]) {
    const { _links } = bodyOf<{ _links: Record<string, object[]> }>(await made.send(`GET ${path}`))
    t.ok(Object.keys(_links).length > 0, path)
    for (const [relation, links] of Object.entries(_links)) {
      t.ok(Array.isArray(links), `${path} ${relation}`)
      for (const link of links) {
        t.ok('href' in link, `${path} ${relation}`)
        t.same(
          Object.keys(link).filter(key => !KEYS.includes(key)),
          [],
          `${path} ${relation}`,
        )
      }
    }
  }
})

spec('the relations of posts and pages', async (t, made) => {
  const parent = await write(made, '/pages', { title: 'Up', status: 'publish' })
  const page = await write(made, '/pages', { title: 'Down', status: 'publish', parent: parent.id })
  const post = await write(made, '/posts', { title: 'x', status: 'publish' })
  const linksOf = async (path: string) =>
    bodyOf<{ _links: Record<string, Record<string, unknown>[]> }>(await made.send(`GET ${path}`))._links
  const links = await linksOf(`/posts/${post.id}`)
  for (const relation of ['self', 'collection', 'about', 'author', 'version-history', 'cms:attachment', 'cms:term'])
    t.ok(links[relation], relation)
  t.match(links['author'], [{ embeddable: true }])
  t.match(links['cms:term'], [{ taxonomy: 'category', embeddable: true }, { taxonomy: 'post_tag' }])
  t.match(links['version-history'], [{ count: Number }])
  t.match((await linksOf(`/pages/${page.id}`))['up'], [{ embeddable: true, href: new RegExp(`/pages/${parent.id}$`) }])
  t.ok((await linksOf('/types/post'))['cms:items'])
  t.ok((await linksOf(`/categories/1`))['cms:post_type'])
  t.match(links['curies'], [{ name: 'cms', href: /\{rel\}/, templated: true }])
})

spec('in a collection each item has `_links`; the top-level resource is in the header `Link`', async (t, made) => {
  for (const title of ['a', 'b', 'c']) await write(made, '/posts', { title, status: 'publish' })
  const { body, headers } = await made.send('GET /posts?per_page=1&page=2')
  t.match(body, [{ _links: { self: [{}] } }])
  t.match(headers['Link'], /rel="prev"/)
  t.match(headers['Link'], /rel="next"/)
  t.match(headers['Link'], /^<https:\/\/site\.example\/cms-json\/>; rel="/)
})

spec('`_embed` resolves embeddable links into `_embedded`; `cms:term` is an array of arrays', async (t, made) => {
  const { id } = await write(made, '/posts', { title: 'x', status: 'publish' })
  for (const path of [`/posts/${id}?_embed`, '/posts?_embed=1']) {
    const { body } = await made.send(`GET ${path}`)
    const post = [body].flat()[0] as { _embedded: Record<string, unknown[]> }
    t.match(post._embedded['author'], [{ id: 1, name: 'admin' }])
    const terms = post._embedded['cms:term']
    t.ok(Array.isArray(terms) && terms.length >= 2 && terms.every(Array.isArray), path)
    t.match(terms?.[0], [{ taxonomy: 'category' }])
    t.notOk('self' in post._embedded || 'collection' in post._embedded)
  }
  t.notOk('_embedded' in bodyOf<object>(await made.send(`GET /posts/${id}`)))
})

const HEALTH_NAMES: Readonly<Record<string, string>> = {
  'background-updates': 'background_updates',
  'loopback-requests': 'loopback_requests',
  'https-status': 'https_status',
  'dotorg-communication': 'dotorg_communication',
  'authorization-header': 'authorization_header',
  'page-cache': 'page_cache',
}

spec('site-health test result: its fields, all readonly', async (t, { send }) => {
  for (const [path, test] of Object.entries(HEALTH_NAMES)) {
    const at = `//cms-site-health/v1/tests/${path}`
    const { schema } = bodyOf<{ schema: { properties: Record<string, Property> } }>(await send(`OPTIONS ${at}`))
    t.ok(Object.values(schema.properties).every(property => property.readonly === true))
    t.same(schema.properties['status']?.enum, ['good', 'recommended', 'critical'])
    const { body } = await send(`GET ${at}`)
    t.match(body, {
      test,
      label: String,
      status: /^(?:good|recommended|critical)$/,
      badge: { label: String, color: String },
      description: String,
      actions: String,
    })
    t.same(Object.keys(bodyOf({ body })).sort(), Object.keys(schema.properties).sort())
  }
})

spec('directory sizes: `raw`, and the exact entries', async (t, { send }) => {
  const { raw, ...entries } = bodyOf<Record<string, unknown>>(await send('GET //cms-site-health/v1/directory-sizes'))
  t.ok(Number.isInteger(raw))
  t.same(Object.keys(entries).sort(), [
    'database_size',
    'plugins_size',
    'themes_size',
    'total_size',
    'uploads_size',
    'wordpress_size',
  ])
  for (const [name, entry] of Object.entries(entries)) {
    const { raw: bytes, ...texts } = entry as { raw: number }
    t.ok(Number.isInteger(bytes), name)
    t.match(texts, { size: /^[\d.]+ [KMGT]?B$/, debug: new RegExp(`\\(${bytes} bytes\\)$`) }, name)
  }
})

spec('plugin: fields in the contexts view and edit', async (t, { send }) => {
  const { schema } = bodyOf<{ schema: { properties: Record<string, Property> } }>(await send('OPTIONS /plugins'))
  for (const name of ['plugin', 'status', 'name', 'description', 'version', 'requires_wp', 'requires_php'])
    for (const context of ['view', 'edit']) t.ok(schema.properties[name]?.context.includes(context), name)
})
