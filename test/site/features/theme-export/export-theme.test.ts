import { mkdirSync, symlinkSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { themeOf, themesIn } from '@platen/site'
import { strFromU8, unzipSync } from 'fflate'
import t from 'tap'
import { makeSite, type TestSite } from '../../make-site.js'

const GARDEN = {
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
  const made = await makeSite({ themes: [themeOf('garden', GARDEN)] })
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
  t.strictSame(Object.keys(files).sort(), Object.keys(GARDEN).sort())
  t.equal(files['style.css'], GARDEN['style.css'])
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
  const made = await makeSite({ themes: [themeOf('garden', GARDEN)] })
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
  for (const [path, text] of Object.entries(GARDEN)) {
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
  t.strictSame(Object.keys(files).sort(), [...Object.keys(GARDEN), 'assets/a.png'].sort())
  t.strictSame(Buffer.from(files['assets/a.png'] ?? []), Buffer.from(image))
})

t.test('no path leads out of the folder in which the archive is unpacked', async t => {
  const hostile = { '../a.html': 'x', 'templates/../../b.html': 'x', '/c.html': 'x', 'd\\..\\e': 'x', 'C:f': 'x' }
  const made = await makeSite({ themes: [themeOf('garden', { ...GARDEN, ...hostile })] })
  await use(made)
  const { bytes } = await made.send('GET //cms-block-editor/v1/export')
  t.strictSame(Object.keys(unzipSync(bytes ?? new Uint8Array())).sort(), Object.keys(GARDEN).sort())
})

t.test('a theme that is too large is refused', async t => {
  const large = 'x'.repeat(33 * 1024 * 1024)
  const made = await makeSite({ themes: [themeOf('garden', { ...GARDEN, 'a.txt': large, 'b.txt': large })] })
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
