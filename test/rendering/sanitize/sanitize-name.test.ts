import t from 'tap'
import { loadModule } from '../load-module.js'

const { sanitizeName } =
  await loadModule<typeof import('../../../packages/rendering/src/sanitize/sanitize-name.js')>(
    'sanitize/sanitize-name.js',
  )

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
  ['a < b', 'a &lt; b'],
  ['a > b', 'a &gt; b'],
  ['a < b > c', 'a &lt;b&gt; c'],
  ['a < zz > c', 'a  c'],
  ['x < 3 and y > 2', 'x  2'],
  ['a < > b', 'a  b'],
  ['< p class="x">t</p>', 't'],
]

t.test('a name is one line of plain text, escaped for HTML', async t => {
  for (const [name, expected] of NAMES) t.equal(sanitizeName(name), expected, JSON.stringify(name))
})
