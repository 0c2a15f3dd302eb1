import { type StylesheetInput, type StylesheetOptions, type StylesheetPart, stylesheetOf } from '@platen/site'
import t from 'tap'

const blocks = [{ name: 'core/quote' }, { name: 'core/button', selector: '.wp-block-button .wp-block-button__link' }]

interface Case {
  readonly name: string
  readonly part: StylesheetPart
  readonly input: StylesheetInput
  readonly options?: StylesheetOptions
  /** What the CSS must have. */
  readonly has: readonly string[]
  readonly hasNot?: readonly string[]
}

const palette = { color: { palette: { theme: [{ slug: 'ink', color: '#112233', name: 'Ink' }] } } }

const cases: readonly Case[] = [
  {
    name: 'presets become custom properties',
    part: 'variables',
    input: {
      settings: {
        color: {
          palette: [{ slug: 'darkInk2', color: '#112233' }],
          gradients: { custom: [{ slug: 'dusk', gradient: 'linear-gradient(135deg,rgb(1,2,3) 0%,#fff 100%)' }] },
          duotone: [{ slug: 'two', colors: ['#000', '#fff'] }],
        },
        spacing: { spacingSizes: { default: [{ slug: '40', size: '1rem' }] } },
        typography: { fontFamilies: [{ slug: 'serif', fontFamily: '"A B", serif' }] },
        shadow: { presets: [{ slug: 'deep', shadow: '0 0 5px rgba(0, 0, 0, 0.4)' }] },
        dimensions: { aspectRatios: [{ slug: 'wide', ratio: '16/9' }] },
        border: { radiusSizes: [{ slug: 'round', size: '9px' }] },
      },
    },
    has: [
      ':root{',
      '--wp--preset--color--dark-ink-2: #112233;',
      '--wp--preset--gradient--dusk: linear-gradient(135deg,rgb(1,2,3) 0%,#fff 100%);',
      "--wp--preset--duotone--two: url('#wp-duotone-two');",
      '--wp--preset--spacing--40: 1rem;',
      '--wp--preset--font-family--serif: "A B", serif;',
      '--wp--preset--shadow--deep: 0 0 5px rgba(0, 0, 0, 0.4);',
      '--wp--preset--aspect-ratio--wide: 16/9;',
      '--wp--preset--border-radius--round: 9px;',
    ],
  },
  {
    name: 'the presets of users count more than those of the theme and the site',
    part: 'variables',
    input: {
      settings: {
        color: {
          palette: {
            custom: [{ slug: 'a', color: 'red' }],
            theme: [{ slug: 'a', color: 'green' }],
            default: [{ slug: 'a', color: 'blue' }],
          },
        },
      },
    },
    has: ['--wp--preset--color--a: red;'],
    hasNot: ['green', 'blue'],
  },
  {
    name: 'custom values become custom properties, with their path as the name',
    part: 'variables',
    input: { settings: { custom: { lineHeight: { smallText: 1.2 }, ink: 'var:preset|color|ink', list: [1] } } },
    has: ['--wp--custom--line-height--small-text: 1.2;', '--wp--custom--ink: var(--wp--preset--color--ink);'],
    hasNot: ['list'],
  },
  {
    name: 'the settings of a block are for its selector',
    part: 'variables',
    input: { settings: { blocks: { 'core/quote': palette, 'core/unknown': palette } } },
    has: ['.wp-block-quote{--wp--preset--color--ink: #112233;}'],
    hasNot: ['unknown'],
  },
  {
    name: 'classes apply presets',
    part: 'presets',
    input: { settings: { ...palette, blocks: { 'core/quote': palette } } },
    has: [
      '.has-ink-color{color: var(--wp--preset--color--ink) !important;}',
      '.has-ink-background-color{background-color: var(--wp--preset--color--ink) !important;}',
      '.has-ink-border-color{border-color: ',
      '.wp-block-quote.has-ink-color{',
    ],
  },
  {
    name: 'styles of the page',
    part: 'styles',
    input: {
      styles: {
        color: { background: 'var:preset|color|paper', text: '#112233' },
        typography: { fontSize: '1.1rem', lineHeight: 1.5 },
        spacing: { padding: { top: '1rem', left: '2rem' }, margin: '0' },
        border: { radius: { topLeft: '1px' }, top: { width: '2px', style: 'solid' } },
        outline: { offset: '2px' },
        shadow: 'none',
      },
    },
    has: [
      'body{',
      'background-color: var(--wp--preset--color--paper);',
      'color: #112233;',
      'line-height: 1.5;',
      'padding-top: 1rem;padding-left: 2rem;',
      'margin: 0;',
      'border-top-left-radius: 1px;',
      'border-top-width: 2px;',
      'outline-offset: 2px;',
      'box-shadow: none;',
    ],
  },
  {
    name: 'elements, their states and the widths of windows',
    part: 'styles',
    input: {
      settings: { viewport: { mobile: '400px', tablet: '800px' } },
      styles: {
        elements: {
          link: { color: { text: 'red' }, ':hover': { color: { text: 'blue' } } },
          heading: { typography: { fontWeight: '700' } },
          button: { '@mobile': { color: { text: 'green' } }, '@tablet': { color: { text: 'gold' } } },
        },
      },
    },
    has: [
      ':root :where(a:where(:not(.wp-element-button))){color: red;}',
      ':root :where(a:where(:not(.wp-element-button)):hover){color: blue;}',
      ':root :where(h1, h2, h3, h4, h5, h6){font-weight: 700;}',
      '@media (width <= 400px){:root :where(.wp-element-button, .wp-block-button__link){color: green;}}',
      '@media (400px < width <= 800px){',
    ],
  },
  {
    name: 'blocks, with their elements, states, variations and custom CSS',
    part: 'styles',
    input: {
      styles: {
        blocks: {
          'core/quote': {
            color: { text: 'red' },
            spacing: { blockGap: '9px' },
            elements: { cite: { color: { text: 'blue' } } },
            variations: { plain: { border: { width: '0' } } },
            css: 'color: pink; & p { color: teal; }',
          },
          'core/button': {
            ':hover': { color: { text: 'gold' } },
            variations: { outline: { color: { text: 'navy' } } },
          },
          'core/unknown': { color: { text: 'lime' } },
        },
      },
    },
    has: [
      ':root :where(.wp-block-quote){color: red;}',
      ':root :where(.wp-block-quote.is-layout-flex, .wp-block-quote.is-layout-grid){gap: 9px;}',
      ':root :where(.wp-block-quote cite){color: blue;}',
      ':root :where(.wp-block-quote.is-style-plain){border-width: 0;}',
      ':root :where(.wp-block-quote){color: pink; & p { color: teal; }}',
      ':root :where(.wp-block-button .wp-block-button__link:hover){color: gold;}',
      ':root :where(.wp-block-button.is-style-outline .wp-block-button__link){color: navy;}',
    ],
    hasNot: ['lime'],
  },
  {
    name: 'a style may refer to another one',
    part: 'styles',
    input: {
      styles: {
        color: { background: 'red', text: { ref: 'styles.color.background' }, gradient: { ref: 'styles.nothing' } },
      },
    },
    has: ['color: red;'],
    hasNot: ['background: '],
  },
  {
    name: 'images of the theme and of elsewhere',
    part: 'styles',
    input: {
      styles: {
        background: { backgroundImage: { url: 'file:./assets/a b.jpg' } },
        blocks: { 'core/quote': { background: { backgroundImage: { url: "https://x.example/a'b.png" } } } },
      },
    },
    options: { blocks, fileUrl: path => `https://site.example/themes/mine/${path}` },
    has: [
      "background-image: url('https://site.example/themes/mine/assets/a%20b.jpg');",
      "background-image: url('https://x.example/a%27b.png');",
    ],
  },
  {
    name: 'the layout: widths, gap and the padding of the page',
    part: 'layout',
    input: {
      settings: { layout: { contentSize: '640px', wideSize: '1100px' }, useRootPaddingAwareAlignments: true },
      styles: { spacing: { blockGap: '24px', padding: { left: '8px', right: '9px' } } },
    },
    has: [
      'max-width: var(--wp--style--global--content-size);',
      '.is-layout-constrained > .alignwide{max-width: var(--wp--style--global--wide-size);}',
      '{margin-block: 24px 0;}',
      '{gap: 24px;}',
      '.has-global-padding > .alignfull{margin-right: calc(9px * -1);margin-left: calc(8px * -1);}',
    ],
  },
  {
    name: 'custom properties of the layout',
    part: 'variables',
    input: { settings: { layout: { contentSize: '640px' } }, styles: { spacing: { blockGap: '24px' } } },
    has: [
      '--wp--style--global--content-size: 640px;',
      '--wp--style--global--wide-size: 640px;',
      '--wp--style--block-gap: 24px;',
    ],
  },
  {
    name: 'font faces with files that have a URL',
    part: 'fonts',
    input: {
      settings: {
        typography: {
          fontFamilies: {
            theme: [
              {
                slug: 'a',
                fontFamily: 'A',
                fontFace: [
                  { fontFamily: 'My Serif', fontWeight: '400', src: ['file:./f/a.woff2', 'https://x.example/a.ttf'] },
                  { fontFamily: 'None', src: 'javascript:alert(1)' },
                ],
              },
            ],
          },
        },
      },
    },
    options: { fileUrl: path => `/themes/mine/${path}` },
    has: [
      '@font-face{font-family: "My Serif";font-weight: 400;src: ',
      "url('/themes/mine/f/a.woff2') format('woff2'), url('https://x.example/a.ttf') format('truetype');",
    ],
    hasNot: ['None', 'javascript'],
  },
  {
    name: 'custom CSS of users comes as it is',
    part: 'css',
    input: { styles: { css: 'p > a { color: red; }' } },
    has: ['p > a { color: red; }'],
  },
]

