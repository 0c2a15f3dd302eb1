import { coreBlocks } from '@platen/rendering'
import t from 'tap'
import { loadModule } from '../load-module.js'

const { createBlockRegistry } =
  await loadModule<typeof import('../../../packages/rendering/src/blocks/block-registry.js')>(
    'blocks/block-registry.js',
  )
const { renderBlocks } =
  await loadModule<typeof import('../../../packages/rendering/src/blocks/render-blocks.js')>('blocks/render-blocks.js')

const blocks = createBlockRegistry({ blocks: coreBlocks })

/** Where the digest of a layout stands. */
const shown = (content: string): string =>
  renderBlocks(content, { blocks, postId: 0 }).replace(/(is-layout-)[0-9a-f]{8}/g, '$1#')

/** Values of `inherit` and `contentSize` that are set, and others. */
const SET = ['true', '"true"', '"false"', '1', '-1', '"1"', '"yes"', '" "', '"0.0"', '[0]', '{"a":1}']
const UNSET = ['false', '0', '0.0', '"0"', '""', 'null', '[]', '{}']

t.test('layouts that inherit widths are constrained, as are those with a width', async t => {
  const classesOf = (layout: string) =>
    shown(`<!-- wp:group {"layout":${layout}} --><div></div><!-- /wp:group -->`).replace(/ wp-container\S+/, '')
  const of = (type: string) => `<div class="is-layout-${type} wp-block-group-is-layout-${type}"></div>`
  for (const [values, type] of [
    [SET, 'constrained'],
    [UNSET, 'flow'],
  ] as const) {
    for (const value of values) {
      t.equal(classesOf(`{"inherit":${value}}`), of(type), value)
      t.equal(classesOf(`{"contentSize":${value}}`), of(type), value)
      const flex = type === 'flow' ? 'flex' : type
      t.equal(classesOf(`{"type":"flex","inherit":${value}}`), of(flex), value)
      t.equal(classesOf(`{"type":"flex","contentSize":${value}}`), of(flex), value)
    }
  }
  t.equal(classesOf('{"type":null}'), of('flow'))
  for (const type of ['"flow"', 'true', '0', '"constructor"'])
    t.equal(classesOf(`{"type":${type}}`), '<div></div>', type)
})

t.test('texts are fitted by values that are set', async t => {
  const isFitted = (value: string) =>
    shown(`<!-- wp:heading {"fitText":${value}} --><h2>A</h2><!-- /wp:heading -->`).includes('core-fit-text')
  t.same(SET.filter(isFitted), SET)
  t.same(UNSET.filter(isFitted), [])
})

