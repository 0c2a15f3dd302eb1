import t from 'tap'
import { growsWith } from '../growth.js'
import { loadModule } from './load-module.js'

const { toParagraphs } =
  await loadModule<typeof import('../../packages/rendering/src/paragraphs/paragraphs.js')>('paragraphs/paragraphs.js')

/** Text with blank lines, and the paragraphs it makes. */
const TEXTS: readonly (readonly [string, string])[] = [
  ['a\nb', '<p>a<br />\nb</p>\n'],
  ['a\n\n\nb', '<p>a</p>\n<p>b</p>\n'],
  [' a \n b ', '<p> a<br />\n b </p>\n'],
  ['a\n \nb', '<p>a</p>\n<p>b</p>\n'],
  ['<div>a</div>', '<div>a</div>\n'],
  ['<div>a\nb</div>', '<div>a<br />\nb</div>\n'],
  ['<div>a\n\nb</div>', '<div>a</p>\n<p>b</p></div>\n'],
  ['<div>\na\n</div>', '<div>\na\n</div>\n'],
  ['<div>\n\na\n\n</div>', '<div>\n<p>a</p>\n</div>\n'],
  ['a<div>b</div>c', '<p>a</p>\n<div>b</div>\n<p>c</p>\n'],
  ['a <div> b </div> c', '<p>a </p>\n<div> b </div>\n<p> c</p>\n'],
  ['<p>a</p>b', '<p>a</p>\n<p>b</p>\n'],
  ['<p>a\nb</p>', '<p>a<br />\nb</p>\n'],
  ['<p>a\n\nb</p>', '<p>a</p>\n<p>b</p>\n'],
  ['<p>a', '<p>a</p>\n'],
  ['a</p>', '<p>a</p>\n'],
  ['<p></p>', '</p>\n'],
  ['<span>a</span>', '<p><span>a</span></p>\n'],
  ['<span>a\n\nb</span>', '<p><span>a</p>\n<p>b</span></p>\n'],
  ['<div><p>a</p></div>', '<div>\n<p>a</p>\n</div>\n'],
  ['<div><span>a</span></div>', '<div><span>a</span></div>\n'],
  ['<div>a<p>b</p>c</div>', '<div>a</p>\n<p>b</p>\n<p>c</p></div>\n'],
  ['<blockquote>a\n\nb</blockquote>', '<blockquote><p>a</p>\n<p>b</p></blockquote>\n'],
  ['<blockquote><p>a</p></blockquote>', '<blockquote>\n<p>a</p>\n</blockquote>\n'],
  ['<blockquote>\na\n</blockquote>', '<blockquote><p>\na\n</p></blockquote>\n'],
  ['<blockquote>a<p>b</p></blockquote>', '<blockquote><p>a</p>\n<p>b</p>\n</blockquote>\n'],
  [
    '<blockquote><blockquote>a</blockquote></blockquote>',
    '<blockquote>\n<blockquote><p>a</p></blockquote>\n</blockquote>\n',
  ],
  ['<blockquote><ul><li>a</li></ul></blockquote>', '<blockquote>\n<ul>\n<li>a</li>\n</ul>\n</blockquote>\n'],
  ['<ul><li>a\nb</li></ul>', '<ul>\n<li>a<br />\nb</li>\n</ul>\n'],
  ['<ul><li>a\n\nb</li></ul>', '<ul>\n<li>a\n<p>b</li>\n</ul>\n'],
  ['<ul><li>a<ul><li>b</li></ul></li></ul>', '<ul>\n<li>a\n<ul>\n<li>b</li>\n</ul>\n</li>\n</ul>\n'],
  ['<ul>\n\n<li>a</li>\n\n<li>b</li>\n\n</ul>', '<ul>\n<li>a</li>\n<li>b</li>\n</ul>\n'],
  ['<li>a\n\n<h2>b</h2>', '<li>a<br />\n<h2>b</h2>\n'],
  ['<li>a\nb\n\nc', '<li>a<br />\nb</p>\n<p>c</p>\n'],
  ['<table><tr><td>a\n\nb</td></tr></table>', '<table>\n<tr>\n<td>a</p>\n<p>b</td>\n</tr>\n</table>\n'],
  ['<h1>a</h1><h2>b</h2>', '<h1>a</h1>\n<h2>b</h2>\n'],
  ['<h2>a</h2>  \n b', '<h2>a</h2>\n<p> b</p>\n'],
  [' <h2>a</h2>', '<br />\n<h2>a</h2>\n'],
  ['a<hr>b', '<p>a</p>\n<hr>\n<p>b</p>\n'],
  ['a</hr>b', '<p>a</hr>\n<p>b</p>\n'],
  ['a<br>b', '<p>a<br />b</p>\n'],
  ['a<br>\nb', '<p>a<br />\nb</p>\n'],
  ['a<br>\n\nb', '<p>a</p>\n<p>b</p>\n'],
  ['<br>', '<p></p>\n'],
  ['<br><br>', ''],
  ['a<br><br>b', '<p>a</p>\n<p>b</p>\n'],
  ['a<br><br><br>b', '<p>a</p>\n<p>b</p>\n'],
  ['a\n<br>\nb', '<p>a<br />\n<br />\nb</p>\n'],
  ['a<br /> \nb', '<p>a<br /> <br />\nb</p>\n'],
  ['<div>a<br></div>', '<div>a</div>\n'],
  ['<div>a</div>\n<br />', '<div>a</div>\n<p></p>\n'],
  ['<p>a<br></p>', '<p>a</p>\n'],
  ['<pre>a\n\nb</pre>', '<pre>a\n\nb</pre>\n'],
  ['x<pre>a\n\nb</pre>y', '<p>x</p>\n<pre>a\n\nb</pre>\n<p>y</p>\n'],
  ['<pre>a\nb', '<pre>a<br />\nb</p>\n'],
  ['<pre>a<pre>b</pre>c</pre>d', '<pre>a<pre>b</pre>\n<p>cd</p>\n'],
  ['a</pre>b<pre>c</pre>d', '<p>ab</p>\n<pre>c</pre>\n<p>d</p>\n'],
  ['<p><pre>a\n\nb</pre></p>', '<p><pre>a\n\nb</pre></p>\n'],
  ['<script>a\n\nb</script>', '<p><script>a</p>\n<p>b</script></p>\n'],
  ['x <script>a\nb</script> y', '<p>x <script>a\nb</script> y</p>\n'],
  ['<script>a\nb</style>c\nd</script>', '<p><script>a\nb</style>\n<p>c\nd</script></p>\n'],
  ['x\n<style>a\nb</style>', '<p>x</p>\n<style>a\nb</style>\n'],
  ['<svg>a\nb\n\nc</svg>', '<p><svg>a\nb</p>\n<p>c</svg></p>\n'],
  ['<object>\n<param name=a>\n<embed src=b>\n</object>', '<p><object><param name=a><embed src=b></object></p>\n'],
  ['a\n<embed>\nb', '<p>a<br />\n<embed><br />\nb</p>\n'],
  ['<video>\n<source src=a>\n<track src=b>\n</video>', '<p><video><source src=a><track src=b></video></p>\n'],
  ['<video>\na\n</video>', '<p><video><br />\na<br />\n</video></p>\n'],
  ['<figure>a\nb</figure>c', '<figure>a<br />\nb</figure>\n<p>c</p>\n'],
  ['a\n\n<figcaption>b</figcaption>\n\nc', '<p>a<figcaption>b</figcaption>c</p>\n'],
  [
    '<select>\n<option>a</option>\n<option>b</option>\n</select>',
    '<p><select><option>a</option><option>b</option></select></p>\n',
  ],
  ['<form>\n<input name=a>\nb\n</form>', '<form>\n<input name=a><br />\nb<br />\n</form>\n'],
  ['<details>\n<summary>a</summary>\nb\n</details>', '<details>\n<summary>a</summary>\n<p>b<br />\n</details>\n'],
  ['<section>\na\n</section>', '<section>\na<br />\n</section>\n'],
  ['<section>\n\na\n\n</section>', '<section>\n<p>a</p>\n</section>\n'],
  ['<address>a\n\nb</address>', '<address>a</p>\n<p>b</p></address>\n'],
  ['<main>a</main>', '<p><main>a</main></p>\n'],
  ['<custom-el>a\n\nb</custom-el>', '<p><custom-el>a</p>\n<p>b</custom-el></p>\n'],
  ['<a href=x><div>b</div></a>', '<p><a href=x></p>\n<div>b</div>\n<p></a></p>\n'],
  ['<del><p>a</p></del>', '<p><del></p>\n<p>a</p>\n<p></del></p>\n'],
  ['<!-- c\n\nd -->', '<p><!-- c\n\nd --></p>\n'],
  ['a <!-- c\nd --> b', '<p>a <!-- c\nd --> b</p>\n'],
  ['<!-- <div>a</div> -->', '<p><!-- \n\n<div>a</div>\n\n --></p>\n'],
  ['<!--more-->', '<p><!--more--></p>\n'],
  ['x<!--more-->y', '<p>x<!--more-->y</p>\n'],
  ['<div\nclass=x>a</div>', '<div\nclass=x>a</div>\n'],
  ['<p><div>a</div></p>', '<p><div>a</div></p>\n'],
  ['<p><ul><li>a</li></ul></p>', '<ul>\n<li>a</li>\n</ul>\n'],
  ['<p>\n\na\n\n</p>', '<p>a</p>\n'],
  ['<P>a</P>', '<p><P>a</P></p>\n'],
  ['<DIV>a</DIV>b', '<p><DIV>a</DIV>b</p>\n'],
  ['<div>a</div >b', '<div>a</div >b</p>\n'],
  ['<div> <div> a </div> </div>', '<div>\n<div> a </div>\n</p></div>\n'],
  ['5 < 6\n7\n\n8', '<p>5 < 6\n7\n\n8\n</p>\n'],
  ['a\r\nb', '<p>a<br />\nb</p>\n'],
  ['a\rb', '<p>a<br />\nb</p>\n'],
  ['a \nb', '<p>a <br />\nb</p>\n'],
  ['a　\n　\nb', '<p>a　<br />\n　<br />\nb</p>\n'],
  ['', ''],
  ['   \n\n ', ''],
  [' \n\nb', '\n<p>b</p>\n'],
  ['<picture><source></picture>', '<picture><source></picture>\n'],
  ['<president>a\n\nb</pre>c', '<president>a\n\nb</pre>\n<p>c</p>\n'],
]

