import { type WebClient, wpDialect } from '@platen/site'
import { postSaved } from '@platen/site/extend'
import t from 'tap'
import { onEveryStore } from '../../every-store.js'
import { loadModule } from '../../load-module.js'
import { makeSite, type TestSite } from '../../make-site.js'
import { countingSite } from '../posts/counting-site.js'

interface Family {
  readonly id: number
  readonly font_faces: readonly number[]
  readonly font_family_settings: Readonly<Record<string, string>>
  readonly _links: Readonly<Record<string, unknown>>
}

const ABEL = { name: 'Abel', slug: 'abel', fontFamily: 'Abel One, serif' }

const sent = (settings: object) => ({ font_family_settings: JSON.stringify(settings) })

async function create({ send }: Pick<TestSite, 'send'>, settings: object): Promise<Family> {
  const { status, body } = await send('POST /font-families', { body: sent(settings) })
  if (status !== 201) throw new Error(JSON.stringify(body))
  return body as Family
}

onEveryStore(t, 'font families are created, read, changed and deleted', async (t, make) => {
  const site = await make()
  const { id, font_family_settings: created } = await create(site, ABEL)
  t.strictSame(created, { name: 'Abel', slug: 'abel', fontFamily: '"Abel One", serif', preview: '' })
  const path = `/font-families/${id}`
  const changed = await site.send(`POST ${path}`, { body: sent({ name: 'New', preview: 'https://a.example/p.svg' }) })
  const expected = { ...created, name: 'New', preview: 'https://a.example/p.svg' }
  t.strictSame((changed.body as Family).font_family_settings, expected)
  t.strictSame(((await site.send(`GET ${path}`)).body as Family).font_family_settings, expected)

  const taken = await site.send('POST /font-families', { body: sent(ABEL) })
  t.match(taken, { status: 400, body: { code: 'rest_duplicate_font_family' } })
  t.match(await site.send(`POST ${path}`, { body: sent({ slug: 'other' }) }), {
    status: 400,
    body: { data: { details: { font_family_settings: { code: 'rest_invalid_param' } } } },
  })
  t.equal((await site.send(`DELETE ${path}`)).status, 501, 'families have no trash')
  t.equal((await site.send(`DELETE ${path}?force=true`)).status, 200)
  t.equal((await site.send(`GET ${path}`)).status, 404)
  t.ok(await create(site, ABEL), 'the slug is free again')
})

t.test('settings that are refused', async t => {
  const cases: readonly [settings: string, code: string][] = [
    ['not json', 'rest_invalid_param'],
    ['null', 'rest_invalid_param'],
    ['5', 'rest_invalid_type'],
    ['{"name":"x"}', 'rest_property_required'],
    [JSON.stringify({ ...ABEL, name: '' }), 'rest_invalid_param'],
    [JSON.stringify({ ...ABEL, slug: '!?' }), 'rest_invalid_param'],
    [JSON.stringify({ ...ABEL, name: 5 }), 'rest_invalid_type'],
    [JSON.stringify({ ...ABEL, more: 5 }), 'rest_additional_properties_forbidden'],
    [`{"__proto__":{},"name":"x","slug":"x","fontFamily":"x"}`, 'rest_additional_properties_forbidden'],
  ]
  const { send } = await makeSite()
  for (const [settings, code] of cases) {
    const { status, body } = await send('POST /font-families', { body: { font_family_settings: settings } })
    t.match(
      { status, body },
      { status: 400, body: { data: { details: { font_family_settings: { code } } } } },
      settings,
    )
  }
  const version = await send('POST /font-families', { body: { ...sent(ABEL), theme_json_version: 1 } })
  t.match(version.body, { data: { details: { theme_json_version: { code: 'rest_out_of_bounds' } } } })
})

t.test('PUT and PATCH change a family, except where clients know that they do not', async t => {
  for (const [dialect, status] of [
    [undefined, 200],
    [wpDialect, 400],
  ] as const) {
    const site = await makeSite(dialect && { dialect })
    const { id } = await create(site, ABEL)
    for (const method of ['PUT', 'PATCH'])
      t.equal((await site.send(`${method} /font-families/${id}`, { body: sent({ name: 'New' }) })).status, status)
  }
})

t.test('a preview never has an unsafe scheme', async t => {
  for (const dialect of [undefined, wpDialect]) {
    const site = await makeSite(dialect && { dialect })
    const { font_family_settings: settings } = await create(site, { ...ABEL, preview: 'javascript:alert(1)' })
    t.equal(settings['preview'], '')
  }
})

t.test('who may see and change fonts', async t => {
  const site = await makeSite()
  const { id } = await create(site, ABEL)
  const { context } = site.site
  for (const [as, status] of [
    ['anonymous', 401],
    ['editor', 403],
  ] as const) {
    for (const request of ['GET /font-families', `GET /font-families/${id}`, 'GET /font-collections'])
      t.match(await site.send(request, { as }), { status, body: { code: 'rest_cannot_read' } }, request)
    const created = await site.send('POST /font-families', { as, body: sent({ ...ABEL, slug: 'b' }) })
    t.match(created, { status, body: { code: 'rest_cannot_create' } })
    const user = site.users.get(as)
    t.equal(await site.site.content.posts.get(id, { as: user ?? context.principalOf(undefined) }), undefined, as)
  }
  const admin = site.users.get('administrator')
  t.equal((await site.site.content.posts.get(id, { as: admin ?? context.principalOf(undefined) }))?.id, id)
})

