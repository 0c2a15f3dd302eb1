import t from 'tap'
import { growsWith } from '../../growth.js'
import { loadModule } from '../load-module.js'

const { createCharacterIndex, nextAmpersand, seekCharacter } =
  await loadModule<typeof import('../../../packages/rendering/src/typography/characters.js')>(
    'typography/characters.js',
  )

/** Texts, and where the first sign stands that typography may have to change; -1 when there is none. */
const TEXTS: readonly (readonly [string, number])[] = [
  ['', -1],
  ['ab. (x) taxi x1 1x é–“', -1],
  ['a"', 1],
  ["a'", 1],
  ['a`', 1],
  ['a..', -1],
  ['a...', 1],
  ['a (tm)', 2],
  ['a-b', 1],
  ['ax 1x2', 4],
  ['a&', 1],
]

t.test('the first character of a text', async t => {
  for (const [text, index] of TEXTS)
    t.equal(seekCharacter(createCharacterIndex(), text, 0), index === -1 ? text.length : index, text)
})

t.test('successive characters', async t => {
  const text = '"a" - 3x4 & ...'
  const characters = createCharacterIndex()
  const found: number[] = []
  for (
    let index = seekCharacter(characters, text, 0);
    index < text.length;
    index = seekCharacter(characters, text, index + 1)
  )
    found.push(index)
  t.same(found, [0, 2, 4, 7, 10, 12])
  t.equal(nextAmpersand(createCharacterIndex(), text, 3), 10)
})

const { setDashes } =
  await loadModule<typeof import('../../../packages/rendering/src/typography/dashes.js')>('typography/dashes.js')

/** Texts, and how their dashes are set. */
const TEXTS_WITH_DASHES: readonly (readonly [string, string])[] = [
  ['none', 'none'],
  ['a-b -c d- e', 'a-b -c d- e'],
  ['a - b', 'a &#8211; b'],
  ['-', '&#8211;'],
  ['a--b', 'a&#8211;b'],
  ['a -- b&nbsp;--&nbsp;c\u00a0--', 'a &#8212; b&nbsp;&#8212;&nbsp;c\u00a0&#8212;'],
  ['a---b----c', 'a&#8212;b&#8212;-c'],
  ['xn--a xn---a', 'xn--a xn&#8212;a'],
]

t.test('hyphens that represent dashes', async t => {
  for (const [text, set] of TEXTS_WITH_DASHES) t.equal(setDashes(text), set, text)
})

const { convertEmoticons } =
  await loadModule<typeof import('../../../packages/rendering/src/typography/emoticons.js')>('typography/emoticons.js')

const TEXTS_WITH_EMOTICONS: readonly (readonly [string, string])[] = [
  [':)', '🙂'],
  [':):)', ':):)'],
  [':) :)', '🙂 🙂'],
  ['a:)', 'a:)'],
  [':)a', ':)a'],
  ['(:))', '(:))'],
  ['a :)', 'a 🙂'],
  ['a < b of :) c', 'a < b of 🙂 c'],
  ['a < b of :) c > d :)', 'a < b of :) c > d 🙂'],
  ['<b>:)</b> < :)', '<b>🙂</b> < 🙂'],
  ['<code>:) < :)', '<code>:) < :)'],
  ['a :), b', 'a :), b'],
  ['<b>:)</b>', '<b>🙂</b>'],
  ['<b>a</b>:)', '<b>a</b>🙂'],
  ['a&nbsp;:)', 'a&nbsp;🙂'],
  ['<code>:)</code> :)', '<code>:)</code> 🙂'],
  ['<pre>:)</pre>', '<pre>:)</pre>'],
  ['<script>:)</script>', '<script>:)</script>'],
  ['<textarea>:)</textarea>', '<textarea>:)</textarea>'],
  ['<kbd>:)</kbd>', '<kbd>🙂</kbd>'],
  ['<!-- :) -->', '<!-- :) -->'],
  ['<a title=" :) ">x</a>', '<a title=" :) ">x</a>'],
  [':lol:.', ':lol:.'],
  ['8) a', '8) a'],
  ['x :) :( :D y', 'x 🙂 🙁 😀 y'],
  ['http://a.b:8)', 'http://a.b:8)'],
  [':-) ;) 8O :( :lol:', '🙂 😉 😯 🙁 😆'],
  ['a :???: b', 'a 😕 b'],
  ['a :!: b', 'a ❗ b'],
  ['8-O 8-) ;-)', '😯 😎 😉'],
  ['(a;) b', '(a;) b'],
  ['a :mrgreen: b', 'a 😁 b'],
]

t.test('separate emoticons become emoji', async t => {
  for (const [text, expected] of TEXTS_WITH_EMOTICONS) t.equal(convertEmoticons(text), expected, text)
})

