import t from 'tap'
import { judge, type Place, places } from './stored-script.js'

/** Texts that have got script into a page, or come close to it. */
const ATTACKS: readonly string[] = [
  '[embed]&#106;avascript:alert(1)[/embed]',
  '[embed]javascript&#58;alert(1)[/embed]',
  '[embed]&amp;#106;avascript:alert(1)[/embed]',
  '[embed]java&Tab;script&colon;alert(1)[/embed]',
  '[embed src="&#106;avascript:alert(1)"]',
  '[embed src="\\x6aavascript:alert(1)"]',
  '[video src="x" poster="javascript&#58;alert(1)"]',
  '[video src="a.mp4" poster="&#106;avascript:alert(1)"]',
  '[audio src="&#106;avascript:alert(1)"]',
  '[audio src="a.mp3" style="&#98;ackground:url(&#106;avascript:alert(1))"]',
  '[audio src="a.mp3" class="&quot; onclick=alert(1)"]',
  '[caption width="1" caption="\\x3cimg src=x onerror=alert(1)\\x3e"]<img src=x>[/caption]',
  '[caption width="1" id="&quot; onclick=alert(1)"]<img src=x> y[/caption]',
  '< a onclick=alert(1)>x</a>',
  '<\nimg/onerror=alert(1) src=x>',
  '[embed <a title="]">x</a><a title=" onmouseover=alert(1) ">y</a>',
  "[[embed <a title=']]'>x</a><a title=' onmouseover=alert(1) '>y</a>",
  '<a href="[embed]javascript:[/embed]alert(1)">x</a>',
  '<a href="java[gallery]script:alert(1)">x</a>',
  '<a title="[audio src=a.mp3]" href="&#106;avascript:alert(1)">x</a>',
  '<!-- wp:group {"layout":{"type":"flex","justifyContent":"x\\u0022 onclick=alert(1)"}} --><div>x</div><!-- /wp:group -->',
  '<!-- wp:paragraph {"a":"\\u003c/p\\u003e\\u003cscript\\u003ealert(1)\\u003c/script\\u003e"} --><p>x</p><!-- /wp:paragraph -->',
  '<a href="<!-- wp:html -->" onclick="alert(1)<!-- /wp:html -->">x</a>',
  '<!-- wp:html --><img src=x onerror=alert(1)><!-- /wp:html -->',
  '<!-- wp:embed --><figure>[embed]&#106;avascript:alert(1)[/embed]</figure><!-- /wp:embed -->',
  '<math><mtext><table><mglyph><style><!--</style><img title="--&gt;&lt;img src=1 onerror=alert(1)&gt;">',
  '<svg><style><img src=x onerror=alert(1)></style></svg>',
  '<noscript><p title="</noscript><img src=x onerror=alert(1)>">',
  '<template><script>alert(1)</script></template>',
  '<iframe srcdoc="&lt;script&gt;alert(1)&lt;/script&gt;"></iframe>',
  '<a hr\0ef="java\0script:alert(1)">x</a>',
  '<pr</pre>e 0></</pre>pre></pre><img src=x onerror=alert(1)>',
  'http://a.example/"onmouseover="alert(1)',
  'www.a.example/<img/src=x/onerror=alert(1)>',
]

for (const place of Object.keys(places) as Place[]) {
  t.test(place, async t => {
    for (const text of ATTACKS) t.equal(judge(place, text), undefined, text)
  })
}

t.test('markup is judged by what browsers do with it', async t => {
  const { markupComplaint, policies } = await import('./judge-markup.js')
  for (const html of [
    '<script>alert(1)</script>',
    '<a href="&#106;avascript:alert(1)">x</a>',
    '<a href=" \tjava\nscript:alert(1)">x</a>',
    '<a href="data:text/html,x">x</a>',
    '<p onclick="alert(1)">x</p>',
    '<a title="]&#8220;>x</a><a title=" onmouseover=alert(1) ">y</a>',
    '<p style="background:url(java\\73 cript:x)">x</p>',
    '<svg><a xlink:href="javascript:x"></a></svg>',
  ])
    t.ok(markupComplaint(html, policies.content), html)
  for (const html of ['<a href="/x?a=1&amp;b">x</a>', '<p class="x" style="color:red">x</p>', 'a < b'])
    t.equal(markupComplaint(html, policies.content), undefined, html)
})
