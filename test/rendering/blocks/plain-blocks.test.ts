import { coreBlocks } from '@platen/rendering'
import t from 'tap'
import { coreRendering, createBlockRegistry } from '../core-rendering.js'
import { loadModule } from '../load-module.js'

const { readDelimiters } =
  await loadModule<typeof import('../../../packages/rendering/src/blocks/block-delimiters.js')>(
    'blocks/block-delimiters.js',
  )
const { plainContent } =
  await loadModule<typeof import('../../../packages/rendering/src/blocks/plain-blocks.js')>('blocks/plain-blocks.js')
const { renderContent, renderPost } =
  await loadModule<typeof import('../../../packages/rendering/src/content/render-content.js')>(
    'content/render-content.js',
  )

const { blocks, shortcodes } = coreRendering

const typesetPlain = (content: string): string | undefined =>
  plainContent(content, readDelimiters(content), blocks)?.typeset(shortcodes.tags)
const block = (name: string, html: string): string => `<!-- wp:${name} -->\n${html}\n<!-- /wp:${name} -->`
const paragraph = (html: string): string => block('paragraph', html)

t.test('plain blocks are typeset without their delimiters', async t => {
  const content = `${paragraph('<p>"a" &amp; b</p>')}\n\n${block('heading', '<h2 class="x">c\'s</h2>')}`
  t.equal(
    typesetPlain(content),
    '\n<p class="wp-block-paragraph">&#8220;a&#8221; &amp; b</p>\n\n\n\n<h2 class="x wp-block-heading">c&#8217;s</h2>\n',
  )
})

const PLAIN = [
  paragraph('<p class="a&gt;b">"c"</p>'),
  paragraph('<p></p>'),
  paragraph('<p id="a&b">x -- y</p>'),
  paragraph('<div title="&">"a"</div><P class="b">c</P>'),
  paragraph('<p>a <code>"b"</p>') + paragraph('<p>"c"</code> "d"</p>'),
  block('my/block', '<b>"a"</b>'),
  block('html', '<!-- "a" --><i>"b"</i>'),
  block('heading {"level":3}', '<h3>"a"</h3>').replace('/wp:heading {"level":3}', '/wp:heading'),
  `${paragraph('<p>a</p>')}\n <!-- wp:code --><pre>"b"</pre><!-- /wp:code -->\n`,
]

const UNUSUAL = [
  paragraph('<p title="a>b">"c"</p>'),
  paragraph('"a"'),
  paragraph('<p>a</p>"b'),
  paragraph('<p>a</p'),
  paragraph('<p><!-- a</p>'),
  paragraph('<code><p title="&">a</p></code>'),
  `"a${paragraph('<p>b</p>')}c"`,
  `${paragraph('<p>b</p>')}<!--more-->${paragraph('<p>c</p>')}`,
  block('paragraph {"metadata":{"blockVisibility":false}}', '<p>a</p>'),
  block('my/block {"metadata":{"blockVisibility":false}}', '<b>a</b>'),
  block('paragraph {"style":{"elements":{"link":{"color":{}}}}}', '<p>a</p>'),
  block('list', '<ul><!-- wp:list-item --><li>"a"</li><!-- /wp:list-item --></ul>'),
  block('image', '<figure></figure>'),
  block('latest-posts', '<p>a</p>'),
  '<!-- wp:paragraph --><p>"a"</p>',
  '<!-- wp:spacer /-->',
]

t.test('plain blocks render the same on both paths', async t => {
  const rendering = { blocks, shortcodes }
  for (const content of [...PLAIN, ...UNUSUAL]) {
    const rendered = renderPost({ content, excerpt: '' }, rendering)
    t.equal(rendered.content(), renderContent(content, rendering), content)
  }
  for (const content of PLAIN) t.type(typesetPlain(content), 'string', content)
  for (const content of UNUSUAL) t.equal(typesetPlain(content), undefined, content)
})

t.test('adjustments of a site apply', async t => {
  const own = createBlockRegistry({ blocks: coreBlocks })
  own.register({ name: 'core/paragraph', adjust: pieces => pieces.map(piece => piece.toUpperCase()) })
  const content = paragraph('<p>a</p>')
  t.equal(plainContent(content, readDelimiters(content), own), undefined)
  t.equal(renderPost({ content, excerpt: '' }, { blocks: own, shortcodes }).content(), '\n<P>A</P>\n')
})
