import t from 'tap'
import { loadModule } from '../load-module.js'

interface StyleTree {
  readonly settings: Record<string, unknown>
  readonly styles: Record<string, unknown>
}
type Module = {
  styleTree(given: object, origin: string, shapes: object): StyleTree
  mergeTrees(trees: readonly StyleTree[]): StyleTree
}
type Shapes = { treeShapes(blocks: { names: string[]; variationsOf(name: string): string[] }): object }

const { styleTree, mergeTrees } = await loadModule<Module>('appearance/theme-json/style-tree.js')
const { treeShapes } = await loadModule<Shapes>('appearance/theme-json/shapes.js')
const shapes = treeShapes({
  names: ['core/button', 'core/paragraph'],
  variationsOf: name => (name === 'core/button' ? ['outline'] : []),
})
const settingsOf = (settings: object, origin = 'custom') => styleTree({ settings }, origin, shapes).settings
const stylesOf = (styles: object) => styleTree({ styles }, 'custom', shapes).styles
const red = { color: { text: 'red' } }

t.test('styles: unknown properties are dropped', async t => {
  const table: readonly [given: object, cleaned: object][] = [
    [{ color: { text: 'red', sparkle: 1 }, unknown: {} }, red],
    [{ color: { sparkle: 1 } }, {}],
    [{ color: 'red', typography: 7, elements: 'x' }, {}],
    [
      { color: {}, spacing: [] },
      { color: {}, spacing: {} },
    ],
    [
      { elements: { link: { ...red, ':hover': red, ':before': red }, h1: { ':hover': red }, nope: red } },
      { elements: { link: { ...red, ':hover': red } } },
    ],
    [
      { '@mobile': red, elements: { cite: { '@mobile': { ...red, elements: {} } } } },
      { elements: { cite: { '@mobile': red } } },
    ],
    [
      { blocks: { 'core/paragraph': { ...red, ':hover': red, variations: { outline: red } }, 'x/y': red } },
      { blocks: { 'core/paragraph': red } },
    ],
    [
      { blocks: { 'core/button': { ':hover': { ...red, elements: {} }, variations: { outline: red, other: red } } } },
      { blocks: { 'core/button': { ':hover': red, variations: { outline: red } } } },
    ],
    [{ color: { text: 'var:preset|color|ink' } }, { color: { text: 'var(--wp--preset--color--ink)' } }],
  ]
  for (const [given, cleaned] of table) t.strictSame(stylesOf(given), cleaned, JSON.stringify(given))
})

t.test('settings: presets get the name of their origin', async t => {
  const list = [{ slug: 'a', color: 'red' }]
  t.strictSame(settingsOf({ color: { palette: list } }), { color: { palette: { custom: list } } })
  t.strictSame(settingsOf({ color: { palette: list } }, 'theme'), { color: { palette: { theme: list } } })
  t.strictSame(settingsOf({ color: { palette: { theme: list } } }), { color: { palette: { theme: list } } })
  t.strictSame(settingsOf({ blocks: { 'core/paragraph': { color: { palette: list } } } }), {
    blocks: { 'core/paragraph': { color: { palette: { custom: list } } } },
  })
  t.strictSame(settingsOf({ typography: { fontFamilies: [{ slug: 'a', x: 1, fontFace: [{ src: 'b', x: 1 }] }] } }), {
    typography: { fontFamilies: { custom: [{ slug: 'a', fontFace: [{ src: 'b' }] }] } },
  })
})

t.test('settings: appearanceTools expands to single settings, which may override it', async t => {
  const { appearanceTools, color, border } = settingsOf({ appearanceTools: true, color: { link: false } })
  t.equal(appearanceTools, undefined)
  t.match(color, { link: false, caption: true })
  t.strictSame(border, { color: true, radius: true, style: true, width: true })
  t.strictSame(settingsOf({ appearanceTools: false }), { appearanceTools: false })
})

