import { type ThemeSource, themeOf, themes } from '@platen/site'
import t from 'tap'
import { makeSite } from '../make-site.js'

const STYLE = '/*\nTheme Name: Garden\nVersion: 2.1\nTags: one-column, quiet\n*/'
const INDEX = '<!-- wp:post-content /-->'

const garden = (files: Readonly<Record<string, string>> = {}) =>
  themeOf('garden', { 'style.css': STYLE, 'templates/index.html': INDEX, ...files })

async function load(...sources: readonly ThemeSource[]) {
  const { site, store } = await makeSite({ themes: sources })
  await site.ready()
  const options = async (stylesheet: string) => {
    await store.options.set('stylesheet', stylesheet)
    return site.context.options()
  }
  return { all: site.context.get(themes), options }
}

t.test('a theme is read from its files', async t => {
  const { all } = await load(
    garden({
      'theme.json': JSON.stringify({
        $schema: 'https://schemas.example/theme.json',
        version: 3,
        settings: { color: { palette: [{ slug: 'ink', color: '#000' }] } },
        customTemplates: [{ name: 'wide', title: 'Wide' }],
        templateParts: [{ name: 'header', title: 'Header', area: 'header' }],
      }),
      'templates/wide.html': 'wide',
      'parts/header.html': 'header',
      'parts/side.html': 'side',
      'patterns/hero.php': '<?php\n/**\n * Title: Hero\n * Slug: garden/hero\n * Inserter: no\n */\n?>\n<p>Hero</p>\n',
      'styles/colors/night.json': JSON.stringify({ version: 3, title: 'Night', styles: { color: { text: '#fff' } } }),
      'screenshot.png': '',
    }),
  )
  const theme = all.find('garden')
  t.match(theme, {
    stylesheet: 'garden',
    template: 'garden',
    header: { name: 'Garden', version: '2.1', tags: ['one-column', 'quiet'], author: '' },
    screenshot: 'screenshot.png',
    isBlockTheme: true,
    templates: [
      { slug: 'index', content: INDEX },
      { slug: 'wide', title: 'Wide', postTypes: ['page'] },
    ],
    parts: [{ slug: 'header', area: 'header' }, { slug: 'side' }],
    variations: [{ name: 'night', title: 'Night' }],
    warnings: [],
  })
  t.same(theme?.patterns, [
    { name: 'garden/hero', title: 'Hero', content: '<p>Hero</p>\n', description: '', inserter: false },
  ])
  t.notOk('$schema' in (theme?.json ?? {}))
})

t.test('older themes have their templates elsewhere', async t => {
  const { all } = await load(
    themeOf('old', { 'style.css': STYLE, 'block-templates/index.html': INDEX, 'block-template-parts/top.html': 'top' }),
  )
  t.match(all.find('old'), { isBlockTheme: true, templates: [{ slug: 'index' }], parts: [{ slug: 'top' }] })
})

t.test('a child has what its parent has', async t => {
  const child = themeOf('moss', {
    'style.css': '/*\nTheme Name: Moss\nTemplate: garden\n*/',
    'theme.json': '{"version":3,"title":"child"}',
    'parts/top.html': 'of the child',
  })
  const { all, options } = await load(
    garden({ 'theme.json': '{"version":3,"title":"parent"}', 'parts/top.html': 'top', 'parts/end.html': 'end' }),
    child,
  )
  const active = all.active(await options('moss'))
  t.match(active, { stylesheet: 'moss', template: 'garden', isBlockTheme: true, parent: { stylesheet: 'garden' } })
  t.same(
    active.parts.map(({ slug, content }) => [slug, content]),
    [
      ['top', 'of the child'],
      ['end', 'end'],
    ],
  )
  t.same(
    active.jsons.map(json => json.title),
    ['parent', 'child'],
  )
  t.equal(all.active(await options('moss')), active, 'it is put together once')
})

