import t from 'tap'
import { loadModule } from '../load-module.js'

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
