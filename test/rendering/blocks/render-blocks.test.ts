import assert from 'node:assert/strict'
import { coreBlocks, coreShortcodes } from '@platen/rendering'
import t from 'tap'
import { grows } from '../../growth.js'
import { loadModule } from '../load-module.js'

const { createBlockRegistry } =
  await loadModule<typeof import('../../../packages/rendering/src/blocks/block-registry.js')>(
    'blocks/block-registry.js',
  )
const { renderBlocks } =
  await loadModule<typeof import('../../../packages/rendering/src/blocks/render-blocks.js')>('blocks/render-blocks.js')
const { createShortcodeRegistry } = await loadModule<
  typeof import('../../../packages/rendering/src/shortcodes/shortcode-registry.js')
>('shortcodes/shortcode-registry.js')
const { renderContent } =
  await loadModule<typeof import('../../../packages/rendering/src/content/render-content.js')>(
    'content/render-content.js',
  )
const { escapeHtml } =
  await loadModule<typeof import('../../../packages/rendering/src/text/entities.js')>('text/entities.js')

const blocks = createBlockRegistry({ blocks: coreBlocks })
blocks.register({
  name: 'parity/dynamic',
  attributes: { count: { type: 'integer', default: 3, minimum: 1, maximum: 9 }, label: { type: 'string' } },
  render: ({ label, count }) => `Rendered ${escapeHtml(String(label ?? ''))} times ${count}`,
})
const rendering = { blocks, shortcodes: createShortcodeRegistry({ shortcodes: coreShortcodes }) }

/** Contents with blocks, well-formed and not, and what is shown of them. */
const CONTENTS: readonly (readonly [string, string])[] = [
  ['<!-- wp:parity/dynamic /-->', 'Rendered  times 3'],
  ['<!--wp:parity/dynamic /-->', '<p><!--wp:parity/dynamic /--></p>\n'],
  ['<!-- wp:parity/dynamic/-->', '<!-- wp:parity/dynamic/-->'],
  ['<!--  wp:parity/dynamic   /-->', 'Rendered  times 3'],
  ['<!--\nwp:parity/dynamic\n/-->', 'Rendered  times 3'],
  ['<!-- wp:parity/dynamic / -->', '<!-- wp:parity/dynamic / -->'],
  ['<!-- wp:parity/dynamic {"count":2} /-->', 'Rendered  times 2'],
  ['<!-- wp:parity/dynamic {"count":2}/-->', '<!-- wp:parity/dynamic {"count":2}/-->'],
  ['<!-- wp:parity/dynamic{"count":2} /-->', '<!-- wp:parity/dynamic{"count":2} /-->'],
  ['<!-- wp:parity/dynamic { "count" : 2 } /-->', 'Rendered  times 2'],
  ['<!-- wp:parity/dynamic {\n"count":2\n} /-->', 'Rendered  times 2'],
  ['<!-- wp:parity/dynamic {"count":2,} /-->', 'Rendered  times 3'],
  ['<!-- wp:parity/dynamic [] /-->', '<!-- wp:parity/dynamic [] /-->'],
  ['<!-- wp:parity/dynamic {"label":"a --> b"} /-->', 'Rendered a &#8211;&gt; b times 3'],
  ['<!-- wp:parity/dynamic {"label":"a } b"} /-->', 'Rendered a } b times 3'],
  ['<!-- wp:parity/dynamic {"label":"a \\u002d\\u002d\\u003e b"} /-->', 'Rendered a &#8211;&gt; b times 3'],
  ['<!-- wp:parity/dynamic {"label":"<b>x</b>"} /-->', 'Rendered &lt;b&gt;x&lt;/b&gt; times 3'],
  ['<!-- WP:parity/dynamic /-->', '<p><!-- WP:parity/dynamic /--></p>\n'],
  ['<!-- wp:Parity/dynamic /-->', '<!-- wp:Parity/dynamic /-->'],
  ['<!-- wp:parity/dynamic -->x', 'Rendered  times 3'],
  ['<!-- wp:parity/dynamic -->x<!-- /wp:parity/other -->y', 'Rendered  times 3y'],
  ['<!-- wp:x/y -->a<!-- /wp:x/z -->b', 'ab'],
  ['<!-- wp:x/y -->a<!-- wp:x/z -->b<!-- /wp:x/y -->c', 'abc'],
  ['<!-- wp:x/y /-->', ''],
  ['<!-- wp:x/y -->a<!-- /wp:x/y /-->b', 'ab'],
  ['<!-- wp:x/y -->a<!--/wp:x/y -->b', 'a<!--/wp:x/y -->b'],
  ['<!-- wp:1a -->x<!-- /wp:1a -->', '<!-- wp:1a -->x<!-- /wp:1a -->'],
  ['<!-- wp:a_b/c-d -->x<!-- /wp:a_b/c-d -->', 'x'],
  ['<!-- wp:a/b/c -->x<!-- /wp:a/b/c -->', '<!-- wp:a/b/c -->x<!-- /wp:a/b/c -->'],
  ['<!-- wp:parity/dynamic {"count":2} x /-->', '<!-- wp:parity/dynamic {"count":2} x /-->'],
  ['<!-- wp:paragraph --><p>x</p><!-- /wp:core/paragraph -->', '<p class="wp-block-paragraph">x</p>'],
  ['x <!-- wp:parity/dynamic /--> y\n\nz', 'x Rendered  times 3 y\n\nz'],
  ['x\n\ny <!-- wp:p', 'x\n\ny <!-- wp:p'],
  ['<!-- wp:parity/dynamic {"label":5} /-->', 'Rendered  times 3'],
  ['<!-- wp:parity/dynamic {"label":null} /-->', 'Rendered  times 3'],
  ['<!-- wp:parity/dynamic {"count":"2"} /-->', 'Rendered  times 2'],
  ['<!-- wp:parity/dynamic {"count":2.5} /-->', 'Rendered  times 3'],
  ['<!-- wp:parity/dynamic {"count":99} /-->', 'Rendered  times 3'],
  ['<!-- wp:parity/dynamic {"label":["a"]} /-->', 'Rendered  times 3'],
  ['<!-- wp:parity/dynamic {"label":"\\ud83d\\ude00 \\ud83d"} /-->', 'Rendered  times 3'],
  ['<!-- wp:parity/dynamic {"count":2,"count":4} /-->', 'Rendered  times 4'],
  ['<!-- wp:parity/dynamic {"label":"a\nb"} /-->', 'Rendered  times 3'],
  ['<!-- wp:parity/dynamic {"count":2}} /-->', 'Rendered  times 3'],
  [
    '<!-- wp:parity/dynamic {"label":"x"} -->y<!-- wp:parity/dynamic {"label":"z"} /--><!-- /wp:parity/dynamic -->',
    'Rendered x times 3',
  ],
  [
    '<!-- wp:parity/static --><b>a</b><!-- wp:parity/dynamic /--><i>b</i><!-- /wp:parity/static -->',
    '<b>a</b>Rendered  times 3<i>b</i>',
  ],
]

