import t from 'tap'
import { loadModule } from '../rendering/load-module.js'

const { sanitizeMultiline, sanitizeName, sanitizeTextField } =
  await loadModule<typeof import('../../../packages/site/src/text/plain-text.js')>('text/plain-text.js')

/** Names as they are sent, and as they are stored. */
const NAMES: readonly (readonly [string, string])[] = [
  ['a', 'a'],
  ['  a  ', 'a'],
  ['a  b', 'a b'],
  ['a\nb', 'a b'],
  ['<b>a</b>', 'a'],
  ['a<b', 'a&lt;b'],
  ['a < b', 'a &lt; b'],
  ['a <b>c', 'a c'],
  ['<', '&lt;'],
  ['a > b', 'a &gt; b'],
  ['a & b', 'a &amp; b'],
  ['&amp;', '&amp;'],
  ['&lt;b&gt;', '&lt;b&gt;'],
  ['&#39;', '&#039;'],
  [' a', ' a'],
  ['%20a', 'a'],
  ['a%41b', 'ab'],
  ['%zz', '%zz'],
  ['<script>x</script>y', 'y'],
  ['<!-- x -->y', 'y'],
  ['\u0000a', 'a'],
  ['\u0001a\u001fb', 'ab'],
  ['a\\b', 'a\\b'],
  ['"q"', '"q"'],
  ["it's", "it's"],
  ['<3', '&lt;3'],
  ['<a href="x>y">z</a>', 'z'],
  ['<<b>a', '&lt;a'],
  ['<b<i>>x', '&lt;b&gt;x'],
  ['<br>a<br>b', 'ab'],
  ['&', '&amp;'],
  ['&foo;', '&amp;foo;'],
  ['a<!--b', 'a&lt;!--b'],
  ['<?php x ?>y', 'y'],
  ['a<>b', 'ab'],
  ['&#60;b&#62;', '&#060;b&#062;'],
]

t.test('a name is one line of plain text, written as HTML', async t => {
  for (const [name, expected] of NAMES) t.equal(sanitizeName(name), expected, JSON.stringify(name))
})

t.test('a line of text keeps its ampersands', async t => {
  t.equal(sanitizeTextField('  a & <b>b</b>\n c  '), 'a & b c')
  t.equal(sanitizeTextField('%%4141x'), 'x')
})

t.test('lines may stay', async t => {
  t.equal(sanitizeMultiline(' one <i>x</i>\n  two\t3 '), 'one x\n  two\t3')
})

t.test('the time grows with the length of the text only', async t => {
  for (const part of ['<', '<b', '%', '%%4', '<script>', ' ', '</']) {
    const started = performance.now()
    sanitizeTextField(part.repeat(Math.ceil(300_000 / part.length)))
    t.ok(performance.now() - started < 3_000, part)
  }
})
