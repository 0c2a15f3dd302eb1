import t from 'tap'
import { loadModule } from './load-module.js'

const { paragraphWords } =
  await loadModule<typeof import('../../../packages/site/src/rendering/paragraph-words.js')>(
    'rendering/paragraph-words.js',
  )

/** HTML, and its first three words; undefined when it is not plain enough. */
const TEXTS: readonly (readonly [string, string | undefined])[] = [
  ['', ''],
  [' \n\r\t', ''],
  ['<p></p><p> </p>', ''],
  ['<p>a  b </p><h2 class="x">c</h2>\n', 'a b c'],
  ['<p>a b</p><p>c</p><p>d</p>', 'a b c …'],
  ['<p>a <em>b</em>c<a href="x">d</a> e f', 'a bcd e …'],
  ['<p>a&nbsp;b\u00a0c</p>', 'a&nbsp;b\u00a0c'],
  ['<p>a b c d</p><script>', 'a b c …'],
  ['<p>a b</p><script>', undefined],
  ['<p>a', undefined],
  ['<p>a\nb</p>', undefined],
  ['<p>a<br>b</p>', undefined],
  ['<p>a</h2>', undefined],
  ["<p class='x'>a</p>", undefined],
  ['<p>a <b title="x>y">b</b></p>', undefined],
  ['<p>[a]</p>', undefined],
  ['<p>a\ufdd0</p>', undefined],
  ['a', undefined],
]

t.test('the first words of paragraphs', async t => {
  for (const [html, words] of TEXTS) t.equal(paragraphWords(html, 3, ' …'), words, html)
  t.equal(paragraphWords('<p>a</p>', 0, '…'), '…')
  t.equal(paragraphWords('<p></p>', 0, '…'), '')
})
