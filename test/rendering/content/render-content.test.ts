import { coreBlocks } from '@platen/rendering'
import t from 'tap'
import { createBlockRegistry, coreRendering as rendering } from '../core-rendering.js'
import { loadModule } from '../load-module.js'

const { renderContent, renderExcerpt, renderPost, renderTitle } =
  await loadModule<typeof import('../../../packages/rendering/src/content/render-content.js')>(
    'content/render-content.js',
  )

/** Contents, and what is shown of them. */
const CONTENTS: readonly (readonly [string, string])[] = [
  ['"Quoted" it\'s -- here...', '<p>&#8220;Quoted&#8221; it&#8217;s &#8212; here&#8230;</p>\n'],
  ['a & b &amp; c', '<p>a &#038; b &amp; c</p>\n'],
  ['Text [gallery] with', '<p>Text  with</p>\n'],
  ['Escaped [[gallery]] stays', '<p>Escaped [gallery] stays</p>\n'],
  ['Before [unknown]inside[/unknown] after', '<p>Before [unknown]inside[/unknown] after</p>\n'],
  ['x\n\n[gallery]\n\ny', '<p>x</p>\n\n<p>y</p>\n'],
  ['<p>  [gallery]  </p>', '\n'],
  ['<p class="x">[gallery]</p>', '<p class="x"></p>\n'],
  ['[gallery] [gallery]', '<p> </p>\n'],
  ['x\n[gallery]\ny', '<p>x<br />\n<br />\ny</p>\n'],
  ['&nbsp;[gallery]', '\n'],
  ['<code>[gallery]</code>', '<p><code></code></p>\n'],
  ['<b title="[gallery]">x</b>', '<p><b title="">x</b></p>\n'],
  [
    '<b title="[caption width=1 caption=c]a[/caption]">x</b>',
    '<p><b title="&lt;figure style=&quot;width: 1px&quot; class=&quot;wp-caption alignnone&quot;&gt;a&lt;figcaption class=&quot;wp-caption-text&quot;&gt;c&lt;/figcaption&gt;&lt;/figure&gt;">x</b></p>\n',
  ],
  ['<!-- [gallery] -->', '<p><!-- [gallery] --></p>\n'],
  ['[embed]https://e.com/x[/embed]', '<p><a href="https://e.com/x">https://e.com/x</a></p>\n'],
  [
    '[embed width="100"]https://e.com/x?a=1&b=2[/embed]',
    '<p><a href="https://e.com/x?a=1&#038;b=2">https://e.com/x?a=1&amp;b=2</a></p>\n',
  ],
  ['[embed src="https://e.com/y"]', '<p><a href="https://e.com/y">https://e.com/y</a></p>\n'],
  ['[embed][/embed]', ''],
  ['https://e.com/x', '<p>https://e.com/x</p>\n'],
  ['a :) b', '<p>a 🙂 b</p>\n'],
  ['<code>:)</code> :)', '<p><code>:)</code> 🙂</p>\n'],
  ['Page one\n<!--nextpage-->\nPage two', '<p>Page one<br />\n<!--nextpage--><br />\nPage two</p>\n'],
  [
    '<img src="a" width="300" height="200">',
    '<p><img loading="lazy" decoding="async" src="a" width="300" height="200"></p>\n',
  ],
  ['<code>"code" -- it\'s</code> and "not code"', '<p><code>"code" -- it\'s</code> and &#8220;not code&#8221;</p>\n'],
  ['<a title="it\'s" href="?a&b">"x"</a>', '<p><a title="it\'s" href="?a&#038;b">&#8220;x&#8221;</a></p>\n'],
  ['<script>var a=["gallery"]; [gallery]</script>', '<p><script>var a=["gallery"]; </script></p>\n'],
  ['', ''],
  [' \n ', ''],
  [
    '<!-- wp:paragraph --><p>In a block [gallery] too</p><!-- /wp:paragraph -->',
    '<p class="wp-block-paragraph">In a block  too</p>',
  ],
  [
    '<!-- wp:paragraph --><p>a</p><!-- /wp:paragraph -->\n\nLoose "text" after it',
    '<p class="wp-block-paragraph">a</p>\n\nLoose &#8220;text&#8221; after it',
  ],
  ['<!-- wp:html --><b>Raw -- html</b><!-- /wp:html -->', '<b>Raw &#8212; html</b>'],
  ['<!-- wp:shortcode -->[gallery] "a"\n\nb<!-- /wp:shortcode -->', '<p> &#8220;a&#8221;</p>\n<p>b</p>\n'],
  ['x\n\ny<!-- wp:', 'x\n\ny<!-- wp:'],
  ['x\n\ny<!--wp:p -->', '<p>x</p>\n<p>y<!--wp:p --></p>\n'],
  ['x\n\ny<!-- wp', '<p>x</p>\n<p>y<!-- wp\n</p>\n'],
]