const { curlQuotes } =
  await loadModule<typeof import('../../../packages/rendering/src/typography/smart-quotes.js')>(
    'typography/smart-quotes.js',
  )

/** Text, and what print makes of its straight quotes. */
const QUOTED_TEXTS: readonly (readonly [string, string])[] = [
  ["a's", 'a&#8217;s'],
  ["'a' b", '&#8216;a&#8217; b'],
  ["('a')", '(&#8216;a&#8217;)'],
  ['"a"', '&#8220;a&#8221;'],
  ['("a")', '(&#8220;a&#8221;)'],
  ['["a"]', '[&#8220;a&#8221;]'],
  ['{"a"}', '{&#8220;a&#8221;}'],
  ["a 'b' c", 'a &#8216;b&#8217; c'],
  ["'90s", '&#8217;90s'],
  ["the '90s", 'the &#8217;90s'],
  ["'9", '&#8216;9'],
  ["'90s'", '&#8217;90s&#8217;'],
  ["5'", '5&#8242;'],
  ['5\' 6"', '5&#8242; 6&#8243;'],
  ['5\'6"', '5&#8217;6&#8243;'],
  ['6"', '6&#8243;'],
  ['"6"', '&#8220;6&#8221;'],
  ["'6'", '&#8216;6&#8217;'],
  ["a'b", 'a&#8217;b'],
  ["a' b", 'a&#8217; b'],
  ["a 'b", 'a &#8216;b'],
  ['""', '&#8220;&#8221;'],
  ['"', '&#8220;'],
  ["'", '&#8216;'],
  ['"\'a\'"', "&#8220;&#8216;a'&#8221;"],
  ['\'"a"\'', '&#8216;&#8221;a&#8221;&#8216;'],
  ["'12%", '&#8216;12%'],
  ["'12th", '&#8217;12th'],
  ["'12,5", '&#8216;12,5'],
  ["'12:", '&#8217;12:'],
  ["'123", '&#8216;123'],
  ["'12.5", '&#8216;12.5'],
  ["'12.5'", '&#8216;12.5&#8217;'],
  ["'12' a", '&#8217;12&#8217; a'],
  ["'12'a", '&#8217;12&#8217;a'],
  ['\'12"a', '&#8217;12&#8243;a'],
  ['\'12" a', '&#8217;12&#8221; a'],
  ['5\'12"', '5&#8217;12&#8221;'],
  ["'12'3'", '&#8217;12&#8217;3&#8242;'],
  ['\'12""', '&#8217;12&#8243;&#8221;'],
  ['"a" 5"', '&#8220;a&#8221; 5&#8243;'],
  ['"a 5" b', '&#8220;a 5&#8221; b'],
  ['"a" 5" b', '&#8220;a&#8221; 5&#8243; b'],
  ['5" "a"', '5&#8243; &#8220;a&#8221;'],
  ['a "b 5" c" d', 'a &#8220;b 5&#8243; c&#8221; d'],
  ['"5" 6"', '&#8220;5&#8221; 6&#8243;'],
  ['5"6"', '5&#8243;6&#8243;'],
  ['"a" "5" "b"', '&#8220;a&#8221; &#8220;5&#8221; &#8220;b&#8221;'],
  ['"a 5", "b" 6"', '&#8220;a 5&#8221;, &#8220;b&#8221; 6&#8243;'],
  ['"x5" y"', '&#8220;x5&#8243; y&#8221;'],
  ['"x 5" y" 6"', '&#8220;x 5&#8243; y&#8221; 6&#8243;'],
  ['"in 5" and 6" too"', '&#8220;in 5&#8243; and 6&#8243; too&#8221;'],
  ['"a "b 5" c" d"', '&#8220;a &#8220;b 5&#8243; c&#8221; d&#8221;'],
  ['"a", 5", "c', '&#8220;a&#8221;, 5&#8243;, &#8220;c'],
  ["'5' 6'", '&#8216;5&#8217; 6&#8242;'],
  ["'a 5' b'", '&#8216;a 5&#8242; b&#8217;'],
  ["'a' 5'", '&#8216;a&#8217; 5&#8242;'],
  ["'a 5'", '&#8216;a 5&#8217;'],
  ["it's 5' x", 'it&#8217;s 5&#8242; x'],
  ["'a 5', 'b'", '&#8216;a 5&#8217;, &#8216;b&#8217;'],
  ["5'a'", '5&#8217;a&#8217;'],
  ["5' 'a'", '5&#8242; &#8216;a&#8217;'],
  ["5'6'7", '5&#8217;6&#8217;7'],
  ['"6\' 2" tall"', '&#8220;6&#8242; 2&#8243; tall&#8221;'],
  ['"6\'2" tall"', '&#8220;6&#8217;2&#8243; tall&#8221;'],
  ['"a 5" 6"', '&#8220;a 5&#8243; 6&#8221;'],
  ['"a 5" 6", 7" b', '&#8220;a 5&#8243; 6&#8243;, 7&#8221; b'],
  ['"a 5"b 6"c 7"d', '&#8220;a 5&#8243;b 6&#8243;c 7&#8243;d'],
  ['"a 5"b 6". 7"d', '&#8220;a 5&#8243;b 6&#8221;. 7&#8243;d'],
  ['"5"6"7" "8"9"', '&#8220;5&#8221;6&#8243;7&#8243; &#8220;8&#8221;9&#8243;'],
  ['("5" 6")', '(&#8220;5&#8243; 6&#8221;)'],
  ['"a 5" 6" b" c', '&#8220;a 5&#8243; 6&#8243; b&#8221; c'],
  ['"5" b" c" 6"', '&#8220;5&#8221; b&#8221; c&#8221; 6&#8243;'],
  ['"5""', '&#8220;5&#8221;&#8221;'],
  ['"a 5" b"c 6" d', '&#8220;a 5&#8243; b&#8221;c 6&#8221; d'],
  ['"a 5" b"(c 6"d', '&#8220;a 5&#8221; b&#8221;(c 6&#8243;d'],
  ['"5,000" 6"', '&#8220;5,000&#8221; 6&#8243;'],
  ['"5.5" 6"', '&#8220;5.5&#8221; 6&#8243;'],
  ['"$5" 6"', '&#8220;$5&#8243; 6&#8221;'],
  ['-"5" 6"', '-&#8220;5&#8243; 6&#8221;'],
  ['"5"a 6" 7"', '&#8220;5&#8221;a 6&#8243; 7&#8243;'],
  ["'5,0' 6'", '&#8216;5,0&#8217; 6&#8242;'],
  ["('5' 6')", '(&#8216;5&#8242; 6&#8217;)'],
  ["a'5'6' 7'", 'a&#8217;5&#8217;6&#8242; 7&#8242;'],
  ['"a 5" b&#8221;', '&#8220;a 5&#8243; b&#8221;'],
  ['“a 5" b', '“a 5&#8243; b'],
  ['&#8220;a 5" b', '&#8220;a 5&#8243; b'],
  ['٥"', '٥&#8221;'],
  ['a " b', 'a &#8221; b'],
  ["a ' b", 'a &#8216; b'],
  ['a" b "c', 'a&#8221; b &#8220;c'],
  ['"a"b"c"', '&#8220;a&#8221;b&#8221;c&#8221;'],
  ['"a"-"b"', '&#8220;a&#8221;-&#8220;b&#8221;'],
  ['"a","b"', '&#8220;a&#8221;,&#8221;b&#8221;'],
  ['"a"/"b"', '&#8220;a&#8221;/&#8221;b&#8221;'],
  ["('a'/'b')", '(&#8216;a&#8217;/&#8217;b&#8217;)'],
  ['"a"("b")', '&#8220;a&#8221;(&#8220;b&#8221;)'],
  ["'a'('b')", "&#8216;a'(&#8216;b&#8217;)"],
  ['\'a\'"b"', "&#8216;a'&#8221;b&#8221;"],
  ["O'Reilly's", 'O&#8217;Reilly&#8217;s'],
  ["the boys' toys", 'the boys&#8217; toys'],
  ["rock'n'roll", 'rock&#8217;n&#8217;roll'],
  ["L'été", 'L&#8217;été'],
  ['he said: "I am!"-', 'he said: &#8220;I am!&#8221;-'],
  ["a&nbsp;'b'", 'a&nbsp;&#8216;b&#8217;'],
  ['a&nbsp;"b"', 'a&nbsp;&#8220;b&#8221;'],
  ['a "b"', 'a &#8220;b&#8221;'],
  ['a　"b"', 'a　&#8221;b&#8221;'],
  ['"&nbsp;a', '&#8221;&nbsp;a'],
  ['&lt;"a"&gt;', '&lt;&#8220;a&#8221;&gt;'],
]

t.test('quotes, apostrophes and primes depend on their context', async t => {
  for (const [text, expected] of QUOTED_TEXTS) t.equal(curlQuotes(text), expected, text)
})

t.test('text without straight quotes does not change', async t => {
  t.equal(curlQuotes('nothing to do'), 'nothing to do')
})

t.test('time is linear in the length of the text', async t => {
  for (const part of ['"', "'", '" ', "' ", '"5" ', "'5' ", '"a 5" ', "'12"])
    t.equal(await growsWith(part, curlQuotes, 200_000 * part.length), undefined, part)
})