/** Blocks that hold others, and what is shown of them. */
const BLOCKS: readonly (readonly [string, string])[] = [
  [
    '<!-- wp:group {"layout":{}} --><div class="w"></div><!-- /wp:group -->',
    '<div class="w is-layout-flow wp-block-group-is-layout-flow"></div>',
  ],
  [
    '<!-- wp:group {"layout":{"type":"default"}} --><div class="w"></div><!-- /wp:group -->',
    '<div class="w is-layout-flow wp-block-group-is-layout-flow"></div>',
  ],
  [
    '<!-- wp:group {"layout":{"type":"constrained"}} --><div class="w"></div><!-- /wp:group -->',
    '<div class="w is-layout-constrained wp-block-group-is-layout-constrained"></div>',
  ],
  [
    '<!-- wp:group {"layout":{"type":"constrained","justifyContent":"left"}} --><div class="w"></div><!-- /wp:group -->',
    '<div class="w is-content-justification-left is-layout-constrained wp-container-core-group-is-layout-# wp-block-group-is-layout-constrained"></div>',
  ],
  [
    '<!-- wp:group {"layout":{"type":"flex"}} --><div class="w"></div><!-- /wp:group -->',
    '<div class="w is-layout-flex wp-block-group-is-layout-flex"></div>',
  ],
  [
    '<!-- wp:group {"layout":{"type":"flex","orientation":"vertical"}} --><div class="w"></div><!-- /wp:group -->',
    '<div class="w is-vertical is-layout-flex wp-container-core-group-is-layout-# wp-block-group-is-layout-flex"></div>',
  ],
  [
    '<!-- wp:group {"layout":{"type":"flex","orientation":"horizontal"}} --><div class="w"></div><!-- /wp:group -->',
    '<div class="w is-horizontal is-layout-flex wp-block-group-is-layout-flex"></div>',
  ],
  [
    '<!-- wp:group {"layout":{"type":"flex","justifyContent":"center"}} --><div class="w"></div><!-- /wp:group -->',
    '<div class="w is-content-justification-center is-layout-flex wp-container-core-group-is-layout-# wp-block-group-is-layout-flex"></div>',
  ],
  [
    '<!-- wp:group {"layout":{"type":"flex","justifyContent":"stretch"}} --><div class="w"></div><!-- /wp:group -->',
    '<div class="w is-content-justification-stretch is-layout-flex wp-block-group-is-layout-flex"></div>',
  ],
  [
    '<!-- wp:group {"layout":{"type":"flex","flexWrap":"nowrap"}} --><div class="w"></div><!-- /wp:group -->',
    '<div class="w is-nowrap is-layout-flex wp-container-core-group-is-layout-# wp-block-group-is-layout-flex"></div>',
  ],
  [
    '<!-- wp:group {"layout":{"type":"flex","flexWrap":"wrap"}} --><div class="w"></div><!-- /wp:group -->',
    '<div class="w is-layout-flex wp-block-group-is-layout-flex"></div>',
  ],
  [
    '<!-- wp:group {"layout":{"type":"flex","verticalAlignment":"top"}} --><div class="w"></div><!-- /wp:group -->',
    '<div class="w is-layout-flex wp-container-core-group-is-layout-# wp-block-group-is-layout-flex"></div>',
  ],
  [
    '<!-- wp:group {"layout":{"type":"flex","verticalAlignment":"space-between"}} --><div class="w"></div><!-- /wp:group -->',
    '<div class="w is-layout-flex wp-block-group-is-layout-flex"></div>',
  ],
  [
    '<!-- wp:group {"layout":{"type":"grid"}} --><div class="w"></div><!-- /wp:group -->',
    '<div class="w is-layout-grid wp-container-core-group-is-layout-# wp-block-group-is-layout-grid"></div>',
  ],
  [
    '<!-- wp:group {"layout":{"type":"grid","columnCount":3}} --><div class="w"></div><!-- /wp:group -->',
    '<div class="w is-layout-grid wp-container-core-group-is-layout-# wp-block-group-is-layout-grid"></div>',
  ],
  [
    '<!-- wp:group {"layout":{"type":"default","justifyContent":"center"}} --><div class="w"></div><!-- /wp:group -->',
    '<div class="w is-content-justification-center is-layout-flow wp-block-group-is-layout-flow"></div>',
  ],
  [
    '<!-- wp:group {"layout":{"inherit":true}} --><div class="w"></div><!-- /wp:group -->',
    '<div class="w is-layout-constrained wp-block-group-is-layout-constrained"></div>',
  ],
  [
    '<!-- wp:group {"layout":{"contentSize":"1px"}} --><div class="w"></div><!-- /wp:group -->',
    '<div class="w is-layout-constrained wp-container-core-group-is-layout-# wp-block-group-is-layout-constrained"></div>',
  ],
  [
    '<!-- wp:group {"layout":{"orientation":"vertical"}} --><div class="w"></div><!-- /wp:group -->',
    '<div class="w is-vertical is-layout-flow wp-block-group-is-layout-flow"></div>',
  ],
  [
    '<!-- wp:columns --><div class="wp-block-columns"></div><!-- /wp:columns -->',
    '<div class="wp-block-columns is-layout-flex wp-container-core-columns-is-layout-# wp-block-columns-is-layout-flex"></div>',
  ],
  [
    '<!-- wp:buttons --><div class="wp-block-buttons"></div><!-- /wp:buttons -->',
    '<div class="wp-block-buttons is-layout-flex wp-block-buttons-is-layout-flex"></div>',
  ],
  [
    '<!-- wp:cover --><div class="wp-block-cover"><span class="dim"></span><img class="i" src="https://e.com/a.png"/><div class="inner"><!-- wp:paragraph --><p>x</p><!-- /wp:paragraph --></div></div><!-- /wp:cover -->',
    '<div class="wp-block-cover"><span class="dim"></span><img class="i" src="https://e.com/a.png"/><div class="inner is-layout-flow wp-block-cover-is-layout-flow"><p class="wp-block-paragraph">x</p></div></div>',
  ],
  [
    '<!-- wp:group --><div class="a"><div class="b"><!-- wp:paragraph --><p>x</p><!-- /wp:paragraph --></div></div><!-- /wp:group -->',
    '<div class="a"><div class="b is-layout-flow wp-block-group-is-layout-flow"><p class="wp-block-paragraph">x</p></div></div>',
  ],
  [
    '<!-- wp:group --><div class="a"><span class="c"></span><div><!-- wp:paragraph --><p>x</p><!-- /wp:paragraph --></div></div><!-- /wp:group -->',
    '<div class="a is-layout-flow wp-block-group-is-layout-flow"><span class="c"></span><div><p class="wp-block-paragraph">x</p></div></div>',
  ],
  [
    '<!-- wp:group --><div class="a"><div class="b"></div><!-- wp:paragraph --><p>x</p><!-- /wp:paragraph --></div><!-- /wp:group -->',
    '<div class="a is-layout-flow wp-block-group-is-layout-flow"><div class="b"></div><p class="wp-block-paragraph">x</p></div>',
  ],
  [
    '<!-- wp:group --><div><div><!-- wp:paragraph --><p>x</p><!-- /wp:paragraph --></div></div><!-- /wp:group -->',
    '<div class="is-layout-flow wp-block-group-is-layout-flow"><div><p class="wp-block-paragraph">x</p></div></div>',
  ],
  [
    '<!-- wp:group --><div class="a"><div class="b"><i class="c">x</i><!-- wp:paragraph --><p>x</p><!-- /wp:paragraph --></div></div><!-- /wp:group -->',
    '<div class="a"><div class="b is-layout-flow wp-block-group-is-layout-flow"><i class="c">x</i><p class="wp-block-paragraph">x</p></div></div>',
  ],
  [
    '<!-- wp:group {"style":{"spacing":{"blockGap":"0"}}} --><div class="a"></div><!-- /wp:group -->',
    '<div class="a is-layout-flow wp-container-core-group-is-layout-# wp-block-group-is-layout-flow"></div>',
  ],
  [
    '<!-- wp:group {"style":{"spacing":{"padding":"0"}}} --><div class="a"></div><!-- /wp:group -->',
    '<div class="a is-layout-flow wp-block-group-is-layout-flow"></div>',
  ],
]