/** Contents, and the excerpts that are made of them. */
const MADE_EXCERPTS: readonly (readonly [string, string])[] = [
  ['', ''],
  ['a', '<p>a</p>\n'],
  ['a\n\nb', '<p>a b</p>\n'],
  ['a<br>b', '<p>ab</p>\n'],
  ['<p>a</p><p>b</p>', '<p>a b</p>\n'],
  ['a <!--more--> b', '<p>a</p>\n'],
  ['<!--more-->b', ''],
  ['a\n<!--more read on-->\nb', '<p>a</p>\n'],
  ['a</div>b<!--more-->c', '<p>ab</p>\n'],
  ['a\n<!--nextpage-->\nb', '<p>a</p>\n'],
  ['<!--nextpage-->b', '<p>b</p>\n'],
  ['a<!--nextpage-->b<!--more-->c', '<p>a</p>\n'],
  [
    'w1 w2 w3 w4 w5 w6 w7 w8 w9 w10 w11 w12 w13 w14 w15 w16 w17 w18 w19 w20 w21 w22 w23 w24 w25 w26 w27 w28 w29 w30 w31 w32 w33 w34 w35 w36 w37 w38 w39 w40 w41 w42 w43 w44 w45 w46 w47 w48 w49 w50 w51 w52 w53 w54 w55 w56',
    '<p>w1 w2 w3 w4 w5 w6 w7 w8 w9 w10 w11 w12 w13 w14 w15 w16 w17 w18 w19 w20 w21 w22 w23 w24 w25 w26 w27 w28 w29 w30 w31 w32 w33 w34 w35 w36 w37 w38 w39 w40 w41 w42 w43 w44 w45 w46 w47 w48 w49 w50 w51 w52 w53 w54 w55 [&hellip;]</p>\n',
  ],
  [
    'w1 w2 w3 w4 w5 w6 w7 w8 w9 w10 w11 w12 w13 w14 w15 w16 w17 w18 w19 w20 w21 w22 w23 w24 w25 w26 w27 w28 w29 w30 w31 w32 w33 w34 w35 w36 w37 w38 w39 w40 w41 w42 w43 w44 w45 w46 w47 w48 w49 w50 w51 w52 w53 w54 w55',
    '<p>w1 w2 w3 w4 w5 w6 w7 w8 w9 w10 w11 w12 w13 w14 w15 w16 w17 w18 w19 w20 w21 w22 w23 w24 w25 w26 w27 w28 w29 w30 w31 w32 w33 w34 w35 w36 w37 w38 w39 w40 w41 w42 w43 w44 w45 w46 w47 w48 w49 w50 w51 w52 w53 w54 w55</p>\n',
  ],
  ['<script>x</script>a', '<p>a</p>\n'],
  ['<style>x</style>a', '<p>a</p>\n'],
  ['a & b', '<p>a &#038; b</p>\n'],
  ['5 < 6 and 7 > 3', '<p>5 < 6 and 7 > 3</p>\n'],
  ['"q" it\'s -- x...', '<p>&#8220;q&#8221; it&#8217;s &#8212; x&#8230;</p>\n'],
  ['[gallery] a', '<p>a</p>\n'],
  ['[caption width="9"]<img src="x"> cap[/caption] a', '<p>a</p>\n'],
  ['[unknown]x[/unknown]', '<p>[unknown]x[/unknown]</p>\n'],
  ['[[gallery]] a', '<p>a</p>\n'],
  ['<h1>a</h1>b', '<p>a b</p>\n'],
  ['<ul><li>a</li><li>b</li></ul>', '<p>a b</p>\n'],
  ['a b', '<p>a b</p>\n'],
  ['a&nbsp;b', '<p>a&nbsp;b</p>\n'],
  ['a\t b', '<p>a b</p>\n'],
  ['a<!-- x -->b', '<p>ab</p>\n'],
  ['<code>"a"</code>', '<p>&#8220;a&#8221;</p>\n'],
  [':) a', '<p>🙂 a</p>\n'],
  ['x<a\n>y', '<p>xy</p>\n'],
  ['a <b', '<p>a</p>\n'],
  [
    '<!-- wp:paragraph --><p>p </p><!-- /wp:paragraph --><!-- wp:list --><ul><li>L</li></ul><!-- /wp:list --><!-- wp:image --><figure><img src="x"><figcaption>I</figcaption></figure><!-- /wp:image --><!-- wp:unknown/x -->U<!-- /wp:unknown/x --><!-- wp:code --><pre>C</pre><!-- /wp:code --> T <!-- wp:html --> H <!-- /wp:html -->',
    '<p>p L T H</p>\n',
  ],
  [
    '<!-- wp:column --><div>own <!-- wp:paragraph --><p>p </p><!-- /wp:paragraph --><!-- wp:list --><ul><li>L</li></ul><!-- /wp:list --><!-- wp:image --><figure><img src="x"><figcaption>I</figcaption></figure><!-- /wp:image --><!-- wp:unknown/x -->U<!-- /wp:unknown/x --><!-- wp:code --><pre>C</pre><!-- /wp:code --> T <!-- wp:html --> H <!-- /wp:html --></div><!-- /wp:column -->',
    '<p>p L H</p>\n',
  ],
  [
    '<!-- wp:group --><div>own<!-- wp:paragraph --><p>g</p><!-- /wp:paragraph --></div><!-- /wp:group --><!-- wp:paragraph --><p>a</p><!-- /wp:paragraph -->',
    '<p>g a</p>\n',
  ],
  [
    '<!-- wp:quote --><blockquote><!-- wp:paragraph --><p>q</p><!-- /wp:paragraph --><cite>c</cite></blockquote><!-- /wp:quote --><!-- wp:paragraph --><p>a</p><!-- /wp:paragraph -->',
    '<p>q c a</p>\n',
  ],
  ['<!-- wp:quote --><b>Z</b><!-- wp:image --><img src="x"><!-- /wp:image --><!-- /wp:quote -->', ''],
  [
    '<!-- wp:columns --><div><!-- wp:column --><div><!-- wp:paragraph --><p>c1</p><!-- /wp:paragraph --></div><!-- /wp:column --></div><!-- /wp:columns --><!-- wp:paragraph --><p>a</p><!-- /wp:paragraph -->',
    '<p>c1 a</p>\n',
  ],
  [
    '<!-- wp:cover --><div><!-- wp:paragraph --><p>in cover</p><!-- /wp:paragraph --></div><!-- /wp:cover --><!-- wp:paragraph --><p>a</p><!-- /wp:paragraph -->',
    '<p>a</p>\n',
  ],
  [
    '<!-- wp:list --><ul><!-- wp:list-item --><li>i</li><!-- /wp:list-item --></ul><!-- /wp:list --><!-- wp:paragraph --><p>a</p><!-- /wp:paragraph -->',
    '<p>a</p>\n',
  ],
  [
    '<!-- wp:paragraph --><p>a</p><!-- /wp:paragraph --><!-- wp:more --><!--more--><!-- /wp:more --><!-- wp:paragraph --><p>b</p><!-- /wp:paragraph -->',
    '<p>a</p>\n',
  ],
  [
    '<!-- wp:paragraph {"metadata":{"blockVisibility":false}} --><p>hidden</p><!-- /wp:paragraph --><!-- wp:paragraph --><p>a</p><!-- /wp:paragraph -->',
    '<p>a</p>\n',
  ],
  [
    '<!-- wp:details --><details><summary>s</summary><!-- wp:paragraph --><p>d</p><!-- /wp:paragraph --></details><!-- /wp:details --><!-- wp:paragraph --><p>a</p><!-- /wp:paragraph -->',
    '<p>a</p>\n',
  ],
]