t.test('blank lines, line ends and block elements make paragraphs', async t => {
  for (const [text, expected] of TEXTS) t.equal(toParagraphs(text), expected, JSON.stringify(text))
})

t.test('time is linear in the length of the text', async t => {
  const parts = [
    '\n',
    ' \n',
    '<',
    '<div',
    '<div>',
    '</div>',
    '<p> ',
    '<br> ',
    '<pre>',
    '</pre>',
    '<script>',
    '<svg',
    '<!--',
    '<li>',
  ]
  for (const part of parts) t.equal(await growsWith(part, toParagraphs, 300_000), undefined, part)
})

const { markupWords } =
  await loadModule<typeof import('../../packages/rendering/src/paragraphs/markup-words.js')>(
    'paragraphs/markup-words.js',
  )

/** HTML, and its first three words; undefined when it is not plain enough. */
const TEXTS_WITH_MARKUP: readonly (readonly [string, string | undefined])[] = [
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
  for (const [html, words] of TEXTS_WITH_MARKUP) t.equal(markupWords(html, 3, ' …'), words, html)
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

const { unwrapShortcodes } = await loadModule<
  typeof import('../../packages/rendering/src/paragraphs/shortcode-paragraphs.js')
>('paragraphs/shortcode-paragraphs.js')

/** Paragraphs, and what is left of those around a shortcode. */
const TEXTS_WITH_SHORTCODES: readonly (readonly [string, string])[] = [
  ['<p>[a]</p>', '[a]'],
  ['<p> [a]\n</p>', '[a]'],
  ['<p>&nbsp;[a]&nbsp;</p>', '[a]'],
  ['<p>[a]x</p>', '<p>[a]x</p>'],
  ['<p>[a][a]</p>', '<p>[a][a]</p>'],
  ['<p>[a]x</p><p>y[/a]</p>', '[a]x</p><p>y[/a]'],
  ['<p>[[a]]</p>', '<p>[[a]]</p>'],
  ['<p class="x">[a]</p>', '<p class="x">[a]</p>'],
  ['<p>[b]</p>', '<p>[b]</p>'],
  ['<p>[a]</p>\n<p>[a]</p>', '[a]\n[a]'],
]

t.test('the paragraph around a single shortcode is removed', async t => {
  for (const [html, expected] of TEXTS_WITH_SHORTCODES) t.equal(unwrapShortcodes(html, new Set(['a'])), expected, html)
})

const { tightenTags } =
  await loadModule<typeof import('../../packages/rendering/src/paragraphs/tight-tags.js')>('paragraphs/tight-tags.js')

/** Markup, and what is left of the white space in it. */
const TEXTS_WITH_TAGS: readonly (readonly [string, string])[] = [
  ['a <option>b</option> c', 'a<option>b</option>c'],
  ['a\n<figcaption>\nb</figcaption>\nc', 'a<figcaption>\nb</figcaption>c'],
  ['<video>\n<source>\nx\n</video>', '<video><source>x</video>'],
  ['<video>\nx\n</video>', '<video>\nx\n</video>'],
  ['<object>\n<param>\n<embed>\n</object>', '<object><param><embed></object>'],
  ['a\n<param>\nb', 'a\n<param>\nb'],
]

t.test('white space around some tags is removed', async t => {
  for (const [html, expected] of TEXTS_WITH_TAGS) t.equal(tightenTags(html), expected, html)
})

t.test('time is linear in the length of the text', async t => {
  for (const part of ['<option', ' <option>', '<object> ', '</object>', '<source> ', ' '])
    t.equal(
      await growsWith(part, text => tightenTags(`<option></object><source>${text}`), 100_000 * part.length),
      undefined,
      part,
    )
})
