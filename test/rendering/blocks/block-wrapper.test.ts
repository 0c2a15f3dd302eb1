import assert from 'node:assert/strict'
import { createBlockRegistry, defineBlock, renderBlocks, wrapperAttributes } from '@platen/rendering'
import t from 'tap'
import { grows } from '../../growth.js'
import { compareRecorded, recordedHtml, recordedSite, renderedBlock } from '../../site/blocks/recorded-site.js'

/** What most blocks of the core support. */
const SUPPORTS = {
  anchor: true,
  align: ['wide', 'full'],
  color: { gradients: true, link: true },
  spacing: { margin: true, padding: true },
  typography: {
    fontSize: true,
    lineHeight: true,
    textAlign: true,
    __experimentalFontFamily: true,
    __experimentalFontWeight: true,
    __experimentalFontStyle: true,
    __experimentalTextTransform: true,
    __experimentalTextDecoration: true,
    __experimentalLetterSpacing: true,
  },
  __experimentalBorder: { radius: true, color: true, width: true, style: true },
}

const shown = (attributes: object, supports: Readonly<Record<string, unknown>> = SUPPORTS): string => {
  const block = defineBlock({
    name: 'my/title',
    supports,
    attributes: {},
    render: (_attributes, _content, _loaded, scope) => `<i${wrapperAttributes(scope, ['own'])}>`,
  })
  const blocks = createBlockRegistry({ blocks: [block] })
  return renderBlocks(`<!-- wp:my/title ${JSON.stringify(attributes)} /-->`, { blocks }).slice(2, -1)
}

const GRADIENT = 'linear-gradient(135deg,rgb(2,3,4) 0%,rgb(5,6,7) 100%)'
const classes = (more: string, style = ''): string =>
  `${style && ` style="${style}"`} class="own wp-block-my-title${more && ` ${more}`}"`