t.test('the tag around inner blocks gets the classes of the layout', async t => {
  for (const [content, expected] of BLOCKS) t.equal(shown(content), expected, content)
})

t.test('digests of layouts are equal only for equal layouts', async t => {
  const digest = (layout: object): string | undefined =>
    /is-layout-([0-9a-f]{8})/.exec(
      renderBlocks(`<!-- wp:group ${JSON.stringify({ layout })} --><div></div><!-- /wp:group -->`, {
        blocks,
        postId: 0,
      }),
    )?.[1]
  t.ok(digest({ type: 'grid' }))
  t.equal(digest({ type: 'grid' }), digest({ type: 'grid' }))
  t.not(digest({ type: 'grid' }), digest({ type: 'grid', columnCount: 3 }))
})

const { supportedAttributes } = await loadModule<
  typeof import('../../../packages/rendering/src/blocks/supported-attributes.js')
>('blocks/supported-attributes.js')

const ALWAYS = ['lock', 'metadata', 'className', 'style']

const CASES: readonly (readonly [supports: Readonly<Record<string, unknown>>, more: readonly string[]])[] = [
  [{}, []],
  [{ html: false, reusable: true }, []],
  [
    { anchor: true, ariaLabel: { skipSerialization: true }, layout: { allowEditing: false } },
    ['layout', 'ariaLabel', 'anchor'],
  ],
  [{ anchor: false, ariaLabel: false, layout: false, align: [] }, []],
  [{ color: true }, ['backgroundColor', 'textColor']],
  [{ color: { text: false } }, ['backgroundColor']],
  [{ color: { background: false, gradients: true } }, ['textColor', 'gradient']],
  [{ color: false }, []],
  [{ background: { gradient: true } }, ['gradient']],
  [{ typography: { fontSize: true } }, ['fontSize']],
  [{ typography: { fontSize: false, __experimentalFontFamily: true } }, ['fontFamily']],
  [{ typography: true }, []],
  [{ __experimentalBorder: { color: true, radius: true } }, ['borderColor']],
]

for (const [supports, more] of CASES) {
  t.test(JSON.stringify(supports), async t => {
    t.same(Object.keys(supportedAttributes({}, supports)), [...ALWAYS, ...more])
  })
}

t.test('a block may refuse custom classes and styles, and write its alignment itself', async t => {
  t.same(Object.keys(supportedAttributes({}, { customClassName: false, customCSS: false })), ['lock', 'metadata'])
  t.same(Object.keys(supportedAttributes({}, { align: ['wide'] }))[2], 'align')
})

t.test('its own attributes come first, and their schemas count', async t => {
  const found = supportedAttributes(
    { x: { type: 'integer' }, align: { type: 'string', default: 'none' } },
    { align: true },
  )
  t.same(Object.keys(found), ['x', 'align', ...ALWAYS])
  t.same(found['align'], { type: 'string', default: 'none' })
})