t.test('lists accept only their own arguments', async t => {
  const site = await makeSite()
  const ids: number[] = []
  for (const slug of ['one', 'two', 'three']) ids.push((await create(site, { ...ABEL, slug })).id)
  const [one, two, three] = ids
  const cases: readonly [query: string, ids: readonly (number | undefined)[]][] = [
    ['', [three, two, one]],
    ['?order=asc', [one, two, three]],
    ['?slug=TWO', [two]],
    [`?include=${one},${two}&orderby=include`, [one, two]],
    [`?exclude=${two}`, [three, one]],
    ['?offset=2', [one]],
    ['?per_page=1&page=2', [two]],
    ['?search=two&status=draft&parent=7&author=9&before=2000-01-01T00:00:00&menu_order=4', [three, two, one]],
  ]
  for (const [query, expected] of cases) {
    const { body } = await site.send(`GET /font-families${query}`)
    t.strictSame(
      (body as readonly Family[]).map(({ id }) => id),
      expected,
      query,
    )
  }
  t.match(await site.send('GET /font-families?page=9'), {
    status: 400,
    body: { code: 'rest_post_invalid_page_number' },
  })
})

t.test('a list with embedded faces costs the same statements whatever its length', async t => {
  const made = await countingSite(t)
  const { context, system } = made.site
  const { fonts } = made.site.content
  for (let number = 0; number < 4; number++) {
    const { id: family } = await fonts.createFamily({ ...ABEL, slug: `abel-${number}` }, { as: system })
    for (const weight of [300, 400]) {
      const settings = { fontFamily: `Abel ${number}`, fontWeight: String(weight), src: `${context.url}/a.woff2` }
      await fonts.createFace({ family, settings }, { as: system })
    }
  }
  for (const query of ['', '&_embed', '&_fields=id']) {
    const one = await made.statements(`GET /font-families?per_page=1${query}`)
    t.equal(await made.statements(`GET /font-families?per_page=4${query}`), one, `${query}: ${one}`)
  }
  const { body } = await made.send('GET /font-families?_embed')
  const [first] = body as readonly (Family & { readonly _embedded: { readonly font_faces: readonly object[] } })[]
  t.strictSame(
    first?._embedded.font_faces.map(face => (face as Family).id),
    first?.font_faces,
  )
})

t.test('the operations in process have the events and errors of requests', async t => {
  const { site } = await makeSite()
  const { fonts, posts } = site.content
  const saved: number[] = []
  site.context.hooks.on(postSaved, ({ post }) => void saved.push(post.id))
  const { id, version } = await fonts.createFamily(ABEL, { as: site.system })
  await fonts.updateFamily(id, { name: 'New' }, { as: site.system, version })
  t.strictSame(saved, [id, id])
  await t.rejects(fonts.updateFamily(id, { name: 'Old' }, { as: site.system, version }), {
    code: 'rest_precondition_failed',
  })
  await t.rejects(fonts.updateFamily(id, { name: '' }, { as: site.system }), { code: 'rest_invalid_param' })
  await t.rejects(fonts.createFamily({ ...ABEL, slug: '!' }, { as: site.system }), { code: 'rest_invalid_param' })
  const post = await posts.create({ title: 'Post' }, { as: site.system })
  await t.rejects(fonts.deleteFamily(post.id, { as: site.system }), { code: 'rest_post_invalid_id' })
  await t.rejects(posts.create({ type: 'cms_font_family', title: 'x' }, { as: site.system }), {
    code: 'rest_invalid_post_type',
  })
})

const given = {
  name: 'Own fonts',
  description: 'Fonts of the house.',
  families: [
    {
      settings: {
        name: 'Abel',
        slug: 'abel',
        fontFamily: 'Abel, serif',
        fontFace: [{ fontFamily: 'Abel', src: ['https://site.example/a.woff2'] }],
      },
      categories: ['serif'],
    },
  ],
  categories: [{ name: 'Serif', slug: 'serif' }],
}

const json = {
  font_families: [
    {
      font_family_settings: {
        name: 'Sent',
        slug: 'sent',
        fontFamily: 'Sent',
        evil: '<script>',
        fontFace: [
          { fontFamily: 'Sent', fontWeight: 400, src: 'https://fonts.example/s.woff2', other: 1 },
          { fontFamily: 'Sent', src: ['javascript:alert(1)', 'https://fonts.example/t.woff2'] },
          { fontFamily: 'Sent', src: 'file:///etc/passwd' },
          'none',
        ],
      },
      categories: ['sans', 5],
    },
    { font_family_settings: { name: 'No slug' } },
    null,
  ],
  categories: [{ slug: 'sans', name: 'Sans' }, 'none'],
}

