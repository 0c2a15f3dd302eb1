import { coreBlocks } from '@platen/rendering'
import t from 'tap'
import { createBlockRegistry, renderContent, coreRendering as rendering } from '../core-rendering.js'

/** Blocks, and what is shown of them. */
const BLOCKS: readonly (readonly [string, string])[] = [
  ['<!-- wp:paragraph -->\n<p>x</p>\n<!-- /wp:paragraph -->', '\n<p class="wp-block-paragraph">x</p>\n'],
  ['<!-- wp:paragraph --><p class="a b">x</p><!-- /wp:paragraph -->', '<p class="a b wp-block-paragraph">x</p>'],
  [
    '<!-- wp:paragraph --><p class="wp-block-paragraph">x</p><!-- /wp:paragraph -->',
    '<p class="wp-block-paragraph">x</p>',
  ],
  ['<!-- wp:paragraph -->x<!-- /wp:paragraph -->', 'x'],
  ['<!-- wp:paragraph --><div>x</div><!-- /wp:paragraph -->', '<div>x</div>'],
  [
    '<!-- wp:paragraph --><p id="a" style="color:red">x</p><p>y</p><!-- /wp:paragraph -->',
    '<p class="wp-block-paragraph" id="a" style="color:red">x</p><p>y</p>',
  ],
  ['<!-- wp:paragraph --><p class>x</p><!-- /wp:paragraph -->', '<p class="wp-block-paragraph">x</p>'],
  ["<!-- wp:paragraph --><p class='q'>x</p><!-- /wp:paragraph -->", '<p class="q wp-block-paragraph">x</p>'],
  ['<!-- wp:paragraph --><p class=u>x</p><!-- /wp:paragraph -->', '<p class="u wp-block-paragraph">x</p>'],
  ['<!-- wp:paragraph --><P CLASS="q">x</P><!-- /wp:paragraph -->', '<P class="q wp-block-paragraph">x</P>'],
  ['<!-- wp:paragraph --><p  class = "q" >x</p><!-- /wp:paragraph -->', '<p  class="q wp-block-paragraph" >x</p>'],
  ['<!-- wp:paragraph --><p/>x<!-- /wp:paragraph -->', '<p class="wp-block-paragraph"/>x'],
  ['<!-- wp:paragraph --><p<!-- /wp:paragraph -->', '<p'],
  ['<!-- wp:heading --><h2>x</h2><!-- /wp:heading -->', '<h2 class="wp-block-heading">x</h2>'],
  ['<!-- wp:heading -->a<h2>x</h2><h3>y</h3><!-- /wp:heading -->', 'a<h2 class="wp-block-heading">x</h2><h3>y</h3>'],
  ['<!-- wp:heading --><p>x</p><!-- /wp:heading -->', '<p>x</p>'],
  ['<!-- wp:list --><ul><li>a</li></ul><!-- /wp:list -->', '<ul class="wp-block-list"><li>a</li></ul>'],
  [
    '<!-- wp:list {"ordered":true} --><ol start="3"></ol><!-- /wp:list -->',
    '<ol class="wp-block-list" start="3"></ol>',
  ],
  ['<!-- wp:list --><div><ul></ul></div><!-- /wp:list -->', '<div><ul class="wp-block-list"></ul></div>'],
  [
    '<!-- wp:code --><pre class="wp-block-code"><code>x</code></pre><!-- /wp:code -->',
    '<pre class="wp-block-code"><code>x</code></pre>',
  ],
  [
    '<!-- wp:table --><figure class="wp-block-table"><table><tbody><tr><td>x</td></tr></tbody></table></figure><!-- /wp:table -->',
    '<figure class="wp-block-table"><table><tbody><tr><td>x</td></tr></tbody></table></figure>',
  ],
  [
    '<!-- wp:image --><figure class="wp-block-image"><img src="https://e.com/a.png" alt=""/></figure><!-- /wp:image -->',
    '<figure class="wp-block-image"><img decoding="async" src="https://e.com/a.png" alt=""/></figure>',
  ],
  ['<!-- wp:image --><figure class="wp-block-image"><img alt=""/></figure><!-- /wp:image -->', ''],
  ['<!-- wp:image --><figure><img src=""/></figure><!-- /wp:image -->', ''],
  ['<!-- wp:image --><figure></figure><!-- /wp:image -->', ''],
  [
    '<!-- wp:gallery {"linkTo":"none"} --><figure class="wp-block-gallery"><!-- wp:image {"id":7} --><figure><img src="https://e.com/a.png" alt=""/></figure><!-- /wp:image --></figure><!-- /wp:gallery -->',
    '<figure class="wp-block-gallery wp-block-gallery-1 is-layout-flex wp-block-gallery-is-layout-flex"><figure><img decoding="async" data-id="7" src="https://e.com/a.png" alt=""/></figure></figure>',
  ],
  ['<!-- wp:button --><div class="wp-block-button"></div><!-- /wp:button -->', ''],
  ['<!-- wp:button --><div class="wp-block-button"><a class="wp-block-button__link"></a></div><!-- /wp:button -->', ''],
  ['<!-- wp:button --><div><A><!-- a --><!-- b --></a ></div><!-- /wp:button -->', ''],
  ['<!-- wp:button --><div><a><!-- a --></div><!-- /wp:button -->', '<div><a><!-- a --></div>'],
  ['<!-- wp:button --><div><a></em></a></div><!-- /wp:button -->', '<div><a></em></a></div>'],
  ['<!-- wp:button --><div><a></abbr>x</a></div><!-- /wp:button -->', '<div><a></abbr>x</a></div>'],
  [
    '<!-- wp:button --><div class="b"><a class="c">x</a></div><!-- /wp:button -->',
    '<div class="b"><a class="c">x</a></div>',
  ],
  ['<!-- wp:shortcode -->\n[x]\n<!-- /wp:shortcode -->', '<p>[x]</p>\n'],
  ['<!-- wp:more --><!--more--><!-- /wp:more -->', '<!--more-->'],
  ['<!-- wp:separator --><hr class="wp-block-separator"/><!-- /wp:separator -->', '<hr class="wp-block-separator"/>'],
  [
    '<!-- wp:details --><details class="wp-block-details"><summary>s</summary><!-- wp:paragraph --><p>x</p><!-- /wp:paragraph --></details><!-- /wp:details -->',
    '<details class="wp-block-details is-layout-flow wp-block-details-is-layout-flow"><summary>s</summary><p class="wp-block-paragraph">x</p></details>',
  ],
  [
    '<!-- wp:quote --><blockquote class="wp-block-quote"><!-- wp:paragraph --><p>Quoted</p><!-- /wp:paragraph --><cite>Someone</cite></blockquote><!-- /wp:quote -->',
    '<blockquote class="wp-block-quote is-layout-flow wp-block-quote-is-layout-flow"><p class="wp-block-paragraph">Quoted</p><cite>Someone</cite></blockquote>',
  ],
  ['<!-- wp:footnotes --><p>x</p><!-- /wp:footnotes -->', ''],
  ['<!-- wp:footnotes /-->', ''],
  ['<!-- wp:post-content -->x<!-- /wp:post-content -->', ''],
  ['<!-- wp:unknown/x --><p>u</p><!-- /wp:unknown/x -->', '<p>u</p>'],
  [
    '<!-- wp:heading {"metadata":{"blockVisibility":{"viewport":{"tablet":true}}}} --><h2>x</h2><!-- /wp:heading -->',
    '<h2 class="wp-block-heading">x</h2>',
  ],
  [
    '<!-- wp:paragraph {"metadata":{"blockVisibility":{"viewport":{"mobile":false}}}} --><p class="z">x</p><!-- /wp:paragraph -->',
    '<p class="z wp-block-hidden-mobile wp-block-paragraph">x</p>',
  ],
  [
    '<!-- wp:group {"metadata":{"blockVisibility":{"viewport":{"mobile":false,"desktop":false}}}} --><div class="a"></div><!-- /wp:group -->',
    '<div class="a is-layout-flow wp-block-group-is-layout-flow wp-block-hidden-desktop wp-block-hidden-mobile"></div>',
  ],
]

t.test('blocks look as themes expect them', async t => {
  for (const [content, expected] of BLOCKS) t.equal(renderContent(content, rendering), expected, content)
})

t.test('colors of elements and galleries are numbered within a text', async t => {
  const colored =
    '<!-- wp:paragraph {"style":{"elements":{"link":{"color":{"text":"red"}}}}} --><p>x</p><!-- /wp:paragraph -->'
  t.equal(
    renderContent(colored + colored, rendering),
    '<p class="wp-elements-1 wp-block-paragraph">x</p><p class="wp-elements-2 wp-block-paragraph">x</p>',
  )
})

t.test('a block type that replaces another one can keep its adjustment', async t => {
  const blocks = createBlockRegistry({ blocks: coreBlocks })
  blocks.register({ ...blocks.get('core/paragraph')?.definition, name: 'core/paragraph', title: 'Paragraph' })
  t.equal(
    renderContent('<!-- wp:paragraph --><p>x</p><!-- /wp:paragraph -->', { ...rendering, blocks }),
    '<p class="wp-block-paragraph">x</p>',
  )
})
