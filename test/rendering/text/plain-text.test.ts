import t from 'tap'
import { growsWith } from '../../growth.js'
import { loadModule } from '../load-module.js'

const { sanitizeMultiline, sanitizeTextField } =
  await loadModule<typeof import('../../../packages/rendering/src/text/plain-text.js')>('text/plain-text.js')

t.test('a line of text keeps its ampersands', async t => {
  t.equal(sanitizeTextField('  a & <b>b</b>\n c  '), 'a & b c')
  t.equal(sanitizeTextField('%%4141x'), 'x')
})

t.test('what begins like a tag is escaped up to the next one', async t => {
  for (const [text, expected] of [
    ['"a" <b "c" & \'d\'', '"a" &lt;b &quot;c&quot; &amp; &#039;d&#039;'],
    ['a <b "c" <i>d</i> "e"', 'a &lt;b &quot;c&quot; d "e"'],
    ['a <3 &amp; <b', 'a &lt;3 &amp; &lt;b'],
    ['a <b "c">d', 'a d'],
    ['<!-->a', 'a'],
  ] as const)
    t.equal(sanitizeTextField(text), expected, text)
})

t.test('sanitizeMultiline keeps lines', async t => {
  t.equal(sanitizeMultiline(' one <i>x</i>\n  two\t3 '), 'one x\n  two\t3')
})

t.test('time is linear in the length of the text', async t => {
  for (const part of ['<', '<b', '%', '%%4', '<script>', ' ', '</'])
    t.equal(await growsWith(part, sanitizeTextField, 300_000), undefined, part)
})

const { stripScripts, stripTags, textOf } =
  await loadModule<typeof import('../../../packages/rendering/src/text/strip-tags.js')>('text/strip-tags.js')

/** Markup, and its text. */
const TEXTS: readonly (readonly [string, string])[] = [
  ['plain', 'plain'],
  ['<b>a</b> c', 'a c'],
  ['a<br>b', 'ab'],
  ['a < b', 'a < b'],
  ['5 < 6 and 7 > 3', '5 < 6 and 7 > 3'],
  ['a <b', 'a '],
  ['<a title="x > y">z</a>', 'z'],
  ['a<!-- b > c -->d', 'ad'],
  ['a<!-- b', 'a'],
  ['<<b>a', ''],
  ['<?php x ?>y', 'y'],
]

t.test('tags are removed, text stays', async t => {
  for (const [html, text] of TEXTS) t.equal(stripTags(html), text, html)
})

t.test('scripts and style sheets are removed with their content', async t => {
  t.equal(stripScripts('a<script type="x">b<c></SCRIPT>d<style>e</style>f'), 'adf')
  t.equal(stripScripts('a<script>b'), 'a<script>b')
  t.equal(textOf(' <p>a</p><script>b</script> '), 'a')
})

t.test('time is linear in the length of the text', async t => {
  for (const part of ['<', '<b', '<b "', '<!--', '<script>', '>', '<b>'])
    t.equal(await growsWith(part, text => stripTags(stripScripts(text)), 200_000 * part.length), undefined, part)
})

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
const TEXTS_WITH_ENTITIES: readonly (readonly [string, string])[] = [
  ['a & b', 'a &amp; b'],
  ['&amp; &eacute; &nbsp;', '&amp; &eacute; &nbsp;'],
  ['&foo; &AMP; &copy', '&amp;foo; &amp;AMP; &amp;copy'],
  ['&#9; &#38; &#0038; &#8217;', '&#009; &#038; &#038; &#8217;'],
  ['&#0; &#55296; &#1114112; &#12a;', '&amp;#0; &amp;#55296; &amp;#1114112; &amp;#12a;'],
  ['&#x26; &#X2f; &#xD800; &#x110000;', '&#x26; &#x2f; &amp;#xD800; &amp;#x110000;'],
]

t.test('references are normalized', async t => {
  for (const [text, expected] of TEXTS_WITH_ENTITIES) t.equal(normalizeEntities(text), expected, text)
})

const { trimSpace } =
  await loadModule<typeof import('../../../packages/rendering/src/text/spaces.js')>('text/spaces.js')

t.test('white space is trimmed, no-break spaces stay', async t => {
  t.equal(trimSpace(' \t\n\r\0a b\v '), 'a b')
  t.equal(trimSpace('\u00a0a\u3000'), '\u00a0a\u3000')
  t.equal(trimSpace('   '), '')
})

const { classNameOf } =
  await loadModule<typeof import('../../../packages/rendering/src/text/class-name.js')>('text/class-name.js')

/** Slugs of term 7, and the classes it is styled by. */
const SLUGS: readonly (readonly [string, string])[] = [
  ['big-news', 'big-news'],
  ['2024', '7'],
  ['2024-a', '2024-a'],
  ['%e6%97%a5%e6%9c%ac', '7'],
  ['%e6%97%a5a', 'a'],
  ['a-%e6%97%a5', 'a-'],
  ['%e6%97%a51', '7'],
  ['12-34', '12-34'],
  ['_', '_'],
  ['-', '7'],
  ['a%41b', 'ab'],
]

t.test('the class of a term is its slug, or its id', async t => {
  for (const [slug, name] of SLUGS) t.equal(classNameOf({ id: 7, slug }), name, slug)
})

const { createCounter } =
  await loadModule<typeof import('../../../packages/rendering/src/text/counter.js')>('text/counter.js')

t.test('each name is counted from 1, by each counter', async t => {
  const count = createCounter()
  t.same(['a', 'b', 'a', 'constructor'].map(count), [1, 1, 2, 1])
  t.equal(createCounter()('a'), 1)
})
