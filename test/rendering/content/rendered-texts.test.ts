import { coreBlocks, type RenderOptions } from '@platen/rendering'
import t from 'tap'
import { coreRendering, createBlockRegistry } from '../core-rendering.js'
import { loadModule } from '../load-module.js'

const { renderPost } =
  await loadModule<typeof import('../../../packages/rendering/src/content/render-content.js')>(
    'content/render-content.js',
  )

const paragraph = (text: string) => `<!-- wp:paragraph -->\n<p>${text}</p>\n<!-- /wp:paragraph -->`

const newOptions = (renderedBytes?: number) => ({
  blocks: createBlockRegistry({ blocks: coreBlocks, renderedBytes }),
  shortcodes: coreRendering.shortcodes,
  postId: 7,
})

/** Renders a post, and returns what is kept of it. */
function kept(content: string, options: RenderOptions = newOptions(), excerpt = '') {
  const post = renderPost({ content, excerpt }, options)
  const rendered = { content: post.content(), excerpt: post.excerpt() }
  const found = options.blocks.renderedTexts.get(options.postId ?? 0, content)
  return { rendered, content: found?.content?.html, excerpt: found?.excerpt?.html }
}

t.test('the HTML of plain content is kept', async t => {
  for (const content of [
    paragraph('It\'s "plain" -- and\nlong.'),
    `${paragraph('One.')}\n\n${paragraph('Two &amp; three.')}`,
    'Text without blocks.\n\nTwo "paragraphs".',
    `<!-- wp:quote -->\n<blockquote class="wp-block-quote">${paragraph('Quoted.')}</blockquote>\n<!-- /wp:quote -->`,
    `<!-- wp:group {"layout":{"type":"flex"}} -->\n<div class="wp-block-group">${paragraph('In a group.')}</div>\n<!-- /wp:group -->`,
    '<!-- wp:unknown/block /-->',
    '',
  ]) {
    const { rendered, ...found } = kept(content)
    t.same(found, rendered, content)
  }
})

t.test('nothing is kept that may be shown differently later', async t => {
  for (const content of [
    'A [gallery] of the library.',
    paragraph('A [caption]'),
    '<img class="wp-image-7" src="/a.png">',
    '<iframe src="https://e.com/"></iframe>',
    'An emoticon :)',
    paragraph('An emoticon ;-)'),
    '<!-- wp:image {"id":7} -->\n<figure class="wp-block-image"><img src="/a.png" alt="" class="wp-image-7"/></figure>\n<!-- /wp:image -->',
    '<!-- wp:paragraph {"metadata":{"bindings":{"content":{"source":"core/post-meta","args":{"key":"a"}}}}} -->\n<p>Bound.</p>\n<!-- /wp:paragraph -->',
    '<!-- wp:latest-posts /-->',
    `<!-- wp:group -->\n<div class="wp-block-group"><!-- wp:search /--></div>\n<!-- /wp:group -->`,
  ])
    t.equal(kept(content).content, undefined, content)
  const adding = newOptions()
  adding.blocks.register({ name: 'own/shortcode', adjust: () => ['[gallery]'] })
  t.equal(kept('<!-- wp:own/shortcode -->\n<p>Text.</p>\n<!-- /wp:own/shortcode -->', adding).content, undefined)
  t.equal(kept('Split :<b>)</b>').excerpt, undefined, 'an emoticon of the excerpt')
  t.equal(kept('a :) b', { ...newOptions(), emoticons: false }).content, undefined, 'an emoticon that is not shown')
  t.equal(kept('First.<!--more-->Second.').excerpt, undefined, 'a teaser')
  t.equal(kept('Of no post.', { ...newOptions(), postId: 0 }).content, undefined)
})

