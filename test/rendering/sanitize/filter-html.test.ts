import { type EmbedFrames, filterEmbedHtml } from '@platen/rendering'
import t from 'tap'
import { growsWith } from '../../growth.js'
import { loadModule } from '../load-module.js'

const { filterHtml } =
  await loadModule<typeof import('../../../packages/rendering/src/sanitize/filter-html.js')>('sanitize/filter-html.js')

/** Texts of authors, and what is stored of them. */
const CONTENTS: readonly (readonly [string, string])[] = [
  ['a & b', 'a &amp; b'],
  ['&amp; &lt; &nbsp; &eacute; &foo; &AMP; &copy &', '&amp; &lt; &nbsp; &eacute; &amp;foo; &amp;AMP; &amp;copy &amp;'],
  [
    '&#38; &#x26; &#X26; &#0; &#9; &#55296; &#x110000; &#12a; &#;',
    '&#038; &#x26; &#x26; &amp;#0; &#009; &amp;#55296; &amp;#x110000; &amp;#12a; &amp;#;',
  ],
  ['a < b', 'a &lt; b'],
  ['a < b & c > d', 'a <b> d'],
  ['< p class="x" onclick=1>t', '<p class="x">t'],
  ['a\u0001b\u0008c\u000bd\u000ce\u001ff\tg\nh', 'abcdef\tg\nh'],
  ['a <b', 'a &lt;b'],
  ['<b x', '&lt;b x'],
  ['< b>x', '<b>x'],
  ['<3', '&lt;3'],
  ['<3>', ''],
  ['a > b', 'a &gt; b'],
  ['<>', ''],
  ['</b x="1">', '</b>'],
  ['<b/>', '<b />'],
  ['<b / >', '<b />'],
  ['<br>', '<br>'],
  ['<br/>', '<br />'],
  ['<img src="a"/>', '<img src="a" />'],
  ['<b  class="x" >', '<b class="x">'],
  ['<B CLASS="X">x</B>', '<B class="X">x</B>'],
  ["<b class='x\"y'>", '<b class="x&quot;y">'],
  ['<b class=x title=z>', '<b class="x" title="z">'],
  ['<b class = "x">', '<b class="x">'],
  ['<b class="a\nb">', '<b class="a\nb">'],
  ['<b class="x"id="y">', '<b class="x" id="y">'],
  ['<b class="x" class="y">', '<b class="x">'],
  ['<b "class">', '<b>'],
  ['<b class="x>y">', '<b>y"&gt;'],
  ['<b title="a & b &amp; c &foo;">', '<b title="a &amp; b &amp; c &amp;foo;">'],
  ['<b =x>', '<b>'],
  ['<b 1="x" class="y">', '<b class="y">'],
  ['<b onclick="x" class="y">', '<b class="y">'],
  ['<a href="x" download>', '<a href="x" download>'],
  ['<button disabled>', '<button disabled>'],
  ['<ol reversed>', '<ol reversed>'],
  ['<script>x</script>', 'x'],
  ['<style>x</style>', 'x'],
  ['<!-- c -->', '<!-- c -->'],
  ['<!-- <b onclick="x">y</b> -->', '&lt;!-- <b>y</b> --&gt;'],
  ['<!---->', ''],
  ['<!-- a -- b -->', '<!-- a - b -->'],
  ['<!-- x', '&lt;!-- x'],
  ['<!--[if IE]><![endif]-->', '<!--[if IE]&gt;&lt;![endif]-->'],
  ['<!--a>b', '<!--a&gt;b-->'],
  ['<!--a>b\n', '<!--a&gt;b-->\n'],
  ['<!--a>b\nc', '<!--a&gt;-->b\nc'],
  ['<!--\na>b-->', '<!--\na&gt;-->b--&gt;'],
  ['<!--a><!--"b', '<!--a&gt;&lt;!-&quot;b-->'],
  ['<!-- a --!>b', '<!-- a -!&gt;b-->'],
  ['<!-- & &amp; -->', '<!-- &amp; &amp; -->'],
  ['<!--\n-->', '<!--\n-->'],
  ['<!DOCTYPE html>', ''],
  ['<!doctype html>', '<!doctype html>'],
  ['<!x &>y', '<!x &amp;>y'],
  ['</ p>', '</ p>'],
  ['</ p\n onclick="&foo;">', '</ p\n onclick="&amp;foo;">'],
  ['<//b>', '<//b>'],
  ['</?php><b>', '</?php><b>'],
  ['</1a>', '</1a>'],
  ['</>', ''],
  ['</><b>x', '</&gt;&lt;b>x'],
  ['a</>"b" & c>d', 'a</&gt;"b" &amp; c>d'],
  ['</ <script>', '&lt;/ '],
  ['< / b>', '</b>'],
  ['<\u00a0b>', ''],
  ['<p\u00a0class="x">', '<p>'],
  ['<!-- x --->', '<!-- x -->'],
  ['<!-->x', '<!--&gt;x-->'],
  ['<!--->x', '<!---&gt;x-->'],
  ['<p class>', '<p class>'],
  ['<p class=>', '<p class="">'],
  ['<p class=""/>', '<p class="" />'],
  ['<p class class="x">', '<p class>'],
  ['<p class="x" class="y">', '<p class="x">'],
  ['<p hidden id=>', '<p hidden id="">'],
  ['<p hidden="">', '<p hidden="">'],
  ['<p style style="">', '<p>'],
  ['<p style="0">', '<p>'],
  ['<p data-x data-y="" data-1_a="b">', '<p data-x data-y="" data-1_a="b">'],
  ['<p data- data-a.b="1" data-a:"1">', '<p>'],
  ['<p title="it&#39;s">', '<p title="it&apos;s">'],
  ["it's <b \"x\" and 'y'", "it's &lt;b &quot;x&quot; and &#039;y&#039;"],
  ['<b "x"<i>"y"', '&lt;b &quot;x&quot;<i>"y"'],
  ['<!-- wp:x --><script><!-- /wp:x -->', '<!-- wp:x /-->'],
  ['<![CDATA[x]]>', ''],
  ['<?php x ?>', ''],
  ['<!--more-->', '<!--more-->'],
  ['--> x', '--&gt; x'],
  ['\u0000a', 'a'],
  ['<scr<script>ipt>alert(1)</scr</script>ipt>', '&lt;script&gt;alert(1)&lt;/script&gt;'],
  ['<img src="x" / onerror="y">', '<img src="x">'],
  ['<b/onclick="x">', '<b>'],
  ['<b/class="x">', '<b class="x">'],
  ['x</p>', 'x</p>'],
  ['<p>a<p>b', '<p>a<p>b'],
  ['<div><b>a</div></b>', '<div><b>a</div></b>'],
  ['<textarea><b onclick="x"></textarea>', '<textarea><b></textarea>'],
  ['<svg onload="x"><path d="x"/></svg>', ''],
  ['<math><mi>x</mi></math>', '<math><mi>x</mi></math>'],
  ['<iframe src="https://e.com/"></iframe>', ''],
  ['<form><input></form>', ''],
  ['&#x3C;script&#x3E;', '&#x3C;script&#x3E;'],
  [
    '<p onclick="x()" class="c" style="color:red;position:fixed">One</p>',
    '<p class="c" style="color:red;position:fixed">One</p>',
  ],
  ['<img src="a" srcset="b 1x" loading="lazy" onerror="x">', '<img src="a" loading="lazy">'],
  ['<b data-x="1" aria-label="y" aria-x="z">', '<b data-x="1" aria-label="y">'],
  ['<b title="it\'s">', '<b title="it&apos;s">'],
  [
    '<b title="&copy; &#233; &#x2F; &nbsp;&#34; &foo; &#0; &amp;amp;">',
    '<b title="© é / \u00a0&quot; &amp;foo; &amp;#0; &amp;amp;">',
  ],
  ['<b class="a&#58;b" data-x="&lt;i&gt;">', '<b class="a:b" data-x="&lt;i&gt;">'],
  ['<a href="javascript:x">y</a>', '<a href="x">y</a>'],
  ['<a href="JaVaScRiPt&#58;x">y</a>', '<a href="x">y</a>'],
  ['<a href="javascript&colon;x">y</a>', '<a href="x">y</a>'],
  ['<a href=" java\tscript:x">y</a>', '<a href="x">y</a>'],
  ['<a href="data:text/html,x">y</a>', '<a href="text/html,x">y</a>'],
  ['<a href="mailto:a@b.c?x=1&y=2">z</a>', '<a href="mailto:a@b.c?x=1&amp;y=2">z</a>'],
  ['<a href="HTTPS://X">y</a>', '<a href="https://X">y</a>'],
  ['<a href="feed:javascript:x">y</a>', '<a href="feed:x">y</a>'],
  ['<video poster="javascript:x">', '<video poster="x">'],
  ['<b title="javascript:x">', '<b title="javascript:x">'],
]

