import t from 'tap'
import { coreRendering, renderContent, coreRendering as rendering } from '../core-rendering.js'

const mediaRendering = { ...coreRendering, postId: 12 }

/** Contents with players, and what is shown of them in post 12. */
const CONTENTS: readonly (readonly [string, string])[] = [
  [
    '<div>[audio src="https://e.com/a.mp3"]</div>',
    '<div><audio class="wp-audio-shortcode" id="audio-12-1" preload="none" style="width: 100%;" controls="controls"><source type="audio/mpeg" src="https://e.com/a.mp3?_=1" /><a href="https://e.com/a.mp3">https://e.com/a.mp3</a></audio></div>\n',
  ],
  [
    '<div>[audio mp3="https://e.com/a.mp3"]</div>',
    '<div><audio class="wp-audio-shortcode" id="audio-12-1" preload="none" style="width: 100%;" controls="controls"><source type="audio/mpeg" src="https://e.com/a.mp3?_=1" /><a href="https://e.com/a.mp3">https://e.com/a.mp3</a></audio></div>\n',
  ],
  [
    '<div>[audio ogg="https://e.com/a.ogg" mp3="https://e.com/a.mp3"]</div>',
    '<div><audio class="wp-audio-shortcode" id="audio-12-1" preload="none" style="width: 100%;" controls="controls"><source type="audio/mpeg" src="https://e.com/a.mp3?_=1" /><source type="audio/ogg" src="https://e.com/a.ogg?_=1" /><a href="https://e.com/a.mp3">https://e.com/a.mp3</a></audio></div>\n',
  ],
  [
    '<div>[audio src="https://e.com/a.mp3" loop="on" autoplay="on" preload="auto"]</div>',
    '<div><audio class="wp-audio-shortcode" id="audio-12-1" loop autoplay preload="auto" style="width: 100%;" controls="controls"><source type="audio/mpeg" src="https://e.com/a.mp3?_=1" /><a href="https://e.com/a.mp3">https://e.com/a.mp3</a></audio></div>\n',
  ],
  [
    '<div>[audio src="https://e.com/a.mp3" loop="1" preload="metadata" class="c" style="s"]</div>',
    '<div><audio class="c" id="audio-12-1" loop preload="metadata" style="s" controls="controls"><source type="audio/mpeg" src="https://e.com/a.mp3?_=1" /><a href="https://e.com/a.mp3">https://e.com/a.mp3</a></audio></div>\n',
  ],
  [
    '<div>[audio src="https://e.com/a.txt"]</div>',
    '<div><a class="wp-embedded-audio" href="https://e.com/a.txt">https://e.com/a.txt</a></div>\n',
  ],
  [
    '<div>[audio src="/a.mp3"]</div>',
    '<div><audio class="wp-audio-shortcode" id="audio-12-1" preload="none" style="width: 100%;" controls="controls"><source type="audio/mpeg" src="/a.mp3?_=1" /><a href="/a.mp3">/a.mp3</a></audio></div>\n',
  ],
  [
    '<div>[audio src="https://e.com/a.mp3?x=1&y=2"]</div>',
    '<div><a class="wp-embedded-audio" href="https://e.com/a.mp3?x=1&#038;y=2">https://e.com/a.mp3?x=1&amp;y=2</a></div>\n',
  ],
  [
    '<div>[audio wav="a.wav" flac="a.flac" m4a="a.m4a"]</div>',
    '<div><audio class="wp-audio-shortcode" id="audio-12-1" preload="none" style="width: 100%;" controls="controls"><source type="audio/flac" src="http://a.flac?_=1" /><source type="audio/mpeg" src="http://a.m4a?_=1" /><source type="audio/wav" src="http://a.wav?_=1" /><a href="http://a.flac">http://a.flac</a></audio></div>\n',
  ],
  ['<div>[audio https://e.com/a.mp3]</div>', '<div></div>\n'],
  [
    '<div>[audio src="a.MP3"]</div>',
    '<div><audio class="wp-audio-shortcode" id="audio-12-1" preload="none" style="width: 100%;" controls="controls"><source type="audio/mpeg" src="http://a.MP3?_=1" /><a href="http://a.MP3">http://a.MP3</a></audio></div>\n',
  ],
  [
    '<div>[audio mp3="a.mp3" loop="false" autoplay="off"]</div>',
    '<div><audio class="wp-audio-shortcode" id="audio-12-1" autoplay preload="none" style="width: 100%;" controls="controls"><source type="audio/mpeg" src="http://a.mp3?_=1" /><a href="http://a.mp3">http://a.mp3</a></audio></div>\n',
  ],
  [
    '<div>[video src="https://e.com/a.mp4"]</div>',
    '<div><div style="width: 640px;" class="wp-video"><video class="wp-video-shortcode" id="video-12-1" width="640" height="360" preload="metadata" controls="controls"><source type="video/mp4" src="https://e.com/a.mp4?_=1" /><a href="https://e.com/a.mp4">https://e.com/a.mp4</a></video></div></div>\n',
  ],
  [
    '<div>[video src="https://e.com/a.mp4" width="320" height="240"]</div>',
    '<div><div style="width: 320px;" class="wp-video"><video class="wp-video-shortcode" id="video-12-1" width="320" height="240" preload="metadata" controls="controls"><source type="video/mp4" src="https://e.com/a.mp4?_=1" /><a href="https://e.com/a.mp4">https://e.com/a.mp4</a></video></div></div>\n',
  ],
  [
    '<div>[video mp4="a.mp4" webm="a.webm" ogv="a.ogv" poster="p.png" loop="on" autoplay="1" muted="true" preload="none" class="c"]</div>',
    '<div><div style="width: 640px;" class="wp-video"><video class="c" id="video-12-1" width="640" height="360" poster="http://p.png" loop autoplay muted preload="none" controls="controls"><source type="video/mp4" src="http://a.mp4?_=1" /><source type="video/webm" src="http://a.webm?_=1" /><source type="video/ogg" src="http://a.ogv?_=1" /><a href="http://a.mp4">http://a.mp4</a></video></div></div>\n',
  ],
  [
    '<div>[video src="http://vimeo.com/1?a#b" loop="on"]</div>',
    '<div><div style="width: 640px;" class="wp-video"><video class="wp-video-shortcode" id="video-12-1" width="640" height="360" loop preload="metadata" controls="controls"><source type="video/vimeo" src="https://vimeo.com/1?loop=1&#038;_=1" /><a href="https://vimeo.com/1?loop=1">https://vimeo.com/1?loop=1</a></video></div></div>\n',
  ],
  [
    '<div>[video src="https://www.youtube.com/watch?v=x"]</div>',
    '<div><div style="width: 640px;" class="wp-video"><video class="wp-video-shortcode" id="video-12-1" width="640" height="360" preload="metadata" controls="controls"><source type="video/youtube" src="https://www.youtube.com/watch?v=x&#038;_=1" /><a href="https://www.youtube.com/watch?v=x">https://www.youtube.com/watch?v=x</a></video></div></div>\n',
  ],
  [
    '<div>[audio src="a.constructor"]</div>',
    '<div><a class="wp-embedded-audio" href="http://a.constructor">a.constructor</a></div>\n',
  ],
  ['<div>[video src="a.mov"]</div>', '<div><a class="wp-embedded-video" href="http://a.mov">a.mov</a></div>\n'],
  [
    '<div>[video mp4="a.mp4" width="100%"]</div>',
    '<div><div style="width: 100px;" class="wp-video"><video class="wp-video-shortcode" id="video-12-1" width="100" height="360" preload="metadata" controls="controls"><source type="video/mp4" src="http://a.mp4?_=1" /><a href="http://a.mp4">http://a.mp4</a></video></div></div>\n',
  ],
  [
    '<div>[video mp4="a.mp4" loop="false" autoplay="0" muted="0" controls="0"]</div>',
    '<div><div style="width: 640px;" class="wp-video"><video class="wp-video-shortcode" id="video-12-1" width="640" height="360" preload="metadata" controls="controls"><source type="video/mp4" src="http://a.mp4?_=1" /><a href="http://a.mp4">http://a.mp4</a></video></div></div>\n',
  ],
]

t.test('files of known types get a player, others a link', async t => {
  for (const [content, expected] of CONTENTS) t.equal(renderContent(content, mediaRendering), expected, content)
})

t.test('the players in a text are numbered', async t => {
  const shown = renderContent('[audio src="a.mp3"][audio src="b.mp3"][video src="c.mp4"]', mediaRendering)
  t.same(shown.match(/id="[^"]*"/g), ['id="audio-12-1"', 'id="audio-12-2"', 'id="video-12-1"'])
})

/** Contents with captions and embeds, and what is shown of them. */
const CORE_CONTENTS: readonly (readonly [string, string])[] = [
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
  for (const [content, expected] of CORE_CONTENTS) t.equal(renderContent(content, rendering), expected, content)
})

t.test('ids of captions differ within a text', async t => {
  const two = '[caption width="9" id="i" caption="x"]y[/caption]'.repeat(2)
  const ids = [...renderContent(two, rendering).matchAll(/figure id="([^"]*)"/g)].map(found => found[1])
  t.same(ids, ['i', 'i-2'])
})