t.test('blocks are found and rendered', async t => {
  for (const [content, expected] of CONTENTS) t.equal(renderContent(content, rendering), expected, content)
})

t.test('a renderer receives its rendered inner blocks and its context', async t => {
  const seen: unknown[] = []
  const registry = createBlockRegistry({ blocks: coreBlocks })
  registry.register({
    name: 'test/inner',
    render: (_attributes, content, _loaded, { block, parents, postId }) => {
      seen.push([content, block.name, parents.map(parent => parent.name), postId])
      return 'inner'
    },
  })
  registry.register({ name: 'test/outer', render: (_attributes, content) => `[${content}]` })
  const content =
    '<!-- wp:test/outer -->a<!-- wp:group --><div><!-- wp:test/inner -->b<!-- /wp:test/inner --></div><!-- /wp:group -->c<!-- /wp:test/outer -->'
  t.equal(
    renderBlocks(content, { blocks: registry, postId: 7 }),
    '[a<div class="is-layout-flow wp-block-group-is-layout-flow">inner</div>c]',
  )
  t.same(seen, [['b', 'test/inner', ['test/outer', 'core/group'], 7]])
})

t.test('a hidden block hides its inner blocks', async t => {
  const content =
    '<!-- wp:group {"metadata":{"blockVisibility":false}} --><div><!-- wp:paragraph --><p>x</p><!-- /wp:paragraph --></div><!-- /wp:group -->y'
  t.equal(renderBlocks(content, { blocks, postId: 0 }), 'y')
})

t.test('any depth works', async t => {
  const nested = (depth: number) => {
    const content = `${'<!-- wp:group --><div class="g">'.repeat(depth)}x${'</div><!-- /wp:group -->'.repeat(depth)}`
    return () => assert.match(renderBlocks(content, { blocks, postId: 0 }), /x/)
  }
  t.equal(await grows(nested, 10_000), undefined)
})

const { renderBlocks: renderBoundBlocks, createBlockRegistry: createRegistry } =
  await loadModule<typeof import('../../../packages/rendering/src/index.js')>('index.js')

const VALUES: Readonly<Record<string, unknown>> = {
  text: 'New <em>text</em><script>x</script> & "more"',
  number: 4,
  yes: true,
  empty: '',
  list: ['a'],
  url: 'https://x.example/b c.png?a=1',
  script: 'javascript:alert(1)',
  quote: 'a" onload="x',
}

const blocksWithSources = createRegistry({ blocks: coreBlocks })
blocksWithSources.registerSource({ name: 'test/values', value: ({ args }) => VALUES[String(args['key'])] })
blocksWithSources.registerSource({
  name: 'test/fails',
  value() {
    throw new Error('no value')
  },
})
blocksWithSources.register({ name: 'test/shown', bindable: ['note'], render: ({ note }) => `[${note}]` })

