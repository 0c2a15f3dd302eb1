import { setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'
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