/** Excerpts by hand, and what is shown of them. */
const WRITTEN_EXCERPTS: readonly (readonly [string, string])[] = [
  ['a', '<p>a</p>\n'],
  ['a\n\nb', '<p>a</p>\n<p>b</p>\n'],
  ['a & b', '<p>a &#038; b</p>\n'],
  ['"q"', '<p>&#8220;q&#8221;</p>\n'],
  ['<b>x</b>', '<p><b>x</b></p>\n'],
  ['[gallery] a', '<p>[gallery] a</p>\n'],
  ['<p>[gallery]</p>', '[gallery]\n'],
  [
    '<!-- wp:paragraph --><p>x</p><!-- /wp:paragraph -->',
    '<p><!-- wp:paragraph --></p>\n<p>x</p>\n<p><!-- /wp:paragraph --></p>\n',
  ],
  [':)', '<p>🙂</p>\n'],
  ['<img src="x" width="5" height="5">', '<p><img loading="lazy" decoding="async" src="x" width="5" height="5"></p>\n'],
  ['<code>a & b &&x</code>', '<p><code>a &#038; b &#038;&x</code></p>\n'],
  ['<a href="?a&b">x</a> &1;', '<p><a href="?a&#038;b">x</a> &#038;1;</p>\n'],
]

const TITLES: readonly (readonly [string, string])[] = [
  ['"Quoted" it\'s -- here...', '&#8220;Quoted&#8221; it&#8217;s &#8212; here&#8230;'],
  ["Rock 'n' roll & <em>more</em>", 'Rock &#8216;n&#8217; roll &#038; <em>more</em>'],
  ['Title [gallery] kept', 'Title [gallery] kept'],
  ['  a  b  ', 'a  b'],
  ['Backslash \\ and 100% "sure"', 'Backslash \\ and 100% &#8220;sure&#8221;'],
  ['<code>&&x</code>', '<code>&#038;&x</code>'],
  ['a "', 'a &#8220;'],
  ['[gallery a="b"] "c"', '[gallery a="b"] &#8220;c&#8221;'],
  ['Tom & Jerry <3', 'Tom &#038; Jerry <3'],
]

