import t from 'tap'
import { loadModule } from '../load-module.js'

const { filterHtml } =
  await loadModule<typeof import('../../../packages/rendering/src/sanitize/filter-html.js')>('sanitize/filter-html.js')
const { sanitizeBlocks } =
  await loadModule<typeof import('../../../packages/rendering/src/sanitize/sanitize-blocks.js')>(
    'sanitize/sanitize-blocks.js',
  )

/** Contents of authors in blocks, and what is stored of them. */
const CONTENTS: readonly (readonly [string, string])[] = [
  ['<!-- wp:x/y {"a": 1} -->z<!-- /wp:x/y -->', '<!-- wp:x/y {"a":1} -->z<!-- /wp:x/y -->'],
  ['<!-- wp:x/y {} -->z<!-- /wp:x/y -->', '<!-- wp:x/y -->z<!-- /wp:x/y -->'],
  [
    '<!-- wp:core/paragraph --><p>z</p><!-- /wp:core/paragraph -->',
    '<!-- wp:paragraph --><p>z</p><!-- /wp:paragraph -->',
  ],
  [
    '<!-- wp:x/y {"a":"<b>&\\"\'--é😀/\\u00e9"} /-->',
    '<!-- wp:x/y {"a":"\\u003cb\\u003e\\u0026amp;\\u0022\'\\u002d\\u002dé😀/é"} /-->',
  ],
  [
    '<!-- wp:x/y {"a":"\\u003cscript\\u003ealert(1)\\u003c/script\\u003e \\u0026 \\u003cb\\u003e"} /-->',
    '<!-- wp:x/y {"a":"alert(1) \\u0026amp; \\u003cb\\u003e"} /-->',
  ],
  ['<!-- wp:x/y {broken} /-->', '<!-- wp:x/y /-->'],
  ['a<!-- wp:x/y -->b<!-- /wp:x/y -->c', 'a<!-- wp:x/y -->b<!-- /wp:x/y -->c'],
  ['<!-- wp:x/y -->a', '<!-- wp:x/y -->a<!-- /wp:x/y -->'],
  ['<!-- /wp:x/y -->', '<!-- /wp:x/y -->'],
  ['<!-- wp:x/y -->a <!-- b --> c<!-- /wp:x/y -->', '<!-- wp:x/y -->a <!-- b --> c<!-- /wp:x/y -->'],
  [
    '<!-- wp:x/y -->a<!-- wp:x/z {"k":"a & b"} -->b<!-- /wp:x/z -->c<!-- /wp:x/y -->',
    '<!-- wp:x/y -->a<!-- wp:x/z {"k":"a \\u0026amp; b"} -->b<!-- /wp:x/z -->c<!-- /wp:x/y -->',
  ],
  ['<!-- wp:x/y {"a":"\\\\"} /-->', '<!-- wp:x/y {"a":"\\u005c"} /-->'],
  ['<!-- wp:x/y {"a":"x\\ny"} /-->', '<!-- wp:x/y {"a":"x\\ny"} /-->'],
  ['<!-- wp:html --><script>x</script><!-- /wp:html -->', '<!-- wp:html -->x<!-- /wp:html -->'],
  ['<!-- wp:more --><!--more--><!-- /wp:more -->', '<!-- wp:more --><!--more--><!-- /wp:more -->'],
  [
    '<!-- wp:x/y {"a":{"b":{"c":"<u>x</u>"}}} /-->',
    '<!-- wp:x/y {"a":{"b":{"c":"\\u003cu\\u003ex\\u003c/u\\u003e"}}} /-->',
  ],
  ['<!-- wp:x/y {"style":{"css":"color:red; } <b>"}} /-->', '<!-- wp:x/y /-->'],
  ['<!-- wp:x/y {"a":"x"} --><!-- /wp:x/y -->', '<!-- wp:x/y {"a":"x"} /-->'],
  ['<!-- wp:x/y {"url":"javascript:x"} /-->', '<!-- wp:x/y {"url":"javascript:x"} /-->'],
]

t.test('the texts of blocks and of their attributes are sanitized', async t => {
  for (const [content, expected] of CONTENTS) t.equal(filterHtml(content, 'content'), expected, content)
})

t.test('a style sheet is removed, other styles stay', async t => {
  const content = '<!-- wp:x/y {"style":{"css":"a{}","color":{"text":"red"}}} /-->'
  t.equal(
    sanitizeBlocks(content, html => html),
    '<!-- wp:x/y {"style":{"color":{"text":"red"}}} /-->',
  )
})

t.test('any depth works', async t => {
  const content = `${'<!-- wp:x/y --><div>'.repeat(5_000)}x${'</div><!-- /wp:x/y -->'.repeat(5_000)}`
  t.equal(
    sanitizeBlocks(content, html => html),
    content,
  )
})