/** Attributes, and what the reference server answers for them. */
const CASES: readonly (readonly [object, string])[] = [
  [{}, classes('')],
  [
    {
      align: 'wide',
      className: 'foo bar',
      textColor: 'vividRed',
      backgroundColor: 'pale-pink',
      fontSize: 'large',
      fontFamily: 'my-font',
      anchor: 'anch',
      borderColor: 'vivid-red',
      style: { typography: { textAlign: 'center' } },
    },
    ' class="own alignwide foo bar wp-block-my-title has-text-color has-vivid-red-color has-background has-pale-pink-background-color has-large-font-size has-my-font-font-family has-text-align-center has-border-color has-vivid-red-border-color" id="anch"',
  ],
  [
    {
      gradient: 'vivid',
      style: {
        color: { text: '#111', background: '#222', gradient: GRADIENT },
        typography: {
          fontSize: '20px',
          lineHeight: '1.5',
          fontFamily: 'x',
          fontWeight: '700',
          fontStyle: 'italic',
          textTransform: 'uppercase',
          textDecoration: 'underline',
          letterSpacing: '2px',
          textAlign: 'right',
          writingMode: 'vertical-rl',
          textColumns: '2',
        },
        spacing: {
          padding: { top: '1px', right: '2px', bottom: 'var:preset|spacing|30', left: '4px' },
          margin: { top: '5px', bottom: '6px' },
        },
        border: { radius: '5px', width: '2px', style: 'solid', color: '#333' },
        dimensions: { minHeight: '50px' },
        shadow: 'var:preset|shadow|natural',
      },
    },
    classes(
      'has-text-color has-background has-vivid-gradient-background has-text-align-right has-border-color',
      'color:#111;background-color:#222;font-size:20px;font-family:x;font-style:italic;font-weight:700;line-height:1.5;text-decoration:underline;text-transform:uppercase;letter-spacing:2px;border-color:#333;border-radius:5px;border-style:solid;border-width:2px;padding-top:1px;padding-right:2px;padding-bottom:var(--wp--preset--spacing--30);padding-left:4px;margin-top:5px;margin-bottom:6px',
    ),
  ],
  [{ style: { color: { gradient: GRADIENT } } }, classes('has-background', `background:${GRADIENT}`)],
  [
    { style: { color: { text: 'var:preset|color|vivid-red', background: 'var:preset|color|pale-pink' } } },
    classes('has-text-color has-vivid-red-color has-background has-pale-pink-background-color'),
  ],
  [
    {
      style: {
        border: {
          radius: { topLeft: '1px', topRight: '2px', bottomLeft: '3px', bottomRight: '4px' },
          top: { color: '#111', width: '1px', style: 'dashed' },
          left: { color: 'var:preset|color|vivid-red', width: '2px' },
        },
      },
    },
    classes(
      '',
      'border-top-left-radius:1px;border-top-right-radius:2px;border-bottom-left-radius:3px;border-bottom-right-radius:4px;border-top-width:1px;border-top-color:#111;border-top-style:dashed;border-left-width:2px;border-left-color:var(--wp--preset--color--vivid-red)',
    ),
  ],
  [
    {
      style: {
        border: { bottom: { width: '1px' }, right: { width: '1px' }, left: { width: '1px' }, top: { width: '1px' } },
      },
    },
    classes('', 'border-top-width:1px;border-right-width:1px;border-bottom-width:1px;border-left-width:1px'),
  ],
  [{ style: { spacing: { padding: '7px', margin: '8px' } } }, classes('', 'padding:7px;margin:8px')],
  [
    { borderColor: 'vivid-red', style: { border: { color: '#999', width: '0px' } } },
    classes('has-border-color has-vivid-red-border-color', 'border-width:0px'),
  ],
  [{ style: { border: { width: 3, radius: 4 } } }, classes('', 'border-radius:4px;border-width:3px')],
  [
    { style: { border: { color: 'var:preset|color|vividRed' } } },
    classes('has-border-color has-vivid-red-border-color'),
  ],
  [{ style: { spacing: { padding: 7, margin: { top: 0, left: '0' } } } }, classes('', 'margin-left:0')],
  [{ style: { typography: { fontSize: 20, lineHeight: 1.5, fontWeight: 700 } } }, classes('')],
  [
    { style: { typography: { fontSize: 'var:preset|font-size|large', fontFamily: 'var:preset|font-family|body' } } },
    classes('has-large-font-size', 'font-family:var(--wp--preset--font-family--body)'),
  ],
  [
    { textColor: '"a"', fontSize: '--x--', fontFamily: 'Aa1Bb2', backgroundColor: ' ' },
    classes('has-text-color has-a-color has-background has-x-font-size has-aa-1-bb-2-font-family'),
  ],
  [{ textColor: 'a"b' }, classes('has-text-color has-a-b-color')],
  [{ style: { typography: { textAlign: 'x"y' } } }, classes('has-text-align-x&quot;y')],
  [{ style: { color: { text: 'expression(alert(1))' } } }, classes('has-text-color')],
  [{ style: { color: { text: 'red;background:url(javascript:alert(1))' } } }, classes('has-text-color', 'color:red')],
  [{ style: { color: { text: ' #111 ' } } }, classes('has-text-color', 'color:#111')],
  [
    { style: { spacing: { padding: { top: 'clamp(1px, 2vw, 3px)', left: 'url(x)' } } } },
    classes('', 'padding-top:clamp(1px, 2vw, 3px)'),
  ],
  [
    { className: '"><script>alert(1)</script>', anchor: 'a"b c' },
    ' class="own &quot;&gt;&lt;script&gt;alert(1)&lt;/script&gt; wp-block-my-title" id="a&quot;b c"',
  ],
  [{ className: 'x y x wp-block-my-title' }, ' class="own x y wp-block-my-title"'],
  [
    { className: 'foo', style: { elements: { link: { color: { text: '#123456' } } } } },
    ' class="own foo wp-elements-1 wp-block-my-title"',
  ],
  [
    { style: { elements: { link: { ':hover': { color: { text: '#123456' } } } } } },
    ' class="own wp-elements-1 wp-block-my-title"',
  ],
  [{ style: { elements: { link: { color: { background: '#123456' } } } } }, classes('')],
  [{ align: 'center' }, ' class="own aligncenter wp-block-my-title"'],
  [{ align: 'none' }, classes('')],
  [{ align: 'wide" onclick="x' }, classes('')],
  [{ className: 5, anchor: 7, style: { color: 'x', spacing: 3 } }, classes('')],
  [{ layout: { type: 'flex' }, ariaLabel: 'x' }, classes('')],
  [
    { metadata: { blockVisibility: { viewport: { mobile: false, tablet: false } } } },
    classes('wp-block-hidden-mobile wp-block-hidden-tablet'),
  ],
  [
    { metadata: { blockVisibility: { viewport: { mobile: false } } }, style: { css: 'color: red' } },
    ' class="own wp-custom-css-fb702399 wp-block-my-title wp-block-hidden-mobile has-custom-css"',
  ],
]

for (const [attributes, expected] of CASES)
  t.test(JSON.stringify(attributes), async t => t.equal(shown(attributes), expected))

