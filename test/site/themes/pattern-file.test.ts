import { themeOf, themes } from '@platen/site'
import t from 'tap'
import { grows } from '../../growth.js'
import { makeSite } from '../make-site.js'

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