t.test('a broken theme is listed with its error, and others work', async t => {
  const broken: readonly [files: Readonly<Record<string, string>>, error: RegExp][] = [
    [{ 'templates/index.html': INDEX }, /^style\.css: the file is missing/],
    [{ 'style.css': '/* nothing */', 'templates/index.html': INDEX }, /^style\.css: the header has no "Theme Name"/],
    [{ 'style.css': STYLE }, /^templates\/index\.html: the file is missing/],
    [{ 'style.css': `${STYLE.slice(0, -2)}Template: no\n*/` }, /^style\.css: the parent theme "no" is missing/],
    [{ 'style.css': `${STYLE.slice(0, -2)}Template: bad\n*/` }, /^style\.css: the theme is its own parent/],
    ...(
      [
        ['{', /^theme\.json: not valid JSON/],
        ['[]', /^theme\.json: not a JSON object/],
        ['{}', /^theme\.json: "version" is missing/],
        ['{"version":9}', /^theme\.json: "version" is 9/],
        ['{"version":3,"settings":7}', /^theme\.json: .*settings/],
        ['{"version":3,"settings":{"color":{"palette":[{"name":"x"}]}}}', /^theme\.json: .*palette.*0.*slug/],
        ['{"version":3,"customTemplates":[{"name":"x"}]}', /^theme\.json: .*customTemplates.*title/],
      ] as const
    ).map(
      ([json, error]) =>
        [{ 'style.css': STYLE, 'templates/index.html': INDEX, 'theme.json': json }, error] as [
          Readonly<Record<string, string>>,
          RegExp,
        ],
    ),
  ]
  for (const [files, error] of broken) {
    const { all, options } = await load(garden(), themeOf('bad', files))
    t.match(all.broken(), [{ stylesheet: 'bad', errors: [error] }])
    t.same(
      all.all().map(({ stylesheet }) => stylesheet),
      ['garden'],
    )
    t.equal(all.find('bad'), undefined)
    t.equal(all.active(await options('bad')).stylesheet, 'platen')
  }
})

t.test('an invalid pattern or variation is omitted with a warning', async t => {
  const { all } = await load(
    garden({
      'patterns/a.php': '<?php /** Title: A */ ?>',
      'patterns/b.php': '<?php /**\n * Slug: garden/b\n */ ?>',
      'patterns/c.php': '<?php /**\n * Title: C\n * Slug: garden/c\n */ ?>',
      'patterns/d.php': '<?php /**\n * Title: D\n * Slug: garden/c\n */ ?>',
      'styles/a.json': '{"version":3,"styles":[]}',
      'styles/b.json': '{"styles":{}}',
    }),
  )
  const theme = all.find('garden')
  t.match(theme?.warnings, [/^patterns\/a\.php/, /^patterns\/b\.php/, /^patterns\/d\.php/, /^styles\/a\.json/])
  t.match(theme?.patterns, [{ name: 'garden/c' }])
  t.match(theme?.variations, [{ name: 'b', title: 'b' }])
})

t.test('version 2 becomes version 3', async t => {
  const read = async (settings: object) => {
    const { all } = await load(garden({ 'theme.json': JSON.stringify({ version: 2, settings }) }))
    return all.find('garden')?.json
  }
  t.same(await read({ color: { custom: false } }), { version: 3, settings: { color: { custom: false } } })
  const sizes = [{ slug: 's', size: '1rem' }]
  t.same(await read({ typography: { fontSizes: sizes } }), {
    version: 3,
    settings: { typography: { defaultFontSizes: false, fontSizes: sizes } },
  })
  t.same(await read({ spacing: { spacingSizes: sizes, spacingScale: { steps: 3 } } }), {
    version: 3,
    settings: { spacing: { defaultSpacingSizes: false, spacingSizes: sizes } },
  })
  t.same(await read({ spacing: { spacingScale: { steps: 3 } } }), {
    version: 3,
    settings: { spacing: { defaultSpacingSizes: false, spacingScale: { steps: 3 } } },
  })
})

t.test('without a theme, the built-in one is active', async t => {
  const { site } = await makeSite()
  await site.ready()
  const all = site.context.get(themes)
  t.match(all.active(await site.context.options()), { stylesheet: 'platen', isBlockTheme: true, warnings: [] })
  t.same(
    all.all().map(({ stylesheet }) => stylesheet),
    ['platen'],
  )
})

t.test('sources that cannot be read refuse the start', async t => {
  const source: ThemeSource = { read: async () => Promise.reject(new Error('no folder')) }
  const { site } = await makeSite({ themes: [source] })
  await t.rejects(site.ready(), { name: 'RegistrationError', message: /no folder/ })
})
