import { stylesheetOf } from '@platen/site'
import t from 'tap'
import { grows, growsWith } from '../growth.js'
import { loadModule } from '../site/load-module.js'
import { makeSite } from '../site/make-site.js'
import { judge, type Place, places } from './stored-script.js'

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

const SCRIPT = '<img src=x onerror=alert(1)><script>x</script>'

/** Footnotes that are sent, and what is stored of them for somebody who may not use any HTML they like. */
const FOOTNOTES: readonly (readonly [sent: string, stored: string])[] = [
  [
    JSON.stringify([{ id: 'a<b>', content: SCRIPT, extra: SCRIPT }]),
    JSON.stringify([{ id: 'ab', content: '<img src="x">x' }]),
  ],
  [
    JSON.stringify([{ id: 'a', content: 'é <em>x</em> "q"' }]),
    JSON.stringify([{ id: 'a', content: 'é <em>x</em> "q"' }]),
  ],
  [JSON.stringify([{ content: SCRIPT }, SCRIPT, [{ id: 'a', content: SCRIPT }], null]), '[]'],
  [JSON.stringify({ a: SCRIPT }), '[]'],
  [SCRIPT, ''],
]

t.test('footnotes of users without unfiltered_html are filtered', async t => {
  const { send } = await makeSite()
  const footnotesOf = async (as: string, footnotes: string) => {
    const answer = await send('POST /posts', { as, body: { title: 'x', meta: { footnotes } } })
    t.equal(answer.status, 201)
    return (JSON.parse(answer.text()) as { readonly meta: { readonly footnotes: string } }).meta.footnotes
  }
  for (const [sent, stored] of FOOTNOTES) {
    t.equal(await footnotesOf('contributor', sent), stored, sent)
    t.equal(await footnotesOf('administrator', sent), sent)
  }
})

t.test('a key may filter its values', async t => {
  const { send } = await makeSite({
    register(site) {
      const filter = (value: unknown) => String(value).toUpperCase()
      site.registerMeta({ object: 'post', key: 'one', type: 'string', single: true, filter })
      site.registerMeta({ object: 'post', key: 'many', type: 'string', filter })
    },
  })
  const answer = await send('POST /posts', { body: { title: 'x', meta: { one: 'a', many: ['b', 'c'] } } })
  t.match(JSON.parse(answer.text()), { meta: { one: 'A', many: ['B', 'C'] } })
})

/** Texts that have got script into a page, or come close to it. */
const ATTACKS: readonly string[] = [
  '[embed]&#106;avascript:alert(1)[/embed]',
  '[embed]javascript&#58;alert(1)[/embed]',
  '[embed]&amp;#106;avascript:alert(1)[/embed]',
  '[embed]java&Tab;script&colon;alert(1)[/embed]',
  '[embed src="&#106;avascript:alert(1)"]',
  '[embed src="\\x6aavascript:alert(1)"]',
  '[video src="x" poster="javascript&#58;alert(1)"]',
  '[video src="a.mp4" poster="&#106;avascript:alert(1)"]',
  '[audio src="&#106;avascript:alert(1)"]',
  '[audio src="a.mp3" style="&#98;ackground:url(&#106;avascript:alert(1))"]',
  '[audio src="a.mp3" class="&quot; onclick=alert(1)"]',
  '[caption width="1" caption="\\x3cimg src=x onerror=alert(1)\\x3e"]<img src=x>[/caption]',
  '[caption width="1" id="&quot; onclick=alert(1)"]<img src=x> y[/caption]',
  '< a onclick=alert(1)>x</a>',
  '<\nimg/onerror=alert(1) src=x>',
  '[embed <a title="]">x</a><a title=" onmouseover=alert(1) ">y</a>',
  "[[embed <a title=']]'>x</a><a title=' onmouseover=alert(1) '>y</a>",
  '<a href="[embed]javascript:[/embed]alert(1)">x</a>',
  '<a href="java[gallery]script:alert(1)">x</a>',
  '<a title="[audio src=a.mp3]" href="&#106;avascript:alert(1)">x</a>',
  '<!-- wp:group {"layout":{"type":"flex","justifyContent":"x\\u0022 onclick=alert(1)"}} --><div>x</div><!-- /wp:group -->',
  '<!-- wp:paragraph {"a":"\\u003c/p\\u003e\\u003cscript\\u003ealert(1)\\u003c/script\\u003e"} --><p>x</p><!-- /wp:paragraph -->',
  '<a href="<!-- wp:html -->" onclick="alert(1)<!-- /wp:html -->">x</a>',
  '<!-- wp:html --><img src=x onerror=alert(1)><!-- /wp:html -->',
  '<!-- wp:embed --><figure>[embed]&#106;avascript:alert(1)[/embed]</figure><!-- /wp:embed -->',
  '<math><mtext><table><mglyph><style><!--</style><img title="--&gt;&lt;img src=1 onerror=alert(1)&gt;">',
  '<svg><style><img src=x onerror=alert(1)></style></svg>',
  '<noscript><p title="</noscript><img src=x onerror=alert(1)>">',
  '<template><script>alert(1)</script></template>',
  '<iframe srcdoc="&lt;script&gt;alert(1)&lt;/script&gt;"></iframe>',
  '<a hr\0ef="java\0script:alert(1)">x</a>',
  '<pr</pre>e 0></</pre>pre></pre><img src=x onerror=alert(1)>',
  'http://a.example/"onmouseover="alert(1)',
  'www.a.example/<img/src=x/onerror=alert(1)>',
]

for (const place of Object.keys(places) as Place[]) {
  t.test(place, async t => {
    for (const text of ATTACKS) t.equal(judge(place, text), undefined, text)
  })
}

t.test('markup is judged by what browsers do with it', async t => {
  const { markupComplaint, policies } = await import('./judge-markup.js')
  for (const html of [
    '<script>alert(1)</script>',
    '<a href="&#106;avascript:alert(1)">x</a>',
    '<a href=" \tjava\nscript:alert(1)">x</a>',
    '<a href="data:text/html,x">x</a>',
    '<p onclick="alert(1)">x</p>',
    '<a title="]&#8220;>x</a><a title=" onmouseover=alert(1) ">y</a>',
    '<p style="background:url(java\\73 cript:x)">x</p>',
    '<svg><a xlink:href="javascript:x"></a></svg>',
  ])
    t.ok(markupComplaint(html, policies.content), html)
  for (const html of ['<a href="/x?a=1&amp;b">x</a>', '<p class="x" style="color:red">x</p>', 'a < b'])
    t.equal(markupComplaint(html, policies.content), undefined, html)
})
