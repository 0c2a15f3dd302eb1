import t from 'tap'
import { loadModule } from '../load-module.js'

const { escapeLooseAmpersands } =
  await loadModule<typeof import('../../../packages/rendering/src/html/character-references.js')>(
    'html/character-references.js',
  )
const { typeset, typesetAgain } =
  await loadModule<typeof import('../../../packages/rendering/src/typography/typeset.js')>('typography/typeset.js')

const SHORTCODES: ReadonlySet<string> = new Set(['gallery'])

/** Text, and what is made of it in print. */
const TEXTS: readonly (readonly [string, string])[] = [
  ["'tain't", '&#8217;tain&#8217;t'],
  ["'twere", '&#8217;twere'],
  ["'tis", '&#8217;tis'],
  ["'Tis", '&#8216;Tis'],
  ["'til", '&#8217;til'],
  ["'bout", '&#8217;bout'],
  ["'cause", '&#8217;cause'],
  ["rock 'n' roll", 'rock &#8216;n&#8217; roll'],
  ["''", '&#8221;'],
  ["a ''b'' c", 'a &#8221;b&#8221; c'],
  ["``a''", '&#8220;a&#8221;'],
  ['```a', '&#8220;`a'],
  ['...', '&#8230;'],
  ['a...b', 'a&#8230;b'],
  ['....', '&#8230;.'],
  ['"a..." \'b\'... "...c"', '&#8220;a&#8230;&#8221; &#8216;b&#8217;&#8230; &#8220;&#8230;c&#8221;'],
  ["a... -- 'b'", 'a&#8230; &#8212; &#8216;b&#8217;'],
  ['. . .', '. . .'],
  ['a (tm)', 'a &#8482;'],
  ['a(tm)', 'a(tm)'],
  ['a (TM)', 'a (TM)'],
  ['(c)', '(c)'],
  ['a--b', 'a&#8211;b'],
  ['a -- b', 'a &#8212; b'],
  ['a --- b', 'a &#8212; b'],
  ['a---b', 'a&#8212;b'],
  ['a - b', 'a &#8211; b'],
  ['a-b', 'a-b'],
  ['- a', '&#8211; a'],
  ['a -', 'a &#8211;'],
  ['-- a', '&#8212; a'],
  ['a --', 'a &#8212;'],
  ['----', '&#8212;-'],
  ['-----', '&#8212;&#8211;'],
  ['a----b', 'a&#8212;-b'],
  ['xn--a', 'xn--a'],
  ['a xn--b', 'a xn--b'],
  ['Xn--a', 'Xn&#8211;a'],
  ['xn---a', 'xn&#8212;a'],
  ['a -b', 'a -b'],
  ['a --b', 'a &#8211;b'],
  ['a-- b', 'a&#8211; b'],
  ['<b>-</b>', '<b>&#8211;</b>'],
  ['a&nbsp;--&nbsp;b', 'a&nbsp;&#8212;&nbsp;b'],
  ['1 - 2', '1 &#8211; 2'],
  ['1-2', '1-2'],
  ['1--2', '1&#8211;2'],
  ['(--)', '(&#8211;)'],
  ['( - )', '( &#8211; )'],
  ['3x4', '3&#215;4'],
  ['3 x 4', '3 x 4'],
  ['0x3', '0x3'],
  ['10x20x30', '10x20x30'],
  ['a3x4', 'a3x4'],
  ['3x4a', '3x4a'],
  ['12x34', '12&#215;34'],
  ['1920x1080px', '1920x1080px'],
  ['(3x4)', '(3&#215;4)'],
  ['3x4,5x6', '3&#215;4,5&#215;6'],
  ['3.5x4', '3.5&#215;4'],
  ['1.0x5', '1.0&#215;5'],
  ['a.0x5', 'a.0x5'],
  ['.0x5', '.0x5'],
  ['30x4', '30&#215;4'],
  ['0xff', '0xff'],
  ['#3x4', '#3&#215;4'],
  ['3x4"', '3&#215;4&#8243;'],
  ['é3x4', 'é3&#215;4'],
  ['&', '&#038;'],
  ['a&b', 'a&#038;b'],
  ['&amp;', '&amp;'],
  ['&#38;', '&#38;'],
  ['&#x26;', '&#x26;'],
  ['&foo;', '&foo;'],
  ['&abcdefgh;', '&abcdefgh;'],
  ['&abcdefghi;', '&#038;abcdefghi;'],
  ['&;', '&#038;;'],
  ['&#;', '&#038;#;'],
  ['&frac12;', '&frac12;'],
  ['&12345678;', '&#038;12345678;'],
  ['<a href="?a=1&b=2">c</a>', '<a href="?a=1&#038;b=2">c</a>'],
  ['<code>"a"</code>"b"', '<code>"a"</code>&#8220;b&#8221;'],
  ['<code>"a"', '<code>"a"'],
  ['<code class="x">"a" <b>"c"</b></code> "d"', '<code class="x">"a" <b>"c"</b></code> &#8220;d&#8221;'],
  ['<pre>"a"</pre>', '<pre>"a"</pre>'],
  ['<kbd>"a"</kbd>', '<kbd>"a"</kbd>'],
  ['<tt>"a"</tt>', '<tt>"a"</tt>'],
  ['<samp>"a"</samp>', '<samp>&#8220;a&#8221;</samp>'],
  ['<script>"a"</script>', '<script>"a"</script>'],
  ['<style>"a"</style>', '<style>"a"</style>'],
  ['<CODE>"a"</CODE>', '<CODE>&#8220;a&#8221;</CODE>'],
  ['</code>"a"', '</code>&#8220;a&#8221;'],
  ['<code>"a"<code>"b"</code>"c"</code>"d"', '<code>"a"<code>"b"</code>"c"</code>&#8220;d&#8221;'],
  ['<pre>"a"<code>"b"</pre>"c"', '<pre>"a"<code>"b"</pre>"c"'],
  ['<code/>"a"', '<code/>&#8220;a&#8221;'],
  ['<codex>"a"</codex>', '<codex>&#8220;a&#8221;</codex>'],
  ['<a b="c">"d"</a>', '<a b="c">&#8220;d&#8221;</a>'],
  ['<a title=">"x">"y"', '<a title=">&#8220;x&#8221;>&#8221;y&#8221;'],
  ['<!-- "a" -- b -->"c"', '<!-- "a" -- b -->&#8220;c&#8221;'],
  ['<!-- "a"', '<!-- "a"'],
  ['<!-->"a"-->"b"', '<!-->&#8220;a&#8221;&#8211;>&#8221;b&#8221;'],
  ['a <"b"', 'a <"b"'],
  ['x<y "z">"w"', 'x<y "z">&#8220;w&#8221;'],
  ['5 < 6 "a" > 4', '5 < 6 "a" > 4'],
  ['[gallery a="b"]"c"', '[gallery a="b"]&#8220;c&#8221;'],
  ['[[gallery a="b"]]"c"', '[[gallery a="b"]]&#8220;c&#8221;'],
  ['[x y="z"]"a"[/x]', '[x y=&#8221;z&#8221;]&#8221;a&#8221;[/x]'],
  ['[gallery "a" [gallery] "b"', '[gallery &#8220;a&#8221; [gallery] &#8220;b&#8221;'],
  ['[gallery "a"', '[gallery &#8220;a&#8221;'],
  ['[gallery-x "a"]', '[gallery-x &#8220;a&#8221;]'],
  ['[gallery"a"]', '[gallery&#8221;a&#8221;]'],
  ['[/gallery "a"]', '[/gallery "a"]'],
  ['[GALLERY "a"]', '[GALLERY &#8220;a&#8221;]'],
  ['[gallery <b>"x"</b>]"b"', '[gallery <b>"x"</b>]&#8220;b&#8221;'],
  ['[gallery a="]"]"b"', '[gallery a="]&#8220;]&#8221;b&#8221;'],
  ["<b>a</b>'s", '<b>a</b>&#8216;s'],
  ['<b>"a</b> 5" b', '<b>&#8220;a</b> 5&#8243; b'],
]