t.test('settings: a scale generates sizes', async t => {
  const sizes = (scale: object, listed: readonly object[] = []) => {
    const { spacing } = settingsOf({ spacing: { spacingScale: scale, spacingSizes: listed } })
    const { custom } = (spacing as { spacingSizes: { custom: { slug: string; size: string }[] } }).spacingSizes
    return custom.map(({ slug, size }) => `${slug}:${size}`).join(' ')
  }
  const scale = { operator: '*', increment: 2, steps: 3, mediumStep: 1, unit: 'rem' }
  t.equal(sizes(scale), '40:0.5rem 50:1rem 60:2rem')
  t.equal(sizes({ ...scale, steps: 4 }), '40:0.5rem 50:1rem 60:2rem 70:4rem')
  t.equal(sizes({ ...scale, operator: '+', increment: 1 }), '50:1rem 60:2rem 70:3rem', 'no size of 0')
  t.equal(
    sizes(scale, [
      { slug: '60', size: '9px' },
      { slug: '5', size: '1px' },
    ]),
    '5:1px 40:0.5rem 50:1rem 60:9px',
  )
  for (const wrong of [{ operator: 'x' }, { steps: 0 }, { unit: '</style>' }, { increment: -1 }, { mediumStep: 'a' }])
    t.equal(sizes({ ...scale, ...wrong }), '', JSON.stringify(wrong))
  t.ok(sizes({ ...scale, steps: 1e9 }).split(' ').length <= 100)
})

t.test('settings: the widths of windows', async t => {
  const table: readonly [given: unknown, widths: object][] = [
    [{}, { mobile: '480px', tablet: '782px' }],
    [{ mobile: ' 30em ' }, { mobile: '30em' }],
    [{ mobile: '30em', tablet: '400px' }, { mobile: '30em' }],
    [{ tablet: '900px', other: 1 }, { tablet: '900px' }],
    [{ mobile: 'calc(1px)' }, { mobile: '480px', tablet: '782px' }],
  ]
  for (const [viewport, widths] of table)
    t.strictSame(settingsOf({ viewport: viewport as object }), { viewport: widths })
})

t.test('merging: maps are merged, other values replaced, and default presets protected', async t => {
  const core = styleTree(
    {
      settings: { color: { defaultPalette: true, palette: [{ slug: 'a', color: 'red' }] } },
      styles: { ...red, spacing: { padding: { top: '1px' } } },
    },
    'default',
    shapes,
  )
  const theme = (defaults?: boolean) =>
    styleTree(
      {
        settings: {
          color: {
            ...(defaults === undefined ? {} : { defaultPalette: defaults }),
            palette: [
              { slug: 'a', color: 'blue' },
              { slug: 'b', color: 'tan' },
            ],
          },
        },
        styles: { spacing: { padding: { left: '2px' } }, color: { text: 'blue' } },
      },
      'theme',
      shapes,
    )
  const { settings, styles } = mergeTrees([core, theme()])
  t.strictSame(styles, { color: { text: 'blue' }, spacing: { padding: { top: '1px', left: '2px' } } })
  t.strictSame((settings['color'] as { palette: object }).palette, {
    default: [{ slug: 'a', color: 'red' }],
    theme: [{ slug: 'b', color: 'tan' }],
  })
  const open = mergeTrees([core, theme(false)]).settings['color'] as { palette: { theme: readonly object[] } }
  t.equal(open.palette.theme.length, 2)
})

t.test('names of prototypes are not properties', async t => {
  const given = JSON.parse(
    '{"settings":{"custom":{"__proto__":{"a":1},"b":1},"__proto__":{"c":1}},"styles":{"constructor":{}}}',
  )
  const { settings, styles } = mergeTrees([styleTree(given, 'custom', shapes), styleTree(given, 'custom', shapes)])
  t.strictSame(Object.keys(settings), ['custom'])
  t.strictSame(styles, {})
  t.equal(({} as { a?: unknown }).a, undefined)
})