const bound = (name: string, html: string, keys: Readonly<Record<string, string>>, source = 'test/values') => {
  const bindings = Object.fromEntries(
    Object.entries(keys).map(([attribute, key]) => [attribute, { source, args: { key } }]),
  )
  return `<!-- wp:${name} ${JSON.stringify({ metadata: { bindings } })} -->${html}<!-- /wp:${name} -->`
}

const rendered = (content: string, errors: unknown[] = []): string =>
  renderBoundBlocks(content, { blocks: blocksWithSources, onBlockError: error => errors.push(error) })

const IMG = '<figure><img src="a.png" alt="a"/></figure>'
const LINK = '<div><a class="b" href="#">Old</a></div>'

const CASES: readonly (readonly [
  what: string,
  name: string,
  html: string,
  keys: Readonly<Record<string, string>>,
  shown: string,
])[] = [
  ['text', 'list-item', '<li>Old</li>', { content: 'text' }, '<li>New <em>text</em>x &amp; "more"</li>'],
  ['a number', 'list-item', '<li>Old</li>', { content: 'number' }, '<li>4</li>'],
  ['true', 'list-item', '<li>Old</li>', { content: 'yes' }, '<li>1</li>'],
  ['an empty text', 'list-item', '<li>Old</li>', { content: 'empty' }, '<li></li>'],
  ['a list', 'list-item', '<li>Old</li>', { content: 'list' }, '<li>Old</li>'],
  ['nothing', 'list-item', '<li>Old</li>', { content: 'nothing' }, '<li>Old</li>'],
  [
    'an element within one of its name',
    'list-item',
    '<li>a<li>b</li>c</li><i>d</i>',
    { content: 'number' },
    '<li>4</li><i>d</i>',
  ],
  ['an unclosed element', 'list-item', '<li>Old', { content: 'number' }, '<li>4'],
  ['a missing element', 'list-item', '<p>Old</p>', { content: 'text' }, '<p>Old</p>'],
  [
    'attributes',
    'image',
    IMG,
    { url: 'url', alt: 'quote' },
    '<figure><img src="https://x.example/b%20c.png?a=1" alt="a&quot; onload=&quot;x"/></figure>',
  ],
  ['an unsafe URL', 'image', IMG, { url: 'script' }, IMG],
  [
    'a URL and a text',
    'button',
    LINK,
    { url: 'url', text: 'number' },
    '<div><a class="b" href="https://x.example/b%20c.png?a=1">4</a></div>',
  ],
  [
    'an attribute that is not bindable',
    'code',
    '<pre><code>Old</code></pre>',
    { content: 'text' },
    '<pre><code>Old</code></pre>',
  ],
]

for (const [what, name, html, keys, shown] of CASES) {
  t.test(what, async t => {
    t.equal(rendered(bound(name, html, keys)), shown)
  })
}

t.test('dynamic blocks receive bound values', async t => {
  t.equal(rendered(bound('test/shown', '', { note: 'number' })), '[4]')
})

t.test('container blocks keep their content', async t => {
  const inner = '<!-- wp:list --><ul><!-- wp:list-item --><li>in</li><!-- /wp:list-item --></ul><!-- /wp:list -->'
  t.equal(
    rendered(bound('list-item', `<li>Old${inner}</li>`, { content: 'number' })),
    '<li>4<ul class="wp-block-list"><li>in</li></ul></li>',
  )
})

t.test('a source that fails is reported, and the block shows what was saved', async t => {
  const errors: unknown[] = []
  t.equal(rendered(bound('list-item', '<li>Old</li>', { content: 'x' }, 'test/fails'), errors), '<li>Old</li>')
  t.match(errors, [{ message: 'no value' }])
})

t.test('unknown sources and malformed bindings change nothing', async t => {
  t.equal(rendered(bound('list-item', '<li>Old</li>', { content: 'text' }, 'test/unknown')), '<li>Old</li>')
  for (const metadata of [5, { bindings: 5 }, { bindings: { content: 5 } }, { bindings: { content: { source: 5 } } }])
    t.equal(
      rendered(`<!-- wp:list-item ${JSON.stringify({ metadata })} --><li>Old</li><!-- /wp:list-item -->`),
      '<li>Old</li>',
    )
})

t.test('overrides come from the context', async t => {
  const content = `<!-- wp:list-item {"metadata":{"name":"One","bindings":{"__default":{"source":"core/pattern-overrides"}}}} --><li>Old</li><!-- /wp:list-item -->`
  const shown = (overrides: unknown) =>
    renderBoundBlocks(content, { blocks: blocksWithSources, context: { 'pattern/overrides': overrides } })
  t.equal(shown({ One: { content: 'New' } }), '<li>New</li>')
  for (const none of [undefined, null, 'x', {}, { Two: { content: 'x' } }, { One: 'x' }, { One: { level: 'x' } }])
    t.equal(shown(none), '<li>Old</li>')
})

t.test('the name of a source has a namespace', async t => {
  t.throws(() => createRegistry().registerSource({ name: 'values', value: () => '' }), TypeError)
})
