import { stylesheetOf } from '@platen/site'
import t from 'tap'
import { grows, growsWith } from '../growth.js'
import { loadModule } from '../site/load-module.js'

const { isSafeValue } = await loadModule<{ isSafeValue(value: string): boolean }>(
  'appearance/theme-json/css/css-value.js',
)
const { endsStyleElement, isClosedCss } = await loadModule<{
  endsStyleElement(css: string): boolean
  isClosedCss(css: string): boolean
}>('appearance/theme-json/css/custom-css.js')

/** Values that must not get into CSS. */
const HOSTILE = [
  'red; } body { display: none',
  'red}',
  '</style><script>alert(1)</script>',
  'url(javascript:alert(1))',
  "url('javascript:alert(1)')",
  'url( "JaVaScRiPt:alert(1)" )',
  'url(data:text/html,x)',
  'url(data:image/svg+xml;base64,PHN2Zz4=)',
  'expression(alert(1))',
  'red/* x',
  '*/ red',
  '\\72 ed',
  'r\\65 d',
  'red\nblue',
  '"unclosed',
  "'unclosed",
  'calc(1px',
  'calc(1px))',
  'attr(title)',
  'element(#a)',
  '@import x',
  'image(x)',
  'url("a" b)',
  'url(a',
  '',
  ' ',
  'x'.repeat(5000),
]

const HARMLESS = [
  'red',
  '#112233',
  'var(--wp--preset--color--ink)',
  'rgb(1 2 3 / 50%)',
  'color-mix(in srgb, red, blue)',
  'linear-gradient(135deg,rgb(6,147,227) 0%,rgb(155,81,224) 100%)',
  'repeating-radial-gradient(red, blue)',
  'clamp(1rem, 0.5rem + 2.5vw, 3rem)',
  'calc((100% - var(--x)) * -1)',
  '"A B", \'C\', serif',
  "url('https://x.example/a.png')",
  'url(#filter)',
  'url(a.png)',
  '6px 6px 0px -3px rgb(255, 255, 255), 6px 6px rgb(0, 0, 0)',
  '16/9',
  'cubic-bezier(0.1, 0.7, 1, 0.1)',
]

t.test('a value is one value and nothing more', async t => {
  for (const value of HOSTILE) t.notOk(isSafeValue(value), value.slice(0, 60))
  for (const value of HARMLESS) t.ok(isSafeValue(value), value)
})

t.test('no place of a style tree lets a hostile value through', async t => {
  const blocks = [{ name: 'core/quote' }]
  for (const value of HOSTILE.filter(each => each.trim() !== '')) {
    const styles = {
      color: { text: value, background: value, gradient: value },
      background: { backgroundImage: { url: value }, backgroundSize: value },
      border: { radius: { topLeft: value }, top: { color: value } },
      spacing: { padding: value, margin: { top: value }, blockGap: value },
      elements: { link: { color: { text: value }, ':hover': { typography: { fontSize: value } } } },
      blocks: {
        'core/quote': {
          shadow: value,
          spacing: { blockGap: value },
          variations: { [value]: { color: { text: value } } },
        },
      },
    }
    const settings = {
      color: {
        palette: [
          { slug: value, color: 'red' },
          { slug: 'a', color: value },
        ],
        duotone: [{ slug: value, colors: [] }],
      },
      custom: { [value]: 'red', a: value },
      layout: { contentSize: value, wideSize: value },
      viewport: { mobile: value },
      typography: {
        fontFamilies: [
          {
            slug: 'a',
            fontFamily: value,
            fontFace: [
              { fontFamily: value, src: value },
              { fontFamily: 'A', src: 'a.woff2', fontWeight: value },
            ],
          },
        ],
      },
      useRootPaddingAwareAlignments: true,
    }
    const css = stylesheetOf({ settings, styles }, { blocks })
    t.ok(isClosedCss(css), value.slice(0, 60))
    t.notMatch(css, /<|javascript:|expression\(|display: none|\\/i, value.slice(0, 60))
  }
})

t.test('custom CSS cannot end the element around it', async t => {
  for (const css of ['</style>', '</STYLE\n', 'a</style/', '</', 'a <', '</sty', 'x</style'])
    t.ok(endsStyleElement(css), css)
  for (const css of ['a > b', '</stylex', '<b', '</ style>', '']) t.notOk(endsStyleElement(css), css)
  t.equal(stylesheetOf({ styles: { css: 'a{}</style><b>' } }, { parts: ['css'] }), '')
  for (const space of ['\n', '\r', '\f'])
    t.notOk(isClosedCss(`a: "${space} } b { color: red } "`), `${JSON.stringify(space)} ends a string`)
  const within = (css: string) =>
    stylesheetOf(
      { styles: { blocks: { 'core/quote': { css } } } },
      { blocks: [{ name: 'core/quote' }], parts: ['styles'] },
    )
  t.equal(within('color: red } body { color: red'), '')
  t.equal(within('color: red; /* open'), '')
  t.equal(within('a{}</style>'), '')
  t.match(within('color: red; & b { color: blue }'), /color: red; & b/)
})

t.test('time grows with the text, not faster', async t => {
  for (const part of ['</styl', '{', '"', "'a'", '/*', '\\', 'url('])
    t.equal(await growsWith(part, css => [isClosedCss(css), endsStyleElement(css)], 2_000_000), undefined, part)
  const presets = (length: number) => {
    const palette = Array.from({ length }, (_, i) => ({ slug: `a${i}`, color: 'red' }))
    return () => stylesheetOf({ settings: { color: { palette } } })
  }
  t.equal(await grows(presets, 10_000), undefined, 'presets')
})