t.test('content is rendered with blocks, typography, paragraphs, shortcodes and images', async t => {
  for (const [content, expected] of CONTENTS)
    t.equal(renderContent(content, rendering), expected, JSON.stringify(content))
})

t.test('an excerpt has the first words of the content', async t => {
  for (const [content, expected] of MADE_EXCERPTS) {
    t.equal(renderExcerpt({ excerpt: '', content }, rendering), expected, JSON.stringify(content))
  }
})

t.test('a stored excerpt is shown as a whole', async t => {
  for (const [excerpt, expected] of WRITTEN_EXCERPTS) {
    t.equal(renderExcerpt({ excerpt, content: 'not this' }, rendering), expected, JSON.stringify(excerpt))
  }
})

t.test('the number of words in an excerpt is an option', async t => {
  const made = (words: number) => renderExcerpt({ excerpt: '', content: 'one two three' }, { ...rendering, words })
  t.equal(made(2), '<p>one two [&hellip;]</p>\n')
  t.equal(made(3), '<p>one two three</p>\n')
  t.equal(made(0), '<p> [&hellip;]</p>\n')
})

t.test('titles have print typography and keep shortcodes', async t => {
  for (const [title, expected] of TITLES) t.equal(renderTitle(title, rendering), expected, title)
  t.equal(renderTitle('[x y="z"]'), '[x y=&#8221;z&#8221;]')
})

t.test('emoticons are an option', async t => {
  t.equal(renderContent(':)', { ...rendering, emoticons: false }), '<p>:)</p>\n')
})

t.test('images of the library get their attributes', async t => {
  const content = '<img src="a.jpg" class="wp-image-7">'
  const shown = renderContent(content, { ...rendering, images: ({ id }) => ({ width: id, height: 5 }) })
  t.equal(shown, '<p><img loading="lazy" decoding="async" width="7" height="5" src="a.jpg" class="wp-image-7"></p>\n')
})

/** Contents whose first steps content and excerpt share or do not. */
const SHARED: readonly string[] = [
  '<!-- wp:paragraph -->\n<p>A "b" -- c.</p>\n<!-- /wp:paragraph -->\n\n<!-- wp:heading -->\n<h2>D</h2>\n<!-- /wp:heading -->',
  '<!-- wp:paragraph -->\n<p>a :)</p>\n<!-- /wp:paragraph -->',
  '<!-- wp:paragraph -->\n<p>a [gallery]</p>\n<!-- /wp:paragraph -->',
  '<!-- wp:paragraph -->\n<p>a</p>\n<!-- /wp:paragraph --><!-- wp:image -->\n<img src="x">\n<!-- /wp:image -->',
  '<!-- wp:paragraph -->\n<p>a</p>\n<!-- wp:list --><!-- /wp:list --><!-- /wp:paragraph -->',
  '<!-- wp:paragraph -->a<!-- /wp:paragraph --><!--more-->b',
  'a<!--nextpage-->b',
  'Two lines\n\nof "text"',
]

t.test('renderPost renders texts like renderContent and renderExcerpt', async t => {
  const blocks = createBlockRegistry({ blocks: coreBlocks })
  blocks.register({ name: 'core/verse', adjust: (_pieces, _block, { count }) => [`<p>verse ${count('verse')}</p>`] })
  blocks.register({ name: 'core/quote', render: () => '<p>dynamic</p>' })
  const verse = '<!-- wp:verse -->x<!-- /wp:verse -->'
  for (const content of [...SHARED, verse + verse, '<!-- wp:quote -->x<!-- /wp:quote -->']) {
    for (const excerpt of ['', 'An "own" one']) {
      const post = { content, excerpt }
      const given = { ...rendering, blocks }
      const both = renderPost(post, given)
      t.equal(both.content(), renderContent(content, given), content)
      t.equal(both.excerpt(), renderExcerpt(post, given), content)
      t.equal(both.content(), renderContent(content, given), 'again')
    }
  }
  const counted = renderPost({ content: verse + verse, excerpt: '' }, { ...rendering, blocks })
  t.equal(counted.content(), '<p>verse 1</p><p>verse 2</p>')
  t.equal(counted.excerpt(), '<p>verse 1 verse 1</p>\n')
})