const TITLES: readonly (readonly [string, string])[] = [
  ['Bold <b>title</b> <script>x</script>', 'Bold <b>title</b> x'],
  ['Tom & Jerry <3', 'Tom &amp; Jerry &lt;3'],
  ['<a href="x" rel="y" target="z" title="t">l</a>', '<a href="x" title="t">l</a>'],
  ['<em class="x">e</em>', '<em>e</em>'],
  ['<h1>x</h1>', 'x'],
  ['<img src="x">', ''],
]

const DESCRIPTIONS: readonly (readonly [string, string])[] = [
  ['Bold <b>title</b> <script>x</script>', 'Bold <b>title</b> x'],
  ['Tom & Jerry <3', 'Tom &amp; Jerry &lt;3'],
  ['<a href="x" rel="y" target="z" title="t">l</a>', '<a href="x" rel="y" target="z" title="t">l</a>'],
  ['<em class="x">e</em>', '<em>e</em>'],
  ['<h1>x</h1>', 'x'],
  ['<img src="x">', ''],
]

t.test('contents keep the HTML of posts', async t => {
  for (const [html, expected] of CONTENTS) t.equal(filterHtml(html, 'content'), expected, JSON.stringify(html))
})

t.test('titles and descriptions keep inline markup', async t => {
  for (const [html, expected] of TITLES) t.equal(filterHtml(html, 'title'), expected, html)
  for (const [html, expected] of DESCRIPTIONS) t.equal(filterHtml(html, 'description'), expected, html)
})