t.test('stored HTML is used until the content changes', async t => {
  const options = newOptions()
  kept('Before.', options)
  const { renderedTexts } = options.blocks
  renderedTexts.set(7, 'Before.', { content: { html: '<p>Kept.</p>' }, excerpt: { html: '<p>Kept, too.</p>' } })
  t.same(kept('Before.', options).rendered, { content: '<p>Kept.</p>', excerpt: '<p>Kept, too.</p>' })
  t.same(kept('Before.', { ...options, postId: 8 }).rendered.content, '<p>Before.</p>\n', 'another post')
  t.same(kept('After..', options).rendered, { content: '<p>After..</p>\n', excerpt: '<p>After..</p>\n' })
  t.same(kept('Before.', options).rendered.content, '<p>Before.</p>\n', 'the content before')
})

t.test('excerpts of their own, and of another length, are not those that are kept', async t => {
  const options = newOptions()
  kept('One two three.', options)
  t.equal(kept('One two three.', options, 'Own.').rendered.excerpt, '<p>Own.</p>\n')
  const short = renderPost({ content: 'One two three.', excerpt: '' }, { ...options, words: 2 })
  t.equal(short.excerpt(), '<p>One two [&hellip;]</p>\n')
  const other = renderPost({ content: 'One two three.', excerpt: '' }, { ...options, words: 2, more: ' …' })
  t.equal(other.excerptJson(), JSON.stringify('<p>One two …</p>\n'))
  t.equal(kept('One two three.', options).rendered.excerpt, '<p>One two three.</p>\n')
})

t.test('the first words for blocks are kept, too', async t => {
  const options = newOptions()
  const content = paragraph('One two three "four".')
  const words = (count?: number, more?: string) =>
    renderPost({ content, excerpt: '' }, { ...options, words: count, more }).excerptText()
  for (let round = 0; round < 2; round++) {
    t.equal(words(2, '&hellip;'), 'One two&hellip;')
    t.equal(words(2, '&hellip;'), 'One two&hellip;', 'the same again')
    t.equal(words(3, '&hellip;'), 'One two three&hellip;', 'more of them')
    t.equal(words(3, ' …'), 'One two three …', 'another end')
    t.equal(words(), 'One two three &#8220;four&#8221;.')
  }
  const { renderedTexts } = options.blocks
  renderedTexts.set(7, content, { words: { text: 'Kept.', words: 2, more: '&hellip;' } })
  t.equal(words(2, '&hellip;'), 'Kept.')
  t.equal(words(3, '&hellip;'), 'One two three&hellip;')
  t.equal(renderPost({ content, excerpt: 'Own.' }, { ...options, words: 2 }).excerptText(), 'Own.')
})

t.test('JSON is that of the HTML', async t => {
  const options = newOptions()
  for (const content of [
    paragraph('A "quotation"\nand \\ more.'),
    'An emoticon :)',
    paragraph('\u2028 and \u{1F600}'),
  ]) {
    const name = JSON.stringify(content).replace('\u2028', 'a separator')
    for (const round of ['rendered', 'kept', 'kept as JSON']) {
      const post = renderPost({ content, excerpt: '' }, options)
      t.equal(post.contentJson(), JSON.stringify(post.content()), `${round}: ${name}`)
      t.equal(post.excerptJson(), JSON.stringify(post.excerpt()), `${round}: ${name}`)
    }
  }
})

t.test('other block types render anew', async t => {
  const options = newOptions()
  t.equal(kept(paragraph('Text.'), options).rendered.content, '\n<p class="wp-block-paragraph">Text.</p>\n')
  options.blocks.register({ name: 'core/paragraph', attributes: {}, render: () => 'Replaced.' })
  t.equal(kept(paragraph('Text.'), options).rendered.content, 'Replaced.')
  options.blocks.unregister('core/paragraph')
  t.equal(kept(paragraph('Text.'), options).rendered.content, '\n<p>Text.</p>\n')
})

t.test('memory is limited', async t => {
  const options = newOptions(100_000)
  const contents = Array.from({ length: 200 }, (_, at) => `${at} ${'word '.repeat(100)}`)
  contents.forEach((content, at) => {
    kept(content, { ...options, postId: at + 1 })
  })
  const found = contents.filter((content, at) => options.blocks.renderedTexts.get(at + 1, content) !== undefined)
  t.ok(found.length > 0 && found.length < 30, `${found.length} are kept`)
  t.equal(kept('Text.', newOptions(0)).content, undefined, 'nothing')
})

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
