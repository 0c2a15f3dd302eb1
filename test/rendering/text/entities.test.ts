import t from 'tap'
import { loadModule } from '../load-module.js'

const { decodeEntities, escapeAttribute, escapeHtml, escapeUrl, normalizeEntities } =
  await loadModule<typeof import('../../../packages/rendering/src/text/entities.js')>('text/entities.js')

t.test('text is escaped', async t => {
  t.equal(escapeHtml(`<a href="x">'&amp;`), '&lt;a href=&quot;x&quot;&gt;&#039;&amp;amp;')
  t.equal(escapeHtml('plain'), 'plain')
})

t.test('references stay in attributes', async t => {
  t.equal(escapeAttribute('a & b &amp; "c" &#39; &nope'), 'a &amp; b &amp; &quot;c&quot; &#39; &amp;nope')
})

t.test('URLs are escaped with numeric references', async t => {
  t.equal(escapeUrl("/x?a=1&b='d'"), '/x?a=1&#038;b=&#039;d&#039;')
  t.equal(escapeUrl('&#106;avascript:x'), '&#038;#106;avascript:x')
})

t.test('references are decoded', async t => {
  t.equal(decodeEntities('&lt;&#65;&#x42;&eacute;&hellip;&colon;'), '<ABé…:')
})

/** Texts, and what becomes of their ampersands. */
const TEXTS: readonly (readonly [string, string])[] = [
  ['a & b', 'a &amp; b'],
  ['&amp; &eacute; &nbsp;', '&amp; &eacute; &nbsp;'],
  ['&foo; &AMP; &copy', '&amp;foo; &amp;AMP; &amp;copy'],
  ['&#9; &#38; &#0038; &#8217;', '&#009; &#038; &#038; &#8217;'],
  ['&#0; &#55296; &#1114112; &#12a;', '&amp;#0; &amp;#55296; &amp;#1114112; &amp;#12a;'],
  ['&#x26; &#X2f; &#xD800; &#x110000;', '&#x26; &#x2f; &amp;#xD800; &amp;#x110000;'],
]

t.test('references are normalized', async t => {
  for (const [text, expected] of TEXTS) t.equal(normalizeEntities(text), expected, text)
})
