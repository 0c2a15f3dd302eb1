import { defaultRoles, postsIn, themeOf, wpDialect } from '@platen/site'
import { inTransaction } from '@platen/site/extend'
import { importPosts } from '@platen/site/import'
import t from 'tap'
import { type MakeOn, onEveryStore } from '../../every-store.js'
import { internals } from '../../internals.js'
import { makeSite, type TestSite } from '../../make-site.js'
import { countingSite } from '../posts/counting-site.js'

const { ensureUserStyles } = internals

const garden = themeOf('garden', {
  'style.css': '/*\nTheme Name: Garden\n*/',
  'theme.json': JSON.stringify({
    version: 3,
    settings: { color: { palette: [{ slug: 'leaf', color: '#0a0', name: 'Leaf' }] }, layout: { contentSize: '600px' } },
    styles: { color: { text: 'var:preset|color|leaf' }, background: { backgroundImage: { url: 'file:./img/a.png' } } },
  }),
  'templates/index.html': 'index',
  'styles/autumn.json': JSON.stringify({ version: 3, title: 'Autumn', styles: { color: { text: 'brown', x: 1 } } }),
  'styles/soft.json': JSON.stringify({
    version: 3,
    title: 'Soft',
    slug: 'soft',
    blockTypes: ['core/quote'],
    styles: { border: { radius: '9px' } },
  }),
})

async function gardenSite(
  options: Parameters<MakeOn>[0] = {},
  make: MakeOn = makeSite,
): Promise<TestSite & { readonly id: number }> {
  const made = await make({ themes: [garden], ...options })
  await made.site.ready()
  await made.store.transaction(tx => tx.options.set('stylesheet', 'garden'))
  const record = await ensureUserStyles(made.site.context, 'garden')
  return { ...made, id: record?.id ?? 0 }
}

t.test('the styles of the theme: merged, with the variations of blocks', async t => {
  const { send } = await gardenSite()
  const { body } = await send('GET /global-styles/themes/garden', { as: 'contributor' })
  t.match(body, {
    settings: {
      color: { palette: { theme: [{ slug: 'leaf' }] }, defaultPalette: true },
      layout: { contentSize: '600px' },
      spacing: { spacingSizes: { default: [{ slug: '20', size: '0.44rem' }] } },
    },
    styles: {
      color: { text: 'var(--wp--preset--color--leaf)' },
      elements: { button: { color: { background: '#32373c' } } },
      blocks: { 'core/quote': { variations: { soft: { border: { radius: '9px' } } } } },
    },
    _links: { 'cms:theme-file': [{ href: 'https://site.example/cms-content/themes/garden/img/a.png' }] },
  })
  t.strictSame((await send('GET /global-styles/themes/garden?_fields=styles.color')).body, {
    styles: { color: { text: 'var(--wp--preset--color--leaf)' } },
  })
  t.strictSame((await send('GET /global-styles/themes/garden/variations')).body, [
    { version: 3, title: 'Autumn', styles: { color: { text: 'brown' } } },
  ])
  t.equal((await send('GET /global-styles/themes/platen')).status, 404, 'another theme')
  t.equal((await send('GET /global-styles/themes/garden', { as: 'subscriber' })).status, 403)
})

t.test("the styles of users can be changed and are merged with the theme's", async t => {
  const { send, site, id } = await gardenSite()
  const styles = {
    color: { text: 'red', x: 1 },
    css: 'p { color: red }',
    blocks: { 'core/quote': { variations: { soft: { shadow: 'none' } } } },
  }
  const changed = await send(`PUT /global-styles/${id}`, { body: { styles, title: 'Mine' } })
  t.match(changed.body, { title: { raw: 'Mine' }, settings: {}, styles: { ...styles, color: { text: 'red' } } })
  t.strictSame((await send(`GET /global-styles/${id}?_fields=styles.color`)).body, {
    styles: { color: { text: 'red' } },
  })
  const tree = await site.content.globalStyles.tree()
  t.match(tree.styles, { color: { text: 'red' }, spacing: { blockGap: '24px' } })
  const css = await site.content.globalStyles.stylesheet()
  for (const text of [
    'body{color: red;',
    '--wp--preset--color--leaf: #0a0;',
    '.wp-block-quote.is-style-soft',
    'p { color: red }',
    "url('https://site.example/cms-content/themes/garden/img/a.png')",
  ])
    t.ok(css.includes(text), text)
  t.match(
    (await send('GET /global-styles/themes/garden')).body,
    { styles: { color: { text: /leaf/ } } },
    'theirs stay as they are',
  )
})

