import t from 'tap'
import { growsWith } from '../../growth.js'
import { loadModule } from '../load-module.js'

const { markupWords } =
  await loadModule<typeof import('../../../packages/rendering/src/paragraphs/markup-words.js')>(
    'paragraphs/markup-words.js',
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
  ['<p>a', 'a'],
  ['<p>a\nb</p>', 'a b'],
  ['<p>a<br>b</p>', 'ab'],
  ['<p>a<br /> <br>b</p>', undefined],
  ['<table><tbody><tr><td>a</td><td>b</td></tr></tbody></table>', 'a b'],
  ['<figure><table><tr><td>a</td></tr></table><figcaption>b</figcaption></figure>', undefined],
  ['<pre>a</pre>', undefined],
  ['a<hr />b<img src="x" />c', 'a bc'],
  ['<p>a</h2>', 'a'],
  ["<p class='x'>a</p>", undefined],
  ['<p>a <b title="x>y">b</b></p>', undefined],
  ['<p>a</p', undefined],
  ['<P>a</P>', undefined],
  ['<p>a</p class="x">b', undefined],
  ['a\0b', undefined],
  ['a\n\nb\r\nc', 'a b c'],
  ['a<em>b</em>c<p>d</p>e f', 'abc d e …'],
  ['<ul>\n<li>a</li><li>b</li></ul>c', 'a b c'],
  ['<blockquote class="x"><p>a</p><cite>b</cite></blockquote>', 'a b'],
  ['<p>[a]</p>', '[a]'],
  ['<p>a\ufdd0</p>', undefined],
  ['a', 'a'],
  ['<p> a  b</p>', 'a b'],
  ['<p>a  b c</p>\n<p> d e</p>', 'a b c …'],
  ['<p>a b c</p>', 'a b c'],
  ['<p>a\tb c d e</p>', 'a b c …'],
  ['<p>a b c d\te</p>', 'a b c …'],
  ['<p>a b c d e\tf</p>', 'a b c …'],
]

t.test('the first words of paragraphs', async t => {
  for (const [html, words] of TEXTS) t.equal(markupWords(html, 3, ' …'), words, html)
  t.equal(markupWords('<p>a</p>', 0, '…'), '…')
  t.equal(markupWords('<p></p>', 0, '…'), '')
  t.equal(markupWords('<p>a b</p>', 1.5, '…'), undefined)
  t.equal(markupWords('<p>a b</p>', -1, '…'), undefined)
})

t.test('long words are not cut', async t => {
  const long = `<p>${'a'.repeat(40)} b</p>\n`
  t.equal(
    markupWords(long.repeat(9), 17, '…'),
    `${`${'a'.repeat(40)} b `.repeat(9).split(' ').slice(0, 17).join(' ')}…`,
  )
  t.equal(markupWords(`${'<p>a</p>'.repeat(60)}`, 55, '…'), `${'a '.repeat(55).trim()}…`)
})

t.test('time is linear in the length of the text', async t => {
  for (const part of ['<p>', '<p>a</p>', '<p>a  </p>', '<p><b>a', '<p class="a"', '<b>a</b>', 'a', ' ', '\n']) {
    const read = (text: string) => [markupWords(`<p>${text}`, 55, '…'), markupWords(text, 1000, '…')]
    t.equal(await growsWith(part, read, 200_000 * part.length), undefined, part)
  }
  const long = `<p>${'a'.repeat(20_000)}</p>`
  t.equal(await growsWith(long, text => markupWords(text, 1000, '…'), 1000 * long.length), undefined, 'long words')
})
