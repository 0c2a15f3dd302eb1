import t from 'tap'
import { loadModule } from '../load-module.js'

const { parseBlocks } =
  await loadModule<typeof import('../../../packages/rendering/src/blocks/block-parser.js')>('blocks/block-parser.js')
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
