import { mkdirSync, symlinkSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { type Theme, themeOf, themes, themesIn, wpDialect } from '@platen/site'
import type { BlockPatternOptions } from '@platen/site/extend'
import t from 'tap'
import { grows } from '../../growth.js'
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

async function patternsOf(files: Readonly<Record<string, string>>) {
  const theme = themeOf('garden', {
    'style.css': '/* Theme Name: Garden */',
    'templates/index.html': '',
    ...Object.fromEntries(Object.entries(files).map(([name, text]) => [`patterns/${name}.php`, text])),
  })
  const { site } = await makeSite({ themes: [theme] })
  await site.ready()
  const found = site.context.get(themes).find('garden')
  if (found === undefined) throw new Error('the theme is broken')
  return found
}

const header = (lines = '') => `<?php\n/**\n * Title: T\n * Slug: garden/t\n${lines} */\n?>`

t.test('the header of a pattern', async t => {
  for (const [lines, expected] of [
    ['', { name: 'garden/t', title: 'T', content: '', description: '' }],
    [' * Description: What it is\n', { description: 'What it is' }],
    [' * Viewport Width: 1400px\n', { viewportWidth: 1400 }],
    [' * Viewport Width: 0\n', { viewportWidth: undefined }],
    [' * Viewport Width: wide\n', { viewportWidth: undefined }],
    [' * Inserter: no\n', { inserter: false }],
    [' * Inserter: TRUE\n', { inserter: true }],
    [' * Inserter: 1\n', { inserter: false }],
    [' * Inserter:\n', { inserter: undefined }],
    [' * Categories: a, b c,,\n', { categories: ['a', 'b', 'c'] }],
    [' * Keywords: k\n', { keywords: ['k'] }],
    [' * Block Types: core/group, core/x\n', { blockTypes: ['core/group', 'core/x'] }],
    [' * Post Types: page\n', { postTypes: ['page'] }],
    [' * Template Types: single\n', { templateTypes: ['single'] }],
  ] as const) {
    const { patterns, warnings } = await patternsOf({ t: header(lines) })
    t.match(patterns, [expected], lines)
    t.same(warnings, [])
  }
  t.match(await patternsOf({ t: '<?php /* Title: T\nSlug: any slug */ ?>' }), { patterns: [{ name: 'any slug' }] })
})

const CASES: readonly (readonly [code: string, markup: string])[] = [
  ['<p>x</p>', '<p>x</p>'],
  ["<?php esc_html_e( 'A & <b> &amp; it\\'s', 'x' ); ?>", 'A &amp; &lt;b&gt; &amp; it&#039;s'],
  ["<?php _e('a','x') ?><?php _ex( 'b', 'c', 'x' ); ?>", 'ab'],
  ["<?php echo esc_attr__( 'q\"t', 'x' ); ?>", 'q&quot;t'],
  ["<?php echo esc_attr_x( \"a b\", 'context', 'x' ); ?>", 'a b'],
  ["<?php echo esc_html( 'a' . 'b' . 'c' ), 'd'; echo 'e' ?>", 'abcde'],
  ["<?= 'short' ?>", 'short'],
  ["<?php echo esc_url( home_url( '/a b?x=1&y=2' ) ); ?>", 'https://site.example/a%20b?x=1&#038;y=2'],
  [
    '<?php echo esc_url( get_template_directory_uri() ); ?>/i.png',
    'https://site.example/cms-content/themes/garden/i.png',
  ],
  ["<?php echo get_theme_file_uri( 'i.png' ); ?>", 'https://site.example/cms-content/themes/garden/i.png'],
  ["<?php echo get_parent_theme_file_uri( '/i.png' ); ?>", 'https://site.example/cms-content/themes/garden/i.png'],
  ["<?php printf( esc_html__( 'By %2$s %1$s %%', 'x' ), '<b>1</b>', '2' ); ?>", 'By 2 <b>1</b> %'],
  ["<?php echo sprintf( 'Of %s', sprintf( '%d', 7 ) ); ?>", 'Of 7'],
  ["<?php echo wp_kses_post( __( 'k <script>z</script>', 'x' ) ); ?>", 'k z'],
  ["a<?php // it's a note ?>b<?php # 'note\n ?>c<?php /* ' ?> */ ?>d", 'abcd'],
  ["a<?php echo 'x'; ?>\nb<?php ?>\r\nc", 'axbc'],
  ['<?php if ( $a ) : ?>yes<?php endif; ?>', 'yes'],
  ['<?xml version="1.0"?>', '<?xml version="1.0"?>'],
  ["a<?php echo 'open", 'a'],
  // What needs code to run is not known.
  ['a<?php echo $x; ?>b', 'ab'],
  ['a<?php echo "x $y"; ?>b', 'ab'],
  ["a<?php echo 'x' . $y; ?>b", 'ab'],
  ["a<?php echo date( 'Y' ); ?>b", 'ab'],
  ["a<?php echo system( 'ls' ); ?>b", 'ab'],
  ["a<?php printf( '%s' ); ?>b", 'ab'],
  ["a<?php printf( '%x', '1' ); ?>b", 'ab'],
  ["a<?php if ( true ) { echo 'x'; } ?>b", 'ab'],
  ["a<?php function f() { return 'x'; } ?>b", 'ab'],
  ["a<?php require 'secret.php'; ?>b", 'ab'],
  ["a<?php echo 'x' 'y'; ?>b", 'ab'],
  ["a<?php __( 'silent' ); $x = 'y'; ?>b", 'ab'],
  ["a<?php echo constructor( 'x' ); echo __proto__( 'x' ); ?>b", 'ab'],
]

t.test('the markup of a pattern, without running its code', async t => {
  for (const [code, markup] of CASES) {
    const { patterns } = await patternsOf({ t: `${header()}\n${code}` })
    t.equal(patterns[0]?.content, markup, code)
  }
})

t.test('hostile files take linear time', async t => {
  for (const textOf of [
    (times: number) => '<?php '.repeat(times),
    (times: number) => `<?php echo ${'('.repeat(times)}`,
    (times: number) => `<?php echo ${'__('.repeat(times)}`,
    (times: number) => `<?php echo ${"'x' . ".repeat(times)}`,
    (times: number) => `<?php ${"echo 'x';".repeat(times)}`,
    (times: number) => "<?php '".repeat(times),
    (times: number) => '<?php /*'.repeat(times),
    (times: number) => `<?php echo sprintf( '${'%1$s'.repeat(times)}', '${'x'.repeat(times)}' );`,
    (times: number) => ' * Title: x\n'.repeat(times),
  ])
    t.equal(
      await grows(times => {
        const text = `${header()}${textOf(times)}`
        return () => patternsOf({ t: text })
      }, 50_000),
      undefined,
      textOf(1),
    )
})

const paragraph = (text: string, attributes = '') =>
  `<!-- wp:paragraph ${attributes}--><p>${text}</p><!-- /wp:paragraph -->`
const use = (slug: string) => `<!-- wp:pattern {"slug":"${slug}"} /-->`
const named = (metadata: object) => `{"metadata":${JSON.stringify(metadata)}} `

const PATTERNS: Readonly<Record<string, Partial<BlockPatternOptions> & { readonly content: string }>> = {
  'a/one': {
    content: `\n${paragraph('One')}\n`,
    title: 'One <b>x</b>',
    description: 'What <i>it</i> is',
    categories: ['query', 'text'],
  },
  'a/two': { content: `${paragraph('A')}\n${paragraph('B')}` },
  'a/named': { content: paragraph('N', '{"metadata":{"name":"mine","x":1}} ') },
  'a/text': { content: 'only text' },
  'a/empty': { content: ' ' },
  'a/group': { content: `<!-- wp:group --><div>(${use('a/two')})</div><!-- /wp:group -->` },
  'a/loop': { content: `${paragraph('L')}${use('a/loop')}!` },
  'a/part': { content: '<!-- wp:template-part {"slug":"p"} /-->' },
  'a/other-part': { content: '<!-- wp:template-part {"slug":"p","theme":"x"} /-->' },
  'a/map': { content: paragraph('M', '{"style":{"a":{}}} ') },
}

const ONE = paragraph(
  'One',
  named({ patternName: 'a/one', name: 'One x', description: 'What it is', categories: ['query', 'text'] }),
)

const RESOLVE_BLOCKS_CASES: readonly (readonly [content: string, expected: string])[] = [
  ['no blocks', 'no blocks'],
  [use('a/one'), ONE],
  [`x ${use('a/one')} y`, `x ${ONE} y`],
  [use('a/two'), `${paragraph('A')}\n${paragraph('B')}`],
  [use('a/named'), paragraph('N', named({ name: 'T', x: 1, patternName: 'a/named' }))],
  [`(${use('a/text')})(${use('a/empty')})`, '(only text)()'],
  [
    use('a/group'),
    `<!-- wp:group {"metadata":{"patternName":"a/group","name":"T"}} --><div>(${paragraph('A')}\n${paragraph('B')})</div><!-- /wp:group -->`,
  ],
  [
    `<!-- wp:group --><div>1${use('a/two')}2${use('a/none')}3${use('a/empty')}4</div><!-- /wp:group -->`,
    `<!-- wp:group --><div>1${paragraph('A')}\n${paragraph('B')}2${use('a/none')}34</div><!-- /wp:group -->`,
  ],
  [use('a/loop'), `${paragraph('L')}!`],
  ['<!-- wp:pattern /--><!-- wp:pattern {"slug":7} /-->', '<!-- wp:pattern /--><!-- wp:pattern {"slug":7} /-->'],
  ['<!-- wp:template-part {"slug":"p"} /-->', '<!-- wp:template-part {"slug":"p","theme":"platen"} /-->'],
  ['<!-- wp:template-part {"slug":"p","theme":"x"} /-->', '<!-- wp:template-part {"slug":"p","theme":"x"} /-->'],
  [
    '<!-- wp:core/paragraph {"b":1,  "a":"<"} --><p>x</p><!-- /wp:core/paragraph -->',
    paragraph('x', '{"b":1,"a":"\\u003c"} '),
  ],
]

async function listed(patterns: typeof PATTERNS, dialect = wpDialect): Promise<ReadonlyMap<string, string>> {
  const { send } = await makeSite({
    dialect,
    register(site) {
      for (const [name, options] of Object.entries(patterns))
        site.registerBlockPattern(name, { title: 'T', ...options })
    },
  })
  const { body } = await send('GET /block-patterns/patterns')
  return new Map((body as { name: string; content: string }[]).map(({ name, content }) => [name, content]))
}

t.test('the blocks of patterns take the place of their placeholders', async t => {
  const cases = RESOLVE_BLOCKS_CASES.map(([content], index) => [`case/${index}`, { content }] as const)
  const contents = await listed({ ...PATTERNS, ...Object.fromEntries(cases) })
  for (const [index, [content, expected]] of RESOLVE_BLOCKS_CASES.entries())
    t.equal(contents.get(`case/${index}`), expected, content)
  t.equal(contents.get('a/loop'), `${paragraph('L')}${paragraph('L')}!!`, 'a pattern within itself, once')
  t.equal(contents.get('a/map'), paragraph('M', '{"style":{"a":[]}} '), 'as the dialect writes empty objects')
})

t.test('patterns that double with each level, and deep ones, are bounded', async t => {
  const doubling = Object.fromEntries(
    Array.from({ length: 40 }, (_, i) => [
      `d/p${i}`,
      { content: i === 0 ? 'x'.repeat(1000) : use(`d/p${i - 1}`).repeat(2) },
    ]),
  )
  const deep = 20_000
  const contents = await listed({
    ...doubling,
    'd/deep': { content: `${'<!-- wp:group -->'.repeat(deep)}${use('d/p0')}${'<!-- /wp:group -->'.repeat(deep)}` },
    'd/attributes': { content: `<!-- wp:paragraph {"a":${'['.repeat(deep)}${']'.repeat(deep)}} /-->` },
  })
  t.ok((contents.get('d/p39')?.length ?? Number.POSITIVE_INFINITY) < 20 * 1024 * 1024)
  t.ok(contents.get('d/deep')?.includes('x'.repeat(1000)))
  t.type(contents.get('d/attributes'), 'string')
})