t.test('objects show nothing but own documents', async t => {
  const options = { isAllowedDocument: (url: string) => url === 'https://e.com/a&b.pdf' }
  const attributes = 'class="x" data="https://e.com/a&amp;b.pdf" type="application/pdf" style="width:100%"'
  for (const [html, expected] of [
    [`<object ${attributes} onload="x">y</object>`, `<object ${attributes}>y</object>`],
    [`<OBJECT ${attributes} />`, `<OBJECT ${attributes} />`],
    ['<object data="https://e.com/b.pdf" type="application/pdf">y</object>', '<object>y</object>'],
    ['<object data="https://e.com/a&amp;b.pdf" type="text/html">y</object>', '<object>y</object>'],
    ['<object data="https://e.com/a&amp;b.pdf">y</object>', '<object>y</object>'],
    ['<object data type="application/pdf">y</object>', '<object>y</object>'],
    ['<object class="x" />', ''],
    ['<object>y</object>', '<object>y</object>'],
  ] as const) {
    t.equal(filterHtml(html, 'content', options), expected, html)
    t.equal(filterHtml(html, 'excerpt', options), expected, html)
    t.equal(filterHtml(html, 'comment', options), html.includes('>y<') ? 'y' : '', html)
  }
  t.equal(filterHtml(`<object ${attributes}>y</object>`, 'content'), '<object>y</object>', 'no document is allowed')
})