t.test('changes in process', async t => {
  const { site, users } = await gardenSite()
  const { globalStyles } = site.content
  const by = (role: string) => ({ as: users.get(role) ?? site.system })
  await globalStyles.update({ settings: { color: { custom: false } } }, by('administrator'))
  t.match((await globalStyles.tree()).settings, { color: { custom: false } })
  await t.rejects(globalStyles.update({ title: 'x' }, by('editor')), { code: 'rest_cannot_edit' })
})

t.test('custom CSS is checked', async t => {
  const { send, id } = await gardenSite()
  const put = async (css: unknown) => (await send(`PUT /global-styles/${id}`, { body: { styles: { css } } })).body
  t.match(await put('a</style>'), { code: 'rest_custom_css_illegal_markup' })
  t.match(await put(7), { code: 'rest_custom_css_invalid_type' })
  t.match(await put('a > b {}'), { styles: { css: 'a > b {}' } })
})

t.test('users who may not write HTML can store only safe values, and no custom CSS', async t => {
  const { site, users, id, store } = await gardenSite({
    roles: {
      administrator: { label: 'A', capabilities: ['read', 'edit_posts', 'edit_theme_options', 'publish_posts'] },
      editor: { label: 'E', capabilities: [] },
    },
  })
  const { globalStyles } = site.content
  const by = { as: users.get('administrator') ?? site.system }
  const styles = {
    color: { text: 'red;}', background: 'rgb(1,2,3)' },
    background: { backgroundImage: { url: 'javascript:x' } },
  }
  const settings = { color: { palette: [{ slug: 'a', name: '<b>A</b>', color: 'red' }] }, custom: { 'x<': 'a & b' } }
  await globalStyles.update({ styles, settings }, by)
  const stored = JSON.parse((await postsIn(store).get(id))?.content ?? '')
  t.strictSame(stored.styles, { color: { background: 'rgb(1,2,3)' }, background: { backgroundImage: {} } })
  t.strictSame(stored.settings.color.palette, { custom: [{ slug: 'a', color: 'red' }] })
  await t.rejects(globalStyles.update({ styles: { css: 'p{}' } }, by), { code: 'rest_cannot_edit_css' })
})

/** The places of custom CSS in styles. */
const PLACES: readonly (readonly string[])[] = [
  ['css'],
  ['elements', 'h1', 'css'],
  ['elements', 'link', ':hover', 'css'],
  ['blocks', 'core/quote', 'css'],
  ['blocks', 'core/quote', '@mobile', 'css'],
  ['blocks', 'core/quote', 'elements', 'link', 'css'],
  ['blocks', 'core/quote', 'variations', 'soft', 'css'],
  ['blocks', 'core/quote', 'variations', 'soft', 'blocks', 'core/list', 'css'],
]

const treeWith = (path: readonly string[], value: unknown): unknown =>
  path.reduceRight<unknown>((inner, key) => ({ [key]: inner }), value)

const valueIn = (tree: unknown, path: readonly string[]): unknown =>
  path.reduce<unknown>((inner, key) => (inner as Readonly<Record<string, unknown>> | undefined)?.[key], tree)