/** Markup, and what becomes of the ampersands in its code, comments and shortcodes. */
const AMPERSANDS: readonly (readonly [string, string])[] = [
  ['<code>a & b</code>', '<code>a &#038; b</code>'],
  ['<code>&&&&x</code>', '<code>&#038;&&#038;&x</code>'],
  ['<code>&#x;</code>', '<code>&#x;</code>'],
  ['<code>&1;</code>', '<code>&#038;1;</code>'],
  ['<code>&abcdefghi;</code>', '<code>&abcdefghi;</code>'],
  ['<code>&', '<code>&'],
  ['<!-- a & b -->', '<!-- a &#038; b -->'],
  ['<!-- &&& &#; &1; &-->', '<!-- &#038;&&#038; &#; &#038;1; &#038;-->'],
  ['[gallery "& &1;"]', '[gallery "&#038; &#038;1;"]'],
  ['<code>&a5b6;</code>', '<code>&#038;a5b6;</code>'],
  ['<code>&5a;</code>', '<code>&5a;</code>'],
  ['&1;', '&#038;1;'],
]

t.test('typography does not change markup and code', async t => {
  for (const [text, expected] of TEXTS) t.equal(typeset(text, SHORTCODES), expected, text)
})

t.test('titles escape loose ampersands everywhere', async t => {
  for (const [text, expected] of AMPERSANDS) t.equal(escapeLooseAmpersands(typeset(text, SHORTCODES)), expected, text)
})

t.test('unknown shortcodes are text', async t => {
  t.equal(typeset('[gallery a="b"]'), '[gallery a=&#8221;b&#8221;]')
})

t.test('typesetAgain changes only remaining characters', async t => {
  for (const text of [
    'a &#8220;b&#8221; &amp; x',
    "a' b",
    'a -',
    '``b',
    'a...',
    'a (tm)',
    '3x4 &#8217;',
    '"a" [gallery a="b"]',
  ])
    t.equal(typesetAgain(text, SHORTCODES), typeset(text, SHORTCODES), text)
})
