import { mkdirSync, symlinkSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { type Theme, themes, themesIn } from '@platen/site'
import t from 'tap'
import { fixtureThemes } from '../../parity/fixture.js'
import { temporaryFolder } from '../../temporary-folder.js'
import { makeSite } from '../make-site.js'

async function load(folder: string | URL) {
  const { site } = await makeSite({ themes: [themesIn(folder)] })
  await site.ready()
  return site.context.get(themes)
}

function write(folder: string, files: Readonly<Record<string, string>>): string {
  for (const [path, text] of Object.entries(files)) {
    mkdirSync(dirname(join(folder, path)), { recursive: true })
    writeFileSync(join(folder, path), text)
  }
  return folder
}

const newFolder = () => temporaryFolder('themes')
const slugs = (theme: Theme | undefined) => theme?.templates.map(({ slug }) => slug)

const GARDEN = {
  'garden/style.css': '/*\nTheme Name: Garden\n*/',
  'garden/templates/index.html': 'index',
}

t.test('the themes of a folder', async t => {
  const all = await load(fixtureThemes)
  t.match(all.find('parity-theme'), {
    header: { name: 'Parity Theme', requiresService: '6.0', requiresRuntime: '7.4' },
    templates: [{ slug: 'index' }, { slug: 'single' }, { slug: 'wide', title: 'Wide', postTypes: ['page', 'post'] }],
    parts: [
      { slug: 'footer', area: 'footer' },
      { slug: 'header', area: 'header' },
    ],
    variations: [{ name: 'night', title: 'Night' }],
    patterns: [
      {
        name: 'parity-theme/hero',
        title: 'Hero',
        content: '<!-- wp:heading {"level":1} --><h1 class="wp-block-heading">Hero</h1><!-- /wp:heading -->\n',
        categories: ['parity'],
        keywords: ['banner'],
      },
    ],
  })
  t.ok((all.find('parity-theme')?.modified.getTime() ?? 0) > 0)
})

t.test('files that are not of a theme are not read', async t => {
  const folder = write(newFolder(), {
    ...GARDEN,
    'garden/functions.php': '<?php exit();',
    'garden/templates/note.txt': 'x',
    'garden/templates/deep/one.html': 'x',
    'garden/templates/a/b/c/d/e/f/g/h.html': 'x',
    'garden/templates/large.html': 'x'.repeat(3 * 1024 * 1024),
    'a file': '',
    '.hidden/style.css': '/*\nTheme Name: Hidden\n*/',
  })
  const all = await load(pathToFileURL(folder))
  const theme = all.find('garden')
  t.same(slugs(theme), ['deep/one', 'index'])
  t.match(theme?.warnings, [/nested too deeply/, /^templates\/large\.html: the file is too large/])
  t.same(
    all.all().map(({ stylesheet }) => stylesheet),
    ['garden'],
  )
})

t.test('links out of the folder are not followed', async t => {
  const outside = write(newFolder(), { 'secret.html': 'secret', 'other/style.css': '/*\nTheme Name: Other\n*/' })
  const folder = write(newFolder(), { ...GARDEN, 'garden/templates/a.html': 'a' })
  const templates = join(folder, 'garden/templates')
  symlinkSync(join(outside, 'secret.html'), join(templates, 'secret.html'))
  symlinkSync('../../../../../../../../etc/hostname', join(templates, 'host.html'))
  symlinkSync(join(templates, 'a.html'), join(templates, 'b.html'))
  symlinkSync('loop.html', join(templates, 'loop.html'))
  symlinkSync('.', join(templates, 'self'))
  symlinkSync(join(outside, 'other'), join(folder, 'other'))
  const all = await load(folder)
  const theme = all.find('garden')
  t.ok(slugs(theme)?.includes('b'))
  t.notOk(theme?.templates.some(({ content }) => content === 'secret'))
  t.notOk(slugs(theme)?.some(slug => slug.endsWith('host') || slug.endsWith('secret') || slug.endsWith('loop')))
  t.ok(theme?.warnings.some(warning => /secret\.html.*leads out/.test(warning)))
  t.equal(all.find('other'), undefined)
})

t.test('a folder that is not there refuses the start', async t => {
  await t.rejects(load(join(newFolder(), 'none')), { name: 'RegistrationError' })
})

t.test('a folder that is not a theme may contain some', async t => {
  const folder = write(newFolder(), {
    ...GARDEN,
    'set/moss/style.css': '/*\nTheme Name: Moss\n*/',
    'set/moss/templates/index.html': 'index',
    'set/empty/note.txt': '',
    'half/templates/index.html': 'index',
  })
  const all = await load(folder)
  t.same(
    all.all().map(({ stylesheet }) => stylesheet),
    ['garden', 'set/moss'],
  )
  t.match(all.broken(), [{ stylesheet: 'half', errors: [/^style\.css: the file is missing/] }])
  t.equal(all.urlOf('set/moss'), 'https://site.example/cms-content/themes/set/moss')
})