/** A web client that responds to all requests with a text, and counts them. */
function webWith(text: string, status = 200): WebClient & { count: number } {
  const web = {
    count: 0,
    permits: () => true,
    get: async (url: string) => {
      web.count += 1
      const bytes = new TextEncoder().encode(text)
      return { outcome: 'response' as const, status, url, contentType: 'application/json', bytes, truncated: false }
    },
  }
  return web
}

t.test('collections that code gives', async t => {
  const { send } = await makeSite({
    register(site) {
      site.registerFontCollection('own', given)
      site.registerFontCollection('more', { ...given, name: 'More' })
    },
  })
  const { body, headers } = await send('GET /font-collections?per_page=1')
  t.equal(headers['X-CMS-Total'] ?? headers['x-cms-total'], '2')
  t.match(body, [
    {
      slug: 'own',
      name: 'Own fonts',
      description: 'Fonts of the house.',
      font_families: [{ font_family_settings: given.families[0]?.settings, categories: ['serif'] }],
      categories: given.categories,
    },
  ])
  t.match((await send('GET /font-collections/more')).body, { slug: 'more', name: 'More' })
  t.match(await send('GET /font-collections/none'), { status: 404, body: { code: 'rest_font_collection_not_found' } })
  const beyond = await send('GET /font-collections?page=2&per_page=2')
  t.match(beyond, { status: 400, body: { code: 'rest_post_invalid_page_number' } })
})

t.test('collections that are read from the web', async t => {
  const web = webWith(JSON.stringify(json))
  const { send } = await makeSite({
    services: { web },
    register: site => void site.registerFontCollection('web', { name: 'Web', source: 'https://fonts.example/c.json' }),
  })
  await send('GET /font-collections?_fields=slug,name')
  t.equal(web.count, 0, 'nothing is read that is not shown')
  const { body } = await send('GET /font-collections/web?_fields=font_families,categories')
  t.strictSame(body, {
    font_families: [
      {
        font_family_settings: {
          name: 'Sent',
          slug: 'sent',
          fontFamily: 'Sent',
          fontFace: [
            { fontFamily: 'Sent', fontWeight: '400', src: 'https://fonts.example/s.woff2' },
            { fontFamily: 'Sent', src: ['https://fonts.example/t.woff2'] },
          ],
        },
        categories: ['sans'],
      },
    ],
    categories: [{ name: 'Sans', slug: 'sans' }],
  })
  await send('GET /font-collections')
  t.equal(web.count, 1, 'the content is cached')
})

t.test('collections that cannot be read', async t => {
  for (const [text, status] of [
    ['{', 200],
    ['[]', 200],
    ['{"font_families":5}', 200],
    [JSON.stringify(json), 404],
  ] as const) {
    const web = webWith(text, status)
    const { send } = await makeSite({
      services: { web, logger: { info() {}, warn() {}, error() {} } },
      register(site) {
        site.registerFontCollection('web', { name: 'Web', source: 'https://fonts.example/c.json' })
        site.registerFontCollection('own', given)
      },
    })
    const { body } = await send('GET /font-collections?_fields=slug,categories')
    t.strictSame(body, [{ slug: 'own', categories: given.categories }], 'the others are listed')
    t.match(await send('GET /font-collections/web'), { status: 502, body: { code: 'font_collection_json_missing' } })
    t.equal(web.count, 1, 'the failure is cached')
  }
})

t.test('definitions that are refused', async t => {
  await makeSite({
    register(site) {
      for (const options of [
        { name: 'x' },
        { ...given, name: '' },
        { ...given, source: 'https://a.example/' },
        { name: 'x', source: 'file:///etc/passwd' },
        { ...given, familis: [] },
      ])
        t.throws(() => site.registerFontCollection('own', options as never), JSON.stringify(options))
      t.throws(() => site.registerFontCollection('Not A Slug', given))
    },
  })
})

const { cleanFamilyList } = await loadModule<{ cleanFamilyList: (given: string) => string }>(
  'appearance/fonts/rest/family-list.js',
)

t.test('names of font families are quoted', async t => {
  const cases: readonly [given: string, cleaned: string][] = [
    ['Abel', 'Abel'],
    ['-apple-system, system-ui', '-apple-system, system-ui'],
    ['Open Sans 2, "Foo", \'Bar\'  , sans-serif', '"Open Sans 2", "Foo", "Bar", sans-serif'],
    ['a1,1a,a_b,日本', '"a1", "1a", "a_b", "日本"'],
    [' , a,,b,', 'a, b'],
    ['a<b>c</b>, <script>x</script>', 'ac'],
    ['x; } body { color:red', '"x; } body { color:red"'],
    ['x"; } body { color:red', '"x; } body { color:red"'],
    ['a\\', '"a"'],
    ['', ''],
  ]
  for (const [given, cleaned] of cases) t.equal(cleanFamilyList(given), cleaned, given)
})