onEveryStore(t, 'custom CSS anywhere requires the capability edit_css', async (t, make) => {
  const designs = ['read', 'edit_posts', 'edit_theme_options', 'publish_posts', 'import']
  const made = await gardenSite(
    { roles: { ...defaultRoles, editor: { label: 'Designer', capabilities: designs } } },
    make,
  )
  const { site, send, store, users, id } = made
  const as = 'editor'
  const by = { as: users.get(as) ?? site.system }
  const path = `/global-styles/${id}`
  const stored = async () => JSON.parse((await postsIn(store).get(id))?.content ?? '').styles
  const contentOf = (styles: unknown) => JSON.stringify({ isGlobalStylesUserThemeJSON: true, version: 3, styles })
  const type = 'cms_global_styles'
  for (const place of PLACES) {
    const name = place.join('.')
    const styles = treeWith(place, 'color: red')
    await send(`PUT ${path}`, { body: { styles: {}, settings: {} } })
    const refused = { status: 403, body: { code: 'rest_cannot_edit_css' } }
    t.match(await send(`PUT ${path}`, { as, body: { styles } }), refused, name)
    const requests = [{ method: 'PUT', path: `/cms/v2${path}`, body: { styles } }]
    const batch = await send('POST //batch/v1', { as, body: { requests } })
    t.notMatch(batch.body, { responses: [{ status: 200 }] }, name)
    await t.rejects(site.content.globalStyles.update({ styles }, by), { code: 'rest_cannot_edit_css' }, name)
    await site.content.posts.update(id, { content: contentOf(styles) }, by)
    t.equal(valueIn(await stored(), place), undefined, `${name} as content`)
    const made = await site.content.posts.create({ type, title: 'New', content: contentOf(styles) }, by)
    t.equal(valueIn(JSON.parse(made.content).styles, place), undefined, `${name} in a new record`)

    t.match(await send(`PUT ${path}`, { body: { styles } }), { status: 200 }, name)
    t.equal(valueIn(await stored(), place), 'color: red', name)
    const { body } = await send(`GET ${path}?context=edit`, { as })
    const sent = { ...(body as { readonly styles: object }).styles, color: { text: 'blue' } }
    t.match(await send(`PUT ${path}`, { as, body: { styles: sent } }), { status: 200 }, `${name} stays`)
    t.equal(valueIn(await stored(), place), 'color: red', `${name} stays`)
    t.match(await stored(), { color: { text: 'blue' } })
    t.match(await send(`PUT ${path}`, { as, body: { styles: treeWith(place, 'color: green') } }), refused, name)
    t.match(
      await send(`PUT ${path}`, { as, body: { styles: treeWith(place, '') } }),
      { status: 200 },
      `${name} removed`,
    )
  }
})

onEveryStore(t, 'imports by users without edit_css contain no custom CSS', async (t, make) => {
  const { site, users } = await gardenSite(
    { roles: { ...defaultRoles, editor: { label: 'Importer', capabilities: ['read', 'import', 'edit_posts'] } } },
    make,
  )
  const styles = { css: 'p{}', blocks: { 'core/quote': { css: 'color: red', color: { text: 'red' } } } }
  const post = {
    id: 0,
    type: 'cms_global_styles',
    status: 'publish',
    title: 'Mine',
    content: JSON.stringify({ isGlobalStylesUserThemeJSON: true, version: 3, styles }),
    author: 0,
    parent: 0,
    guid: '',
    mimeType: '',
    commentCount: 0,
    meta: [],
  }
  for (const [role, css] of [
    ['editor', undefined],
    ['administrator', 'color: red'],
  ] as const) {
    const actor = site.context.principalOf(users.get(role))
    const [imported] = await inTransaction(site.context, tx => importPosts(tx, actor, [post]))
    const quote = JSON.parse(imported?.content ?? '').styles.blocks['core/quote']
    t.match(quote, { color: { text: 'red' } })
    t.equal(quote.css, css, role)
  }
})

t.test('a context that does not exist shows no fields', async t => {
  const { send, id } = await gardenSite()
  t.strictSame(Object.keys((await send(`GET /global-styles/${id}?context=other`)).body as object), ['_links'])
  t.strictSame(Object.keys((await send(`GET /global-styles/${id}?context=embed`)).body as object), [
    'id',
    'title',
    '_links',
  ])
})

t.test('wp: empty maps are lists, and null changes nothing', async t => {
  const { send, id } = await gardenSite({ dialect: wpDialect })
  const put = async (body: unknown) => (await send(`PUT /global-styles/${id}?_fields=styles,settings`, { body })).body
  t.strictSame(await put({ styles: { color: {} }, settings: {} }), { settings: {}, styles: { color: [] } })
  t.strictSame(await put({ styles: null, settings: null, title: null }), { settings: {}, styles: { color: [] } })
  t.match(await put({ styles: 'x' }), { code: 'rest_invalid_param' })
})

