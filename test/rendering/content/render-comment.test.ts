import t from 'tap'
import { loadModule } from '../load-module.js'

const { renderComment } =
  await loadModule<typeof import('../../../packages/rendering/src/content/render-comment.js')>(
    'content/render-comment.js',
  )

/** Texts of comments, and what is shown of them. */
const COMMENTS: readonly (readonly [string, string])[] = [
  ['One line\nsecond line\n\nnew paragraph', '<p>One line<br />\nsecond line</p>\n<p>new paragraph</p>\n'],
  [
    'Link https://example.com/path and www.example.org',
    '<p>Link <a href="https://example.com/path" rel="nofollow ugc">https://example.com/path</a> and <a href="http://www.example.org" rel="nofollow ugc">http://www.example.org</a></p>\n',
  ],
  [
    'Quotes "double" and \'single\' -- dash...',
    '<p>Quotes &#8220;double&#8221; and &#8216;single&#8217; &#8212; dash&#8230;</p>\n',
  ],
  ['5 < 6 & 7 > 2', '<p>5 < 6 &#038; 7 > 2</p>\n'],
  [
    '<!-- wp:paragraph --><p>Block</p><!-- /wp:paragraph -->',
    '<p><!-- wp:paragraph --></p>\n<p>Block</p>\n<p><!-- /wp:paragraph --></p>\n',
  ],
  ['x@example.com', '<p><a href="mailto:x@example.com">x@example.com</a></p>\n'],
  ['(https://a.example/x)', '<p>(<a href="https://a.example/x" rel="nofollow ugc">https://a.example/x</a>)</p>\n'],
  ['"https://a.example/x"', '<p>&#8220;https://a.example/x&#8221;</p>\n'],
  ['https://a.example/x.', '<p><a href="https://a.example/x" rel="nofollow ugc">https://a.example/x</a>.</p>\n'],
  [
    'http://a.example/x(y) b',
    '<p><a href="http://a.example/x(y)" rel="nofollow ugc">http://a.example/x(y)</a> b</p>\n',
  ],
  ['http://a.b/x).', '<p><a href="http://a.b/x" rel="nofollow ugc">http://a.b/x</a>).</p>\n'],
  ['(http://a.b/(x))', '<p>(<a href="http://a.b/(x)" rel="nofollow ugc">http://a.b/(x)</a>)</p>\n'],
  ['http://a.b...', '<p><a href="http://a.b" rel="nofollow ugc">http://a.b</a>&#8230;</p>\n'],
  ['a,http://a.b', '<p>a,<a href="http://a.b" rel="nofollow ugc">http://a.b</a></p>\n'],
  ['=http://a.b', '<p>=http://a.b</p>\n'],
  ['[http://a.b]', '<p>[http://a.b]</p>\n'],
  ['ftp://a.b', '<p><a href="ftp://a.b" rel="ugc">ftp://a.b</a></p>\n'],
  ['foo://a.b', '<p>foo://a.b</p>\n'],
  ['javascript://a.b', '<p>javascript://a.b</p>\n'],
  ['(www.a.b)', '<p>(www.a.b)</p>\n'],
  ['www.a.b.', '<p><a href="http://www.a.b" rel="nofollow ugc">http://www.a.b</a>.</p>\n'],
  ['a@b.c', '<p>a@b.c</p>\n'],
  ['<b>http://a.b</b>', '<p><b><a href="http://a.b" rel="nofollow ugc">http://a.b</a></b></p>\n'],
  ['<pre>www.a.b</pre>', '<pre>www.a.b</pre>\n'],
  ['<kbd>http://a.b</kbd>', '<p><kbd><a href="http://a.b" rel="nofollow ugc">http://a.b</a></kbd></p>\n'],
  [
    "https://a.example/it's",
    '<p><a href="https://a.example/it&#039;s" rel="nofollow ugc">https://a.example/it&#039;s</a></p>\n',
  ],
  [
    'https://a.example/x--y',
    '<p><a href="https://a.example/x--y" rel="nofollow ugc">https://a.example/x&#8211;y</a></p>\n',
  ],
  [
    'https://a.example/?a=1&b=2',
    '<p><a href="https://a.example/?a=1&#038;b=2" rel="nofollow ugc">https://a.example/?a=1&#038;b=2</a></p>\n',
  ],
  ['http://a.b/[x]', '<p><a href="http://a.b/%5Bx%5D" rel="nofollow ugc">http://a.b/%5Bx%5D</a></p>\n'],
  ['http://a.b/{x}', '<p><a href="http://a.b/" rel="nofollow ugc">http://a.b/</a>{x}</p>\n'],
  ['HTTP://A.example', '<p><a href="http://A.example" rel="nofollow ugc">http://A.example</a></p>\n'],
  ['http://日本.jp/ü', '<p><a href="http://日本.jp/ü" rel="nofollow ugc">http://日本.jp/ü</a></p>\n'],
  ['<a>https://a.example</a>', '<p><a>https://a.example</a></p>\n'],
  ['[gallery]', '<p>[gallery]</p>\n'],
  [':) "x"', '<p>🙂 &#8220;x&#8221;</p>\n'],
  ['a <b>c', '<p>a <b>c</b></p>\n'],
  ['a</b>', '<p>a</p>\n'],
  ['<b>a<i>b</b>c</i>', '<p><b>a<i>b</i></b>c</p>\n'],
  ['<div>a', '<div>a</div>\n'],
  ['<ul><li>a<li>b</ul>', '<ul>\n<li>a</li>\n<li>b</li>\n</ul>\n'],
  ['<b/>a', '<p><b></b>a</p>\n'],
  ['<hr>a', '<hr />\n<p>a</p>\n'],
  ['<B>a', '<p><b>a</b></p>\n'],
  ['<q>a<q>b', '<p><q>a<q>b</q></q></p>\n'],
  ['<b><b>a</b>', '<p><b></b><b>a</b></p>\n'],
  ['<div><p>a</div>b</p>', '<div>\n<p>a</p>\n</div>\n<p>b</p>\n'],
  ['<3', '<p>&lt;3</p>\n'],
  ['<!-- <b> -->', '<p><!-- <b> --></p>\n'],
  ['<a>a<!-- > </a> -->b', '<p><a>a<!-- > </a> -->b</a></p>\n'],
  ['<code>&&x</code> &1;', '<p><code>&#038;&x</code> &#038;1;</p>\n'],
]

t.test('comments get paragraphs, links and balanced markup', async t => {
  for (const [text, expected] of COMMENTS) t.equal(renderComment(text), expected, JSON.stringify(text))
})

t.test('links to the site have no nofollow', async t => {
  t.equal(
    renderComment('https://site.example/x', { url: 'https://site.example' }),
    '<p><a href="https://site.example/x" rel="ugc">https://site.example/x</a></p>\n',
  )
})
