import t from 'tap'
import { loadModule } from '../load-module.js'

const { convertEmoticons } =
  await loadModule<typeof import('../../../packages/rendering/src/typography/emoticons.js')>('typography/emoticons.js')

const TEXTS: readonly (readonly [string, string])[] = [
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
  for (const [text, expected] of TEXTS) t.equal(convertEmoticons(text), expected, text)
})