t.test('only what a block type supports is written', async t => {
  const style = {
    color: { text: '#111', background: '#222' },
    spacing: { margin: { top: '1px' }, padding: { top: '2px' } },
    border: { width: '1px', style: 'solid' },
    dimensions: { minHeight: '3px', width: '4px' },
    shadow: '1px 1px red',
  }
  const attributes = { align: 'wide', anchor: 'a', ariaLabel: 'A "b"', textColor: 'red', style }
  t.equal(shown(attributes, {}), classes(''))
  t.equal(shown(attributes, { className: false }), ' class="own"')
  t.equal(shown(attributes, { color: { text: false } }), classes('has-background', 'background-color:#222'))
  t.equal(shown(attributes, { color: { __experimentalSkipSerialization: true } }), classes(''))
  t.equal(
    shown(attributes, { color: { __experimentalSkipSerialization: ['background'] } }),
    classes('has-text-color has-red-color'),
  )
  t.equal(shown(attributes, { spacing: { margin: true } }), classes('', 'margin-top:1px'))
  t.equal(shown(attributes, { border: { width: true } }), classes('', 'border-width:1px'))
  t.equal(
    shown(attributes, { shadow: true, dimensions: { minHeight: true, width: true } }),
    classes('', 'box-shadow:1px 1px red;min-height:3px;width:4px'),
  )
  t.equal(shown(attributes, { ariaLabel: true, anchor: true }), `${classes('')} id="a" aria-label="A &quot;b&quot;"`)
  t.equal(
    shown({ layout: { justifyContent: 'center' } }, { layout: { default: { type: 'flex' } } }).replace(
      /[\da-f]{8}/,
      '#',
    ),
    classes('is-content-justification-center is-layout-flow wp-block-my-title-is-layout-flow'),
  )
  t.equal(
    shown({}, { layout: { default: { type: 'flex' } } }),
    classes('is-layout-flex wp-block-my-title-is-layout-flex'),
  )
})

t.test('accordions and tabs match the reference', t => compareRecorded(t, 'interactive'))

t.test('many panels take linear time', async t => {
  const made = await recordedSite()
  const panel = '<!-- wp:tab-panel --><section class="wp-block-tab-panel">x</section><!-- /wp:tab-panel -->'
  const tabs = (count: number) => {
    const buttons = '<button>x</button>'.repeat(count)
    const content = `<!-- wp:tabs --><div class="wp-block-tabs"><!-- wp:tab-list --><div>${buttons}</div><!-- /wp:tab-list --><!-- wp:tab-panels --><div>${panel.repeat(count)}</div><!-- /wp:tab-panels --></div><!-- /wp:tabs -->`
    return async () => assert.ok((await renderedBlock(made, content)).includes(`id="tabs_1-tab-${count - 1}"`))
  }
  t.equal(await grows(tabs, 10_000), undefined)
})

/** Ids are our own, and so are the numbers of galleries. */
const stable = (html: string): string =>
  html
    .replace(/(?:image|gallery)-\d+(?=&quot;)/g, 'ID')
    .replace(/data-wp-key="image-\d+"/g, 'data-wp-key="ID"')
    .replace(/wp-block-gallery-\d+/g, 'wp-block-gallery-N')

t.test('images that open in a lightbox match the reference', async t => {
  const made = await recordedSite()
  for (const { content, html } of recordedHtml('lightbox', made.ids))
    t.equal(stable(await renderedBlock(made, content)), stable(html), content)
})

t.test('each image has its own id', async t => {
  const image = (more = '') =>
    `<!-- wp:image {"lightbox":{"enabled":true}} --><figure class="wp-block-image"><img src="a.jpg"/>${more}</figure><!-- /wp:image -->`
  const html = await renderedBlock(await recordedSite(), image() + image(image()))
  const ids = [...html.matchAll(/data-wp-key="([^"]*)"/g)].map(([, id]) => id)
  t.equal(new Set(ids).size, ids.length)
  t.ok(ids.length >= 2)
})

t.test('many images take linear time', async t => {
  const image =
    '<!-- wp:image {"lightbox":{"enabled":true}} --><figure class="wp-block-image"><img src="a.jpg"/></figure><!-- /wp:image -->'
  const made = await recordedSite()
  const images = (count: number) => {
    const content = image.repeat(count)
    return async () => assert.equal((await renderedBlock(made, content)).split('lightbox-trigger').length - 1, count)
  }
  t.equal(await grows(images, 2_500), undefined)
})