t.test('tags within comments are filtered', async t => {
  t.equal(filterHtml('<!--a><b onclick="x">y', 'content'), '<!--a&gt;<b>y-->')
  t.equal(filterHtml('<!--a><script>y<!-- c -->z', 'content'), '<!--a&gt;y c -->z')
})

t.test('comments keep less', async t => {
  t.equal(filterHtml('<strong>ok</strong> <h2>no</h2> <img src="a.png">', 'comment'), '<strong>ok</strong> no ')
  t.equal(filterHtml('<span class="x">y</span>', 'comment'), '<span>y</span>')
  t.equal(filterHtml('<a href="/x" rel="author">y</a>', 'comment'), '<a href="/x">y</a>')
})

t.test('filtering is idempotent', async t => {
  for (const [html] of CONTENTS) {
    const once = filterHtml(html, 'content')
    t.equal(filterHtml(once, 'content'), once, JSON.stringify(html))
  }
})

t.test('an excerpt has only the blocks that filtering leaves', async t => {
  for (const [html, expected] of [
    ['<!-- wp:x --><b onclick="1">y', '<!-- wp:x --><b>y<!-- /wp:x -->'],
    ['<!-- wp:x {"a":"<b>"} -->', '&lt;!-- wp:x {&quot;a&quot;:&quot;<b>"} --&gt;'],
    ['<!-- /wp:x -->y', '<!-- /wp:x -->y'],
    ['</ p><script>y', '</ p>y'],
  ] as const)
    t.equal(filterHtml(html, 'excerpt'), expected)
  t.equal(filterHtml('<!-- wp:x --><img>', 'title'), '<!-- wp:x /-->')
})

t.test('delimiters of blocks have clean attributes everywhere', async t => {
  const delimiter = '<!-- wp:x {"a":"\\u003cb onclick=x\\u003e--","c":1.0} --><!-- /wp:x -->'
  for (const context of ['title', 'content', 'excerpt', 'description', 'comment'] as const)
    t.equal(filterHtml(delimiter, context), '<!-- wp:x {"a":"\\u003cb\\u003e\\u002d\\u002d","c":1} /-->', context)
})

t.test('time is linear in the length of the text', async t => {
  for (const part of ['<!-->', '<!-->\n', '</>', '<!--', '<!-- x --!>', '<!--><b>', '</><', '<!--a>b<!-->\n\n'])
    for (const end of ['', '\n', '\nx', '-->'])
      t.equal(
        await growsWith(part, text => filterHtml(text + end, 'content'), 100_000),
        undefined,
        JSON.stringify(part + end),
      )
})

const OVERLAYS: readonly (readonly [style: string, expected: string])[] = [
  ['position:fixed;top:0;left:0;width:100vw;height:100vh;z-index:99;color:red', 'width:100vw;height:100vh;color:red'],
  ['position : fixed', ''],
  ['position:fixed!important', ''],
  ['position:absolute;bottom:0;right:0', ''],
  ['position:sticky', ''],
  ['--p:fixed;position:var(--p)', '--p:fixed'],
  ['position:relative', 'position:relative'],
  ['position:static;color:red', 'position:static;color:red'],
  ['transform:scale(50);transform-origin:0 0', ''],
  ['margin:-500px', ''],
  ['margin-top:calc(0px - 500px)', ''],
  ['margin-left:calc(-1 * var(--wp--preset--spacing--20))', ''],
  ['--m:-500px;margin:var(--m)', 'margin:var(--m)'],
  [
    'margin-top:var(--wp--preset--spacing--20);margin-bottom:1px',
    'margin-top:var(--wp--preset--spacing--20);margin-bottom:1px',
  ],
  ['text-indent:-1em', 'text-indent:-1em'],
]

