import { mkdirSync, symlinkSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { themeOf, themesIn, wpDialect } from '@platen/site'
import { themeActivated, themeSupports } from '@platen/site/extend'
import { strFromU8, unzipSync } from 'fflate'
import t from 'tap'
import { onEveryStore } from '../../every-store.js'
import { makeSite, type TestSite } from '../../make-site.js'

const INDEX = { 'templates/index.html': '<!-- wp:post-content /-->' }
const style = (lines: string) => `/*\n${lines}\n*/`

const GARDEN = themeOf('garden', {
  ...INDEX,
  'style.css': style(
    [
      'Theme Name: Garden <b>&</b> <em>Yard</em>',
      'Theme URI: https://Garden.example/a b',
      'Author: Ann <script>x</script> & Co',
      'Author URI: https://ann.example/?a=1&b=2',
      'Description: A "quiet" <a href="https://x.example" onclick="x">theme</a> -- <img src=x>',
      'Version: 1 <b>2</b>',
      'Requires at least: 6.0',
      'Requires PHP: 7.4',
      'Tags: one-column, , <em>quiet</em>',
      'Text Domain: garden',
    ].join('\n'),
  ),
  'screenshot.webp': '',
})
const MOSS = themeOf('moss', {
  'style.css': style('Theme Name: Moss\nTemplate: garden\nAuthor URI: javascript:alert(1)'),
})
const STONE = themeOf('stone', { 'style.css': style('Theme Name: Stone'), 'index.php': '' })
const BROKEN = themeOf('broken', { ...INDEX, 'style.css': style('Theme Name: Broken'), 'theme.json': '{' })

const themes = [STONE, GARDEN, MOSS, BROKEN]

interface ThemeBody {
  readonly stylesheet: string
  readonly status: string
  readonly [field: string]: unknown
}
const stylesheetsOf = ({ body }: { readonly body: unknown }) =>
  (body as readonly ThemeBody[]).map(({ stylesheet, status }) => `${stylesheet}:${status}`)

t.test('the fields of themes', async t => {
  const { send, store } = await makeSite({ themes, dialect: wpDialect })
  await store.options.set('stylesheet', 'moss')
  t.match((await send('GET /themes/garden')).body, {
    stylesheet: 'garden',
    template: 'garden',
    requires_php: '7.4',
    requires_wp: '6.0',
    textdomain: 'garden',
    version: '1 2',
    screenshot: 'https://site.example/wp-content/themes/garden/screenshot.webp',
    author: { raw: 'Ann x &amp; Co', rendered: '<a href="https://ann.example/?a=1&#038;b=2">Ann x &amp; Co</a>' },
    author_uri: { raw: 'https://ann.example/?a=1&b=2', rendered: 'https://ann.example/?a=1&#038;b=2' },
    description: {
      raw: 'A "quiet" <a href="https://x.example">theme</a> --',
      rendered: 'A &#8220;quiet&#8221; <a href="https://x.example">theme</a> &#8212;',
    },
    name: { raw: 'Garden &amp; <em>Yard</em>', rendered: 'Garden &amp; <em>Yard</em>' },
    tags: { raw: ['one-column', 'quiet'], rendered: 'one-column, quiet' },
    theme_uri: { raw: 'https://Garden.example/a%20b', rendered: 'https://Garden.example/a%20b' },
    status: 'inactive',
    theme_supports: undefined,
    is_block_theme: true,
    stylesheet_uri: 'https://site.example/wp-content/themes/garden',
    template_uri: 'https://site.example/wp-content/themes/garden',
  })
  t.match((await send('GET /themes/moss')).body, {
    template: 'garden',
    screenshot: '',
    author: { raw: '', rendered: 'Anonymous' },
    author_uri: { raw: '', rendered: '' },
    status: 'active',
    theme_supports: { 'block-templates': true, formats: ['standard'] },
    is_block_theme: true,
    template_uri: 'https://site.example/wp-content/themes/garden',
  })
  t.match((await send('GET /themes/stone')).body, { is_block_theme: false })
  await store.options.set('stylesheet', 'stone')
  t.match((await send('GET /themes/stone')).body, { theme_supports: { 'block-templates': false, html5: false } })
})

t.test('the list shows the themes of each status', async t => {
  const { send, store } = await makeSite({ themes, dialect: wpDialect })
  await store.options.set('stylesheet', 'garden')
  for (const [query, expected] of [
    ['', ['garden:active', 'moss:inactive', 'stone:inactive']],
    ['?status=active', ['garden:active']],
    ['?status=inactive', ['moss:inactive', 'stone:inactive']],
    ['?status=active,inactive', ['garden:active', 'moss:inactive', 'stone:inactive']],
    ['?status=', []],
    ['?search=moss&page=7&per_page=0&context=nonsense', ['garden:active', 'moss:inactive', 'stone:inactive']],
  ] as const) {
    const answer = await send(`GET /themes${query}`)
    t.same(stylesheetsOf(answer), expected, query)
    t.match(answer.headers, { 'X-WP-Total': String(expected.length), 'X-WP-TotalPages': '1' })
  }
  t.match(await send('GET /themes/broken'), { status: 404, body: { code: 'rest_theme_not_found' } })
  await store.options.set('stylesheet', 'broken')
  t.same(stylesheetsOf(await send('GET /themes?status=active')), ['platen:active'], 'a broken theme is not active')
})

t.test('the list of the specification has pages and a search', async t => {
  const { send, store } = await makeSite({ themes })
  await store.options.set('stylesheet', 'garden')
  t.match(await send('GET /themes'), { status: 400, body: { data: { params: ['status'] } } })
  t.match(await send('GET /themes?status=inactive'), { status: 400, body: { code: 'rest_invalid_param' } })
  t.match(await send('GET /themes?status=active&per_page=0'), { status: 400 })
  for (const [query, found, pages] of [
    ['', 1, '1'],
    ['&search=YARD', 1, '1'],
    ['&search=moss', 0, '0'],
    ['&page=2', 0, '1'],
    ['&context=embed', 1, '1'],
  ] as const) {
    const { status, body, headers } = await send(`GET /themes?status=active${query}`)
    t.equal(status, 200, query)
    t.equal((body as unknown[]).length, found, query)
    t.equal(headers['X-CMS-TotalPages'], pages, query)
  }
  t.match(await send('GET /themes', { as: 'anonymous' }), { status: 401, body: { code: 'empty_username', data: null } })
})

const ALL = 'rest_cannot_view_themes'
const ACTIVE = 'rest_cannot_view_active_theme'
const REFUSALS: readonly (readonly [request: string, as: string, status: number, code?: string])[] = [
  ['GET /themes', 'anonymous', 401, ALL],
  ['GET /themes', 'editor', 403, ALL],
  ['GET /themes?status=active', 'anonymous', 401, ACTIVE],
  ['GET /themes?status=active', 'subscriber', 403, ACTIVE],
  ['GET /themes?status=active', 'contributor', 200],
  ['GET /themes?status=active,active', 'contributor', 403, ALL],
  ['GET /themes?status=', 'contributor', 403, ALL],
  ['GET /themes/platen', 'subscriber', 403, ACTIVE],
  ['GET /themes/platen', 'contributor', 200],
  ['GET /themes/garden', 'contributor', 403, ALL],
  ['GET /themes/nothing', 'contributor', 403, ALL],
  ['GET /themes/nothing', 'administrator', 404, 'rest_theme_not_found'],
  ['GET /themes/GARDEN', 'administrator', 404, 'rest_theme_not_found'],
  ['GET /themes/garden/inner', 'administrator', 404, 'rest_theme_not_found'],
  ['POST /themes/garden', 'administrator', 404, 'rest_no_route'],
]

t.test('who may see which themes', async t => {
  const { send } = await makeSite({ themes, dialect: wpDialect })
  for (const [request, as, status, code] of REFUSALS) {
    const { status: answered, body } = await send(request, { as })
    t.same([answered, (body as { code?: string }).code], [status, code], `${request} as ${as}`)
  }
})

t.test('a filter changes what a theme supports', async t => {
  const { send } = await makeSite({
    themes,
    register: site =>
      site.filter(themeSupports, ({ value, theme }) => ({ ...value, formats: ['standard', theme.stylesheet] })),
  })
  t.match((await send('GET /themes/platen')).body, { theme_supports: { formats: ['standard', 'platen'] } })
})

t.test('the operation activates a theme', async t => {
  const { site, users } = await makeSite({ themes })
  const events: string[] = []
  site.on(themeActivated, ({ theme, before }) => void events.push(`${before.stylesheet} ${theme.stylesheet}`))
  const as = site.system
  t.match(await site.content.themes.activate('moss', { as }), { stylesheet: 'moss', parent: { stylesheet: 'garden' } })
  t.equal((await site.content.themes.active({ as })).stylesheet, 'moss')
  await site.content.themes.activate('moss', { as })
  await site.content.themes.activate('platen', { as })
  t.same(events, ['platen moss', 'moss platen'])
  const { themes: content } = site.content
  await t.rejects(content.activate('nothing', { as }), { code: 'rest_theme_not_found', status: 404 })
  await t.rejects(content.activate('broken', { as }), {
    code: 'rest_theme_invalid',
    message: /theme\.json: not valid JSON/,
  })
  const editor = users.get('editor')
  if (editor === undefined) return t.fail('there is no editor')
  await t.rejects(content.activate('garden', { as: editor }), { code: 'rest_cannot_switch_themes', status: 403 })
  await t.rejects(content.list({ as: editor }), { code: ALL })
  await t.rejects(content.broken({ as: editor }), { code: ALL })
  t.equal((await content.active({ as: editor })).stylesheet, 'platen')
  t.match(await content.broken({ as }), [{ stylesheet: 'broken' }])
  t.equal((await content.get('garden', { as })).stylesheet, 'garden')
  await t.rejects(content.get('broken', { as }), { code: 'rest_theme_not_found' })
})

onEveryStore(t, 'another site on the store shows the theme that was activated', async (t, make) => {
  const first = await make({ themes, dialect: wpDialect, cache: true })
  const second = await make({ themes, dialect: wpDialect, cache: true, store: first.store })
  const active = async () => stylesheetsOf(await second.send('GET /themes?status=active'))
  t.same(await active(), ['platen:active'])
  await first.site.content.themes.activate('garden', { as: first.site.system })
  t.same(await active(), ['garden:active'])
})

const EXPORTED_GARDEN = {
  'style.css': '/*\nTheme Name: Garden\n*/ body { color: green }',
  'theme.json': JSON.stringify({
    version: 3,
    title: 'Garden',
    settings: {
      color: {
        palette: [
          { slug: 'leaf', color: '#0a0' },
          { slug: 'soil', color: '#420' },
        ],
      },
    },
    styles: { color: { text: 'black', background: 'white' } },
    templateParts: [{ name: 'header', area: 'header' }],
  }),
  'templates/index.html': '<!-- wp:paragraph --><p>index</p><!-- /wp:paragraph -->',
  'parts/header.html': 'header',
}

async function use({ site, store }: TestSite) {
  await site.ready()
  await store.transaction(tx => tx.options.set('stylesheet', 'garden'))
}

const filesOf = ({ bytes }: { readonly bytes?: Uint8Array | undefined }) =>
  Object.fromEntries(
    Object.entries(unzipSync(bytes ?? new Uint8Array())).map(([path, file]) => [path, strFromU8(file, true)]),
  )

t.test('the archive has the files of the theme and the styles of users', async t => {
  const made = await makeSite({ themes: [themeOf('garden', EXPORTED_GARDEN)] })
  await use(made)
  const by = { as: made.site.system }
  await made.site.content.globalStyles.update(
    {
      settings: {
        color: { palette: { theme: [{ slug: 'leaf', color: '#0f0' }], custom: [{ slug: 'sky', color: '#00f' }] } },
      },
      styles: { color: { text: 'red' } },
    },
    by,
  )
  const response = await made.send('GET //cms-block-editor/v1/export')
  t.equal(response.headers['Content-Type'], 'application/zip')
  t.equal(response.headers['Content-Disposition'], 'attachment; filename=garden.zip')
  const files = filesOf(response)
  t.strictSame(Object.keys(files).sort(), Object.keys(EXPORTED_GARDEN).sort())
  t.equal(files['style.css'], EXPORTED_GARDEN['style.css'])
  t.strictSame(JSON.parse(files['theme.json'] ?? ''), {
    version: 3,
    title: 'Garden',
    settings: {
      color: {
        palette: [
          { slug: 'leaf', color: '#0f0' },
          { slug: 'sky', color: '#00f' },
        ],
      },
    },
    styles: { color: { text: 'red', background: 'white' } },
    templateParts: [{ name: 'header', area: 'header' }],
  })
  const { name, bytes } = await made.site.content.themeExport.archive(by)
  t.equal(name, 'garden.zip')
  t.strictSame(filesOf({ bytes }), files)
})

t.test('templates and parts are as users changed them, without the theme of their parts', async t => {
  const made = await makeSite({ themes: [themeOf('garden', EXPORTED_GARDEN)] })
  await use(made)
  const by = { as: made.site.system }
  const { templates, templateParts } = made.site.content
  const content = '<!-- wp:template-part {"slug":"header","theme":"garden"} /-->'
  await templates.update('garden//index', { content }, by)
  await templates.create({ slug: 'extra', content: 'extra' }, by)
  await templateParts.update('garden//header', { content: 'changed' }, by)
  const files = filesOf(await made.site.content.themeExport.archive(by))
  t.equal(files['templates/index.html'], '<!-- wp:template-part {"slug":"header"} /-->')
  t.equal(files['templates/extra.html'], 'extra')
  t.equal(files['parts/header.html'], 'changed')
})

t.test('an export of a folder contains all files except links and hidden ones', async t => {
  const folder = t.testdir({
    garden: { templates: {}, assets: {}, node_modules: { a: 'a' }, '.git': { config: 'x' } },
    secret: 'no',
  })
  for (const [path, text] of Object.entries(EXPORTED_GARDEN)) {
    mkdirSync(join(folder, 'garden', path, '..'), { recursive: true })
    writeFileSync(join(folder, 'garden', path), text)
  }
  const image = Uint8Array.from({ length: 600_000 }, (_, i) => (i * 31) % 251)
  writeFileSync(join(folder, 'garden/assets/a.png'), image)
  symlinkSync(join(folder, 'secret'), join(folder, 'garden/assets/link.txt'))
  const made = await makeSite({ themes: [themesIn(folder)] })
  await use(made)
  const { bytes } = await made.send('GET //cms-block-editor/v1/export')
  const files = unzipSync(bytes ?? new Uint8Array())
  t.strictSame(Object.keys(files).sort(), [...Object.keys(EXPORTED_GARDEN), 'assets/a.png'].sort())
  t.strictSame(Buffer.from(files['assets/a.png'] ?? []), Buffer.from(image))
})

t.test('no path leads out of the folder in which the archive is unpacked', async t => {
  const hostile = { '../a.html': 'x', 'templates/../../b.html': 'x', '/c.html': 'x', 'd\\..\\e': 'x', 'C:f': 'x' }
  const made = await makeSite({ themes: [themeOf('garden', { ...EXPORTED_GARDEN, ...hostile })] })
  await use(made)
  const { bytes } = await made.send('GET //cms-block-editor/v1/export')
  t.strictSame(Object.keys(unzipSync(bytes ?? new Uint8Array())).sort(), Object.keys(EXPORTED_GARDEN).sort())
})

t.test('a theme that is too large is refused', async t => {
  const large = 'x'.repeat(33 * 1024 * 1024)
  const made = await makeSite({
    themes: [themeOf('garden', { ...EXPORTED_GARDEN, 'a.txt': large, 'b.txt': large })],
  })
  await use(made)
  t.match(await made.send('GET //cms-block-editor/v1/export'), { status: 413, body: { code: 'rest_export_too_large' } })
})

t.test('only who may export gets one', async t => {
  const { send, site } = await makeSite()
  for (const [as, status] of [
    ['anonymous', 401],
    ['editor', 403],
    ['administrator', 200],
  ] as const)
    t.equal((await send('GET //cms-block-editor/v1/export', { as })).status, status, as)
  await t.rejects(site.content.themeExport.archive({ as: site.principalOf(undefined) }), {
    code: 'rest_cannot_export_templates',
  })
})