onEveryStore(t, 'each theme has one record, made at first use', async (t, make) => {
  const { site, store } = await make({ themes: [garden] })
  await site.ready()
  const made = await Promise.all(Array.from({ length: 8 }, () => ensureUserStyles(site.context, 'garden')))
  t.equal(new Set(made.map(record => record?.id)).size, 1)
  t.not((await ensureUserStyles(site.context, 'other'))?.id, made[0]?.id)
  t.equal(
    (await postsIn(store).find({ where: undefined, total: true })).records.filter(({ slug }) =>
      slug.includes('global-styles'),
    ).length,
    2,
  )
})

onEveryStore(t, 'an imported record counts until there is an own one', async (t, make) => {
  const { site } = await make({ themes: [garden] })
  const { posts } = site.content
  const imported = { type: 'cms_global_styles', status: 'publish', title: 'Imported', slug: 'wp-global-styles-garden' }
  const { id } = await posts.create(imported, { as: site.system })
  t.equal((await ensureUserStyles(site.context, 'garden'))?.id, id)
  await posts.create({ ...imported, slug: 'cms-global-styles-garden' }, { as: site.system })
  t.not((await ensureUserStyles(site.context, 'garden'))?.id, id)
})

onEveryStore(t, 'revisions hold settings and styles', async (t, make) => {
  const { send, id } = await gardenSite({}, make)
  for (const text of ['red', 'blue']) await send(`PUT /global-styles/${id}`, { body: { styles: { color: { text } } } })
  const { body, headers } = await send(`GET /global-styles/${id}/revisions?_fields=id,styles,parent&search=none`)
  const list = body as { id: number; styles: object; parent: number }[]
  t.strictSame(
    list.map(({ styles, parent }) => [styles, parent]),
    [
      [{ color: { text: 'blue' } }, id],
      [{ color: { text: 'red' } }, id],
    ],
  )
  t.equal(headers['X-CMS-Total'], '2')
  t.match((await send(`GET /global-styles/${id}/revisions/${list[1]?.id}`)).body, {
    styles: { color: { text: 'red' } },
  })
  t.equal((await send(`GET /global-styles/${id}/revisions`, { as: 'editor' })).status, 403)
  t.match((await send(`GET /global-styles/99999/revisions/${list[1]?.id}`)).body, { code: 'rest_post_invalid_parent' })
})

t.test('reads cost a fixed number of statements', async t => {
  const made = await countingSite(t)
  await made.site.ready()
  const id = (await ensureUserStyles(made.site.context, 'platen'))?.id
  for (let i = 0; i < 12; i++)
    await made.send(`PUT /global-styles/${id}`, { body: { styles: { typography: { fontSize: `${i}px` } } } })
  const counted: number[] = []
  for (const length of [1, 5, 12])
    counted.push(await made.statements(`GET /global-styles/${id}/revisions?per_page=${length}`))
  t.same(new Set(counted).size, 1, counted.join())
  const table: readonly [request: string, most: number][] = [
    [`GET /global-styles/${id}`, 2],
    ['GET /global-styles/themes/platen', 1],
    ['GET /global-styles/themes/platen/variations', 1],
    ['GET /themes/platen', 1],
    ['GET /view-config?kind=postType&name=post', 1],
    ['GET /view-config?kind=postType&name=cms_block', 2],
    ['GET /view-config?kind=postType&name=cms_template', 3],
  ]
  for (const [request, most] of table) {
    const statements = await made.statements(request)
    t.ok(statements <= most, `${request}: ${statements}`)
  }
})

t.test('deep and long trees are answered', async t => {
  const { send, id } = await gardenSite()
  const deep = JSON.parse(`${'{"a":'.repeat(400)}1${'}'.repeat(400)}`)
  const list = Array.from({ length: 5000 }, (_, i) => ({ slug: `s${i}`, size: '1px' }))
  const settings = {
    custom: deep,
    spacing: {
      spacingSizes: list,
      spacingScale: { operator: '*', increment: 1.1, steps: 1e12, mediumStep: 1, unit: 'px' },
    },
  }
  t.equal((await send(`PUT /global-styles/${id}`, { body: { settings, styles: { color: deep } } })).status, 200)
  t.equal((await send(`GET /global-styles/${id}`)).status, 200)
})