t.test('styles that place elements over others, where they are not allowed', async t => {
  for (const [style, expected] of OVERLAYS) {
    const written = expected === '' ? '<p>x</p>' : `<p style="${expected}">x</p>`
    for (const context of ['content', 'excerpt'] as const) {
      t.equal(filterHtml(`<p style="${style}">x</p>`, context, { overlays: false }), written, style)
      t.equal(filterHtml(`<p style="${style}">x</p>`, context), `<p style="${style}">x</p>`, style)
    }
  }
  for (const [html, expected] of [
    [
      `<p STYLE='position:fixed' title=" style=&quot;position:fixed">x</p>`,
      '<p title=" style=&quot;position:fixed">x</p>',
    ],
    ['<p style="position&#58;fixed">x</p>', '<p>x</p>'],
    [
      '<!-- wp:group --><div class="wp-block-group" style="position:fixed;color:red">x</div><!-- /wp:group -->',
      '<!-- wp:group --><div class="wp-block-group" style="color:red">x</div><!-- /wp:group -->',
    ],
    [
      '<!-- wp:html {"a":"\\u003cp style=\\u0022position:fixed\\u0022\\u003ex"} /-->',
      '<!-- wp:html {"a":"\\u003cp\\u003ex"} /-->',
    ],
  ] as const)
    t.equal(filterHtml(html, 'content', { overlays: false }), expected, html)
})

const frames: EmbedFrames = { isAllowed: src => src.startsWith('https://player.example/'), sandbox: 'allow-scripts' }
const SHOWN = 'title="" sandbox="allow-scripts" loading="lazy" allowfullscreen></iframe>'

const CASES: Readonly<Record<string, string>> = {
  '<iframe src="https://player.example/1" width="560" height="315" onload="x()" srcdoc="x" allow="camera"></iframe>': `<iframe src="https://player.example/1" width="560" height="315" ${SHOWN}`,
  '<IFRAME SRC=//player.example/1?a=1&amp;b=2></IFRAME>': `<iframe src="https://player.example/1?a=1&amp;b=2" ${SHOWN}`,
  '<iframe src="https://player.example/1" width="100%" height="1px"></iframe>': `<iframe src="https://player.example/1" width="100%" ${SHOWN}`,
  '<iframe src="https://elsewhere.example/1"></iframe>': '',
  '<iframe src="https://player.example.evil/1"></iframe>': '',
  '<iframe src="javascript:alert(1)"></iframe>': '',
  '<iframe></iframe>': '',
  '<iframe src="https://elsewhere.example/1" src="https://player.example/1"></iframe>': '',
  '<iframe src="https://player.example/1"><p>inner</p></iframe><p>after</p>': `<iframe src="https://player.example/1" ${SHOWN}<p>after</p>`,
  '<iframe src="https://player.example/1"><iframe src="https://player.example/2"></iframe>': `<iframe src="https://player.example/1" ${SHOWN}`,
  '<iframe src="https://player.example/1">no end <p>x</p>': `<iframe src="https://player.example/1" ${SHOWN}`,
  '</iframe><p>x</p>': '<p>x</p>',
  '<blockquote class="post" style="position:fixed"><p>Hi <a href="https://a.example/" onclick="x()">a</a></p></blockquote><script async src="https://a.example/w.js"></script>':
    '<blockquote><p>Hi <a href="https://a.example/">a</a></p></blockquote>',
  '<script>alert(1)</script><p>x': '<p>x</p>',
  '<a href="javascript:alert(1)">x</a>': '<a href="alert(1)">x</a>',
  '<form action="/x"><input name="password"></form><object data="x"></object><embed src="x"><svg onload="x()">': '',
  '<!-- > <iframe src="https://player.example/1"> --></iframe><p>after</p>': '<p>after</p>',
  '<p>a<!-- > </p> -->b': '<p>ab</p>',
  text: 'text',
}

for (const [html, shown] of Object.entries(CASES))
  t.test(html.slice(0, 80), async t => t.equal(filterEmbedHtml(html, frames), shown))
