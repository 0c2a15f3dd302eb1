import { setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'
import { isSet } from '@platen/rendering'
import t from 'tap'
import { growsWith } from '../../growth.js'
import { loadModule } from '../load-module.js'

const { hasBlocks, isBlockText, parseBlocks } =
  await loadModule<typeof import('../../../packages/rendering/src/blocks/block-parser.js')>('blocks/block-parser.js')

t.test('a block has its name, attributes, HTML and inner blocks', async t => {
  const content = 'a<!-- wp:x/y {"k":1} --><p>b<!-- wp:z /-->c</p><!-- /wp:x/y -->d'
  const inner = { name: 'core/z', attributes: {}, innerBlocks: [], innerHTML: '', innerContent: [] }
  t.same(parseBlocks(content), [
    { name: null, attributes: {}, innerBlocks: [], innerHTML: 'a', innerContent: ['a'] },
    {
      name: 'x/y',
      attributes: { k: 1 },
      innerBlocks: [inner],
      innerHTML: '<p>bc</p>',
      innerContent: ['<p>b', null, 'c</p>'],
    },
    { name: null, attributes: {}, innerBlocks: [], innerHTML: 'd', innerContent: ['d'] },
  ])
})

t.test('an unclosed block ends with the block around it', async t => {
  const [outer, ...others] = parseBlocks('<!-- wp:a -->1<!-- wp:b -->2<!-- wp:c -->3<!-- /wp:c -->4')
  t.same(others, [])
  t.same(outer?.innerContent, ['1', null])
  t.same(outer?.innerBlocks[0]?.innerContent, ['2', null, '4'])
})

t.test('nothing is a block after the end of one that was not opened', async t => {
  const rest = 'x<!-- /wp:a -->y<!-- wp:b /-->'
  t.same(
    parseBlocks(`<!-- wp:a --><!-- /wp:a -->${rest}`).map(({ name, innerHTML }) => [name, innerHTML]),
    [
      ['core/a', ''],
      [null, rest],
    ],
  )
})

t.test('invalid attributes are ignored', async t => {
  for (const json of ['{broken}', '{"a":"\\ud83d"}', `{"a":${'['.repeat(600)}${']'.repeat(600)}}`]) {
    t.same(parseBlocks(`<!-- wp:a ${json} /-->`)[0]?.attributes, {}, json.slice(0, 20))
  }
  t.same(parseBlocks('<!-- wp:a {"__proto__":{"x":1}} /-->')[0]?.attributes['x'], undefined)
})

t.test('texts with blocks', async t => {
  t.ok(hasBlocks('x<!-- wp:'))
  t.notOk(hasBlocks('<!--  wp:a /-->'))
  t.ok(isBlockText('<!--  wp:a /-->'))
  t.ok(isBlockText('<!-- /wp:a -->'))
  t.notOk(isBlockText('<!--wp:a -->'))
  t.notOk(isBlockText('wp: <!-- a -->'))
})

t.test('time is linear in the length of the text', async t => {
  const parts = [
    '<!--',
    '<!-- ',
    '<!-- wp:a ',
    '<!-- wp:a {',
    '<!-- wp:a -->',
    '<!-- /wp:a -->',
    '<!-- wp:a {"a":1} ',
    '}',
    '} ',
  ]
  for (const part of parts) t.equal(await growsWith(part, parseBlocks, 1_000_000), undefined, part)
})

t.test('nested blocks take little memory', t => {
  setFlagsFromString('--expose-gc')
  const collect = runInNewContext('gc') as () => void
  const count = 100_000
  const content = '<!-- wp:a -->'.repeat(count)
  const used = () => {
    collect()
    return process.memoryUsage().heapUsed
  }
  const before = used()
  const blocks = parseBlocks(content)
  const bytes = (used() - before) / count
  t.equal(blocks.length, 1)
  t.ok(bytes < 320, `${Math.round(bytes)} bytes a block`)
  t.end()
})

const { serializeAttributes, serializeBlocks } =
  await loadModule<typeof import('../../../packages/rendering/src/blocks/block-serializer.js')>(
    'blocks/block-serializer.js',
  )

/** Contents that come back as they are. */
const CONTENTS = [
  'text',
  '<!-- wp:paragraph -->\n<p>a</p>\n<!-- /wp:paragraph -->',
  '<!-- wp:x/y {"a":[1,null,"é/"]} /-->',
  'a<!-- wp:x/y -->b<!-- wp:z {"k":"v"} -->c<!-- /wp:z -->d<!-- /wp:x/y -->e',
]

t.test('serialized blocks parse to the same blocks', async t => {
  for (const content of CONTENTS) t.equal(serializeBlocks(parseBlocks(content)), content)
})

t.test('malformed blocks are serialized well-formed', async t => {
  t.equal(serializeBlocks(parseBlocks('<!--  wp:core/a   {"b": 1} -->x')), '<!-- wp:a {"b":1} -->x<!-- /wp:a -->')
  t.equal(serializeBlocks(parseBlocks('<!-- wp:a --><!-- /wp:a -->')), '<!-- wp:a /-->')
})

t.test('attributes contain no markup and no end of a comment', async t => {
  const written = serializeAttributes({ a: '--><b> & "c" \\' })
  t.equal(written, '{"a":"\\u002d\\u002d\\u003e\\u003cb\\u003e \\u0026 \\u0022c\\u0022 \\u005c"}')
  t.same(JSON.parse(written), { a: '--><b> & "c" \\' })
})

t.test('any depth works', async t => {
  const content = `${'<!-- wp:a -->'.repeat(20_000)}x${'<!-- /wp:a -->'.repeat(20_000)}`
  t.equal(serializeBlocks(parseBlocks(content)), content)
})

const { createBlockRegistry } =
  await loadModule<typeof import('../../../packages/rendering/src/blocks/block-registry.js')>(
    'blocks/block-registry.js',
  )

t.test('block types are registered, replaced and removed', async t => {
  const registry = createBlockRegistry()
  registry.register({ name: 'test/one', title: 'One' })
  t.equal(registry.get('test/one')?.definition['title'], 'One')
  t.equal(registry.get('test/one')?.isDynamic, false)
  registry.register({ name: 'test/one', render: () => 'x' })
  t.equal(registry.get('test/one')?.isDynamic, true)
  t.ok(registry.all().some(type => type.definition.name === 'test/one'))
  registry.unregister('test/one')
  t.equal(registry.get('test/one'), undefined)
})

t.test('names have a namespace, in lower case', async t => {
  for (const name of ['one', 'Test/one', 'test/One', 'test/one/two', '1/a', 'a/', '']) {
    t.throws(() => createBlockRegistry().register({ name }), TypeError, name)
  }
})

t.test('an invalid schema is refused', async t => {
  t.throws(() => createBlockRegistry().register({ name: 'a/b', attributes: { x: { type: 'string', minLength: -1 } } }))
})

t.test('attributes get defaults and are converted; invalid ones are dropped', async t => {
  const registry = createBlockRegistry()
  registry.register({
    name: 'a/b',
    attributes: { count: { type: 'integer', default: 3, maximum: 9 }, label: { type: 'string' } },
  })
  const prepare = registry.get('a/b')?.prepareAttributes
  t.same(prepare?.({}), { count: 3 })
  t.same(prepare?.({ count: '2', label: 'x', other: [1] }), { count: 2, label: 'x', other: [1] })
  t.same(prepare?.({ count: 99, label: 5 }), { count: 3 })
})

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