for (const { name, part, input, options = { blocks }, has, hasNot = [] } of cases) {
  t.test(name, async t => {
    const css = stylesheetOf(input, { ...options, parts: [part] })
    for (const text of has) t.ok(css.includes(text), text, { css })
    for (const text of hasNot) t.notOk(css.includes(text), text, { css })
  })
}

t.test('fluid font sizes', async t => {
  const sizeOf = (preset: object, fluid: unknown) => {
    const settings = { typography: { fluid, fontSizes: [{ slug: 'a', ...preset }] } }
    return /--wp--preset--font-size--a: (.*?);/.exec(stylesheetOf({ settings }, { parts: ['variables'] }))?.[1]
  }
  const table: readonly [preset: object, fluid: unknown, size: string][] = [
    [{ size: '2rem' }, undefined, '2rem'],
    [{ size: '2rem', fluid: false }, true, '2rem'],
    // 24px at 320px, 32px at 1600px: the window adds 8px over 1280px.
    [{ size: '2rem' }, true, 'clamp(1.5rem, 1.375rem + 0.625vw, 2rem)'],
    [{ size: '32px', fluid: { min: '16px', max: '48px' } }, true, 'clamp(1rem, 0.5rem + 2.5vw, 3rem)'],
    [{ size: '32px', fluid: { min: '16px', max: '48px' } }, undefined, 'clamp(1rem, 0.5rem + 2.5vw, 3rem)'],
    [{ size: '32px' }, { minViewportWidth: '800px', maxViewportWidth: '1600px' }, 'clamp(1.5rem, 1rem + 1vw, 2rem)'],
    [{ size: '14px' }, true, '14px'],
    [{ size: '10vw' }, true, '10vw'],
    [{ size: '2rem' }, { minViewportWidth: '1600px', maxViewportWidth: '320px' }, '2rem'],
  ]
  for (const [preset, fluid, size] of table) t.equal(sizeOf(preset, fluid), size, JSON.stringify([preset, fluid]))
})

t.test('without parts, all of them are written', async t => {
  const css = stylesheetOf({ settings: palette, styles: { color: { text: 'red' }, css: 'b{}' } })
  for (const text of ['--wp--preset--color--ink', 'body{color: red;}', '.has-ink-color', '.is-layout-flex', 'b{}'])
    t.ok(css.includes(text), text)
})
