import { isSet } from '@platen/rendering'
import t from 'tap'
import { loadModule } from '../load-module.js'

const { createBlockRegistry } =
  await loadModule<typeof import('../../../packages/rendering/src/blocks/block-registry.js')>(
    'blocks/block-registry.js',
  )
const { renderBlocks } =
  await loadModule<typeof import('../../../packages/rendering/src/blocks/render-blocks.js')>('blocks/render-blocks.js')

const flag = {
  name: 'acme/flag',
  attributes: { on: { type: 'boolean', default: false } },
  render: ({ on }: Readonly<Record<string, unknown>>) => String(on),
} as const

/** Saved values of a boolean attribute: texts and numbers count as the reference counts them. */
const VALUES: Readonly<Record<string, boolean>> = {
  true: true,
  false: false,
  '1': true,
  '0': false,
  '"true"': true,
  '"false"': true,
  '"1"': true,
  '"0"': false,
}

t.test('saved booleans', async t => {
  const blocks = createBlockRegistry({ blocks: [flag] })
  for (const [value, expected] of Object.entries(VALUES)) {
    t.equal(renderBlocks(`<!-- wp:acme/flag {"on":${value}} /-->`, { blocks, postId: 0 }), String(expected), value)
  }
})

t.test('values that are set', async t => {
  for (const value of [true, 1, -1, '1', 'false', ' ', [0], { a: 0 }])
    t.equal(isSet(value), true, JSON.stringify(value))
  for (const value of [undefined, null, false, 0, '0', '', [], {}]) t.equal(isSet(value), false, String(value))
})
