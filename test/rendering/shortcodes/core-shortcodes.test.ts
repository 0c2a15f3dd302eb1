import t from 'tap'
import { renderContent, coreRendering as rendering } from '../core-rendering.js'

/** Contents with captions and embeds, and what is shown of them. */
const CONTENTS: readonly (readonly [string, string])[] = [
  ['[caption width="300"]a[/caption]', 'a\n'],
  [
    '[caption width="300" caption="c"]a[/caption]',
    '<figure style="width: 300px" class="wp-caption alignnone">a<figcaption class="wp-caption-text">c</figcaption></figure>\n',
  ],
  ['[caption]a[/caption]', 'a\n'],
  ['[caption width="0" caption="c"]a[/caption]', 'a\n'],
  [
    "[caption width=300 align=alignleft class=k caption='c d']a[/caption]",
    '<figure style="width: 300px" class="wp-caption alignleft k">a<figcaption class="wp-caption-text">c d</figcaption></figure>\n',
  ],
  [
    '[caption width="300"]<img src="a"> c[/caption]',
    '<figure style="width: 300px" class="wp-caption alignnone"><img decoding="async" src="a"><figcaption class="wp-caption-text">c</figcaption></figure>\n',
  ],
  [
    '[caption width="300"]<a href="x"><img src="a"></a> c <b>d</b>[/caption]',
    '<figure style="width: 300px" class="wp-caption alignnone"><a href="x"><img decoding="async" src="a"></a><figcaption class="wp-caption-text">c <b>d</b></figcaption></figure>\n',
  ],
  ['[caption width="300"]c <img src="a">[/caption]', '<img decoding="async" src="a">\n'],
  [
    '[caption width="300" caption="c" /]x',
    '<p><figure style="width: 300px" class="wp-caption alignnone"><figcaption class="wp-caption-text">c</figcaption></figure>x</p>\n',
  ],
  [
    '[wp_caption width="300" caption="c"]a[/wp_caption]',
    '<figure style="width: 300px" class="wp-caption alignnone">a<figcaption class="wp-caption-text">c</figcaption></figure>\n',
  ],
  [
    '[caption width="300" caption="c"]a[/wp_caption]b',
    '<p><figure style="width: 300px" class="wp-caption alignnone"><figcaption class="wp-caption-text">c</figcaption></figure>a[/wp_caption]b</p>\n',
  ],
  [
    '[caption width="300" caption="<b>x</b>"]a[/caption]',
    '<figure style="width: 300px" class="wp-caption alignnone">a<figcaption class="wp-caption-text"><b>x</b></figcaption></figure>\n',
  ],
  [
    '[caption width="3.7" caption="c"]a[/caption]',
    '<figure style="width: 3px" class="wp-caption alignnone">a<figcaption class="wp-caption-text">c</figcaption></figure>\n',
  ],
  [
    '[caption WIDTH="300" CAPTION="c"]a[/caption]',
    '<figure style="width: 300px" class="wp-caption alignnone">a<figcaption class="wp-caption-text">c</figcaption></figure>\n',
  ],
  [
    '[caption width = "300" caption = "c"]a[/caption]',
    '<figure style="width: 300px" class="wp-caption alignnone">a<figcaption class="wp-caption-text">c</figcaption></figure>\n',
  ],
  ['[caption width="300" caption="]"]a[/caption]', '&#8220;]a\n'],
  [
    '[caption width="300" caption=c/]a[/caption]',
    '<p><figure style="width: 300px" class="wp-caption alignnone"><figcaption class="wp-caption-text">c</figcaption></figure>a[/caption]</p>\n',
  ],
  ['[[caption width="300" caption="c"]a[/caption]]', '<p>[caption width="300" caption="c"]a[/caption]</p>\n'],
  [
    '[[caption width="300" caption="c"]a[/caption]',
    '<p>[<figure style="width: 300px" class="wp-caption alignnone">a<figcaption class="wp-caption-text">c</figcaption></figure></p>\n',
  ],
  [
    '[caption width="300" caption="c"]a[/caption]]',
    '<p><figure style="width: 300px" class="wp-caption alignnone">a<figcaption class="wp-caption-text">c</figcaption></figure>]</p>\n',
  ],
  ['[[caption width="300" caption="c"]]', '<p>[caption width="300" caption="c"]</p>\n'],
  [
    '[caption width="300" caption="c"]a[caption width="200" caption="d"]b[/caption][/caption]',
    '<p><figure style="width: 300px" class="wp-caption alignnone">a<figure style="width: 200px" class="wp-caption alignnone"><figcaption class="wp-caption-text">d</figcaption></figure>b<figcaption class="wp-caption-text">c</figcaption></figure>[/caption]</p>\n',
  ],
  [
    '[caption width="300" caption="c"]a\n\nb[/caption]',
    '<figure style="width: 300px" class="wp-caption alignnone">a</p>\n<p>b<figcaption class="wp-caption-text">c</figcaption></figure>\n',
  ],
  [
    '[caption width="9" caption="c"]<b title="[/caption]">[/caption]',
    '<p><figure style="width: 9px" class="wp-caption alignnone"><b title="[/caption]"><figcaption class="wp-caption-text">c</figcaption></figure></p>\n',
  ],
  ['[caption width="9"][gallery][/caption]', '[gallery]\n'],
  [
    '[caption width="9" id="a b" caption="x"]y[/caption]',
    '<figure id="ab" aria-describedby="caption-ab" style="width: 9px" class="wp-caption alignnone">y<figcaption id="caption-ab" class="wp-caption-text">x</figcaption></figure>\n',
  ],
  [
    '[caption width="9" align="" caption=x]y[/caption]',
    '<figure style="width: 9px" class="wp-caption">y<figcaption class="wp-caption-text">x</figcaption></figure>\n',
  ],
  [
    '[caption width="9" caption="<script>x</script>"]y[/caption]',
    '<figure style="width: 9px" class="wp-caption alignnone">y<figcaption class="wp-caption-text">x</figcaption></figure>\n',
  ],
  [
    '[caption width="9" class="a b\'c" caption="x"]y[/caption]',
    '<figure style="width: 9px" class="wp-caption alignnone a b&#039;c">y<figcaption class="wp-caption-text">x</figcaption></figure>\n',
  ],
]

t.test('an image gets its caption', async t => {
  for (const [content, expected] of CONTENTS) t.equal(renderContent(content, rendering), expected, content)
})

t.test('ids of captions differ within a text', async t => {
  const two = '[caption width="9" id="i" caption="x"]y[/caption]'.repeat(2)
  const ids = [...renderContent(two, rendering).matchAll(/figure id="([^"]*)"/g)].map(found => found[1])
  t.same(ids, ['i', 'i-2'])
})
