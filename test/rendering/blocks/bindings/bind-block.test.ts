import t from 'tap'
import { loadModule } from '../../load-module.js'

const { renderBlocks, coreBlocks, createBlockRegistry } =
  await loadModule<typeof import('../../../../packages/rendering/src/index.js')>('index.js')

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

const blocks = createBlockRegistry({ blocks: coreBlocks })
blocks.registerSource({ name: 'test/values', value: ({ args }) => VALUES[String(args['key'])] })
blocks.registerSource({
  name: 'test/fails',
  value() {
    throw new Error('no value')
  },
})
blocks.register({ name: 'test/shown', bindable: ['note'], render: ({ note }) => `[${note}]` })

const bound = (name: string, html: string, keys: Readonly<Record<string, string>>, source = 'test/values') => {
  const bindings = Object.fromEntries(
    Object.entries(keys).map(([attribute, key]) => [attribute, { source, args: { key } }]),
  )
  return `<!-- wp:${name} ${JSON.stringify({ metadata: { bindings } })} -->${html}<!-- /wp:${name} -->`
}

const rendered = (content: string, errors: unknown[] = []): string =>
  renderBlocks(content, { blocks, onBlockError: error => errors.push(error) })

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
  const shown = (overrides: unknown) => renderBlocks(content, { blocks, context: { 'pattern/overrides': overrides } })
  t.equal(shown({ One: { content: 'New' } }), '<li>New</li>')
  for (const none of [undefined, null, 'x', {}, { Two: { content: 'x' } }, { One: 'x' }, { One: { level: 'x' } }])
    t.equal(shown(none), '<li>Old</li>')
})

t.test('the name of a source has a namespace', async t => {
  t.throws(() => createBlockRegistry().registerSource({ name: 'values', value: () => '' }), TypeError)
})
