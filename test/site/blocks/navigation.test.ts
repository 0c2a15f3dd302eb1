import { type PostRecord, postsIn } from '@platen/site'
import t from 'tap'
import { recordOf } from '../features/posts/counting-site.js'
import { makeSite, type TestSite } from '../make-site.js'
import { compareRecorded, recordedSite, renderedBlock } from './recorded-site.js'

t.test('navigations match the reference', t => compareRecorded(t, 'navigation'))

t.test('drafts, private and protected navigations are hidden', async t => {
  const made = await recordedSite()
  const { store, ids } = made
  const link = '<!-- wp:navigation-link {"label":"Secret link","url":"/secret"} /-->'
  const locked = await made.send('POST /navigation', {
    body: { title: 'Secret', content: link, status: 'publish', password: 'x' },
  })
  const { id } = locked.body as { id: number }
  for (const ref of [ids.get('draft menu'), id, ids.get('draft page')])
    t.match(await renderedBlock(made, `<!-- wp:navigation {"ref":${ref}} /-->`), /Stored(?!.*Secret)/s, `${ref}`)
  for (const kind of ['link', 'submenu']) {
    const { status } = (await postsIn(store).get(ids.get('draft page') ?? 0)) ?? {}
    t.equal(status, 'draft')
    const attributes = JSON.stringify({ label: 'Secret', kind: 'post-type', type: 'page', id: ids.get('draft page') })
    t.equal(await renderedBlock(made, `<!-- wp:navigation-${kind} ${attributes} /-->`), '', kind)
  }
})

t.test('navigations within themselves end', async t => {
  const made = await recordedSite()
  const { store, ids } = made
  const menu = ids.get('menu') ?? 0
  const use = `<!-- wp:navigation {"ref":${menu}} /-->`
  await postsIn(store).update(menu, { content: `<!-- wp:navigation-link {"label":"A","url":"/a"} /-->${use}` })
  t.equal(await renderedBlock(made, use), '')
  const inner = '<!-- wp:navigation-link {"label":"A","url":"/a"} /-->'
  t.equal(await renderedBlock(made, `<!-- wp:navigation -->${use}${inner}<!-- /wp:navigation -->`), '')
  const nested = '<!-- wp:navigation-submenu {"label":"A"} -->'.repeat(2000) + inner
  t.match(await renderedBlock(made, `<!-- wp:navigation -->${nested}`), /<nav /)
})

t.test('a site without navigations shows its pages', async t => {
  const made = await recordedSite()
  await postsIn(made.store).removeWhere({ op: 'eq', field: 'type', value: 'wp_navigation' })
  t.match(await renderedBlock(made, '<!-- wp:navigation /-->'), /Child<\/a>/)
})

t.test('many uses of a navigation are bounded', async t => {
  const made = await recordedSite()
  const html = await renderedBlock(made, `<!-- wp:navigation {"ref":${made.ids.get('menu')}} /-->`.repeat(5000))
  t.ok(html.length < 5_000_000, `${html.length} code units`)
})

const link = (attributes: object, name = 'navigation-link') => `<!-- wp:${name} ${JSON.stringify(attributes)} /-->`
const ITEM = '<li class="wp-block-navigation-item wp-block-navigation-link">'
const label = (text: string) => `<span class="wp-block-navigation-item__label">${text}</span></a>`
const anchor = (attributes: string, text: string) =>
  `<a class="wp-block-navigation-item__content"${attributes}>${label(text)}`

/** The content of a navigation, and its HTML. */
const RENDERED: readonly (readonly [name: string, content: string, html: string])[] = [
  ['a link', link({ label: 'Home', url: '/home' }), `${ITEM}${anchor('  href="/home"', 'Home')}</li>`],
  [
    'a link in a new tab',
    link({ label: 'A & B', url: '/shop?a=1&b=2', opensInNewTab: true, rel: 'nofollow', title: '"Buy"' }),
    `${ITEM}${anchor('  href="/shop?a=1&#038;b=2" target="_blank"   rel="nofollow" title="&quot;Buy&quot;"', 'A &amp; B')}</li>`,
  ],
  ['a link without a label', link({ label: '', url: '/home' }), ''],
  ['a link without anything', '<!-- wp:navigation-link /-->', ''],
  ['a link without a URL', link({ label: 'Text' }), `${ITEM}${anchor(' ', 'Text')}</li>`],
  ['inline HTML', link({ label: '<em>New</em>', url: '/' }), `${ITEM}${anchor('  href="/"', '<em>New</em>')}</li>`],
  [
    'scripts',
    link({ label: '<script>x</script><b onclick="x">B</b>', url: 'javascript:alert(1)', title: '"><script>' }),
    `${ITEM}${anchor('  href="" title="&quot;&gt;&lt;script&gt;"', 'x<b>B</b>')}</li>`,
  ],
  [
    'a scheme with characters that browsers skip',
    link({ label: 'L', url: ' java\tscript:alert(1)' }),
    `${ITEM}${anchor('  href=""', 'L')}</li>`,
  ],
  ...[
    ['example.com', 'http://example.com'],
    [' example.com', 'http://example.com'],
    ['x y', 'http://x%20y'],
    ['foo/bar.php', 'http://foo/bar.php'],
    ['foo.php?x=1', 'foo.php?x=1'],
    ['a.html', 'http://a.html'],
    ['x&y', 'http://x&#038;y'],
    ['é.com', 'http://é.com'],
    ['[a]', 'http://[a]'],
    ['a@b.c', 'http://a@b.c'],
    ['//x.y', '//x.y'],
    ['#a', '#a'],
    ['?a', '?a'],
    ['mailto:a@b.c', 'mailto:a@b.c'],
    ['a:b', ''],
  ].map(
    ([url, href]) =>
      [`the URL ${url}`, link({ label: 'L', url }), `${ITEM}${anchor(`  href="${href}"`, 'L')}</li>`] as const,
  ),
  [
    'a menu with a host name',
    link({ label: 'More', url: 'example.com' }, 'navigation-submenu'),
    `<li class="wp-block-navigation-item wp-block-navigation-submenu">${anchor(' href="http://example.com"', 'More')}</li>`,
  ],
  ['attributes of the wrong type', link({ label: ['x'], url: {} }), ''],
  [
    'a class of its own',
    link({ label: 'L', url: '/', className: 'own "x"' }),
    `<li class="wp-block-navigation-item own &quot;x&quot; wp-block-navigation-link">${anchor('  href="/"', 'L')}</li>`,
  ],
  [
    'a menu below a link',
    `<!-- wp:navigation-submenu {"label":"More","url":"/more"} -->${link({ label: 'Deep', url: '/deep' })}<!-- /wp:navigation-submenu -->`,
    `<li class="wp-block-navigation-item has-child wp-block-navigation-submenu">${anchor(' href="/more"', 'More')}<ul class="wp-block-navigation__submenu-container wp-block-navigation-submenu">${ITEM}${anchor('  href="/deep"', 'Deep')}</li></ul></li>`,
  ],
  [
    'an empty menu below a link',
    link({ label: 'More', url: '/more' }, 'navigation-submenu'),
    `<li class="wp-block-navigation-item wp-block-navigation-submenu">${anchor(' href="/more"', 'More')}</li>`,
  ],
  ['a menu without a label', link({}, 'navigation-submenu'), ''],
  [
    'a link to the site',
    link({ label: 'Start & <script>' }, 'home-link'),
    '<li class="wp-block-navigation-item wp-block-home-link"><a class="wp-block-home-link__content wp-block-navigation-item__content" href="https://site.example" rel="home" >Start &amp; </a></li>',
  ],
]

t.test('the links of navigations', async t => {
  const { send, store } = await makeSite()
  for (const [name, content, html] of RENDERED) {
    const { id } = await postsIn(store).insert(recordOf('menu', { type: 'cms_navigation', content }))
    const { body } = await send(`GET /navigation/${id}`, { as: 'anonymous' })
    t.equal((body as { content: { rendered: string } }).content.rendered.trim(), html, name)
  }
})

const add = ({ store }: TestSite, title: string, changes: Partial<PostRecord> = {}) =>
  postsIn(store).insert(recordOf(title, { type: 'page', ...changes }))

async function rendered({ send, store }: TestSite, content: string): Promise<string> {
  const { id } = await postsIn(store).insert(recordOf('post', { content }))
  const { body } = await send(`GET /posts/${id}`, { as: 'anonymous' })
  return (body as { content: { rendered: string } }).content.rendered.trim()
}

const titles = (html: string) => [...html.matchAll(/>([^<>]+)<\/a>/g)].map(([, title]) => title)
const LIST = '<!-- wp:page-list /-->'

t.test('published pages, in their order and below each other', async t => {
  const made = await makeSite()
  t.equal(await rendered(made, LIST), '', 'no pages')
  const b = await add(made, 'b')
  await add(made, 'A')
  await add(made, 'first', { menuOrder: -1 })
  const below = await add(made, 'below', { parent: b.id })
  await add(made, 'deep', { parent: below.id })
  await add(made, 'hidden', { status: 'private' })
  const draft = await add(made, 'draft', { status: 'draft' })
  const lost = await add(made, 'of-draft', { parent: draft.id })
  await add(made, 'below-lost', { parent: lost.id })
  await add(made, 'post', { type: 'post' })
  const html = await rendered(made, LIST)
  t.same(titles(html), ['first', 'A', 'b', 'below', 'deep'])
  t.match(html, /^<ul class="wp-block-page-list"><li class="wp-block-pages-list__item"><a /)
  t.ok(
    html.includes(
      '<a class="wp-block-pages-list__item__link" href="https://site.example/b/">b</a><ul class="wp-block-navigation__submenu-container">',
    ),
  )
  t.same(titles(await rendered(made, `<!-- wp:page-list {"parentPageID":${b.id}} /-->`)), ['below', 'deep'])
  for (const id of [-1, 999_999, draft.id, lost.id])
    t.equal(await rendered(made, `<!-- wp:page-list {"parentPageID":${id}} /-->`), '', `${id}`)
})

t.test('titles are rendered, and missing ones replaced', async t => {
  const made = await makeSite()
  await add(made, 'Tea & "cake"')
  await add(made, '', { slug: 'untitled' })
  t.same(titles(await rendered(made, LIST)), ['(no title)', 'Tea &amp; &#8220;cake&#8221;'])
})

t.test('many uses of a long list are bounded', async t => {
  const made = await makeSite()
  await postsIn(made.store).insertMany(
    Array.from({ length: 600 }, (_, number) => recordOf(`page-${number}`, { type: 'page' })),
  )
  t.equal(titles(await rendered(made, LIST)).length, 500)
  const html = await rendered(made, LIST.repeat(2000))
  t.ok(html.length < 5_000_000, `${html.length} code units`)
})

const BLOCK = '<!-- wp:breadcrumbs /-->'
const wrapped = (items: string) =>
  `<nav style="--separator: &quot;/&quot;" class="wp-block-breadcrumbs" aria-label="Breadcrumbs"><ol>${items}</ol></nav>`
const HOME = '<li><a href="https://site.example/">Home</a></li>'
const CURRENT = '<li><span aria-current="page">Here &#038; there</span></li>'

t.test('of a post, by the first of its categories', async t => {
  const made = await recordedSite()
  const ids = new Map(made.ids)
  const shown = async (names: readonly string[], block = BLOCK) => {
    const body = {
      title: 'Here & there',
      status: 'publish',
      content: block,
      categories: names.map(name => ids.get(name)),
    }
    const answer = await made.send('POST /posts', { body })
    return (answer.body as { content: { rendered: string } }).content.rendered.trim()
  }
  const below = (path: string, name: string) => `<li><a href="https://site.example/category/${path}/">${name}</a></li>`
  const trail = `${below('alpha-co', 'Alpha &amp; Co')}${below('alpha-co/beta', 'Beta')}${below('alpha-co/beta/gamma', 'Gamma')}`
  t.equal(await shown(['gamma']), wrapped(`${HOME}${trail}${CURRENT}`))
  t.equal(await shown(['gamma', 'empty']), wrapped(`${HOME}${below('empty', 'Empty')}${CURRENT}`))
  const short = '<!-- wp:breadcrumbs {"showHomeItem":false,"showCurrentItem":false} /-->'
  t.equal(await shown(['empty'], short), wrapped(below('empty', 'Empty')))
  const quoted = await made.send('POST /categories', { body: { name: 'In "quotes"', slug: 'quoted' } })
  ids.set('quoted', (quoted.body as { id: number }).id)
  t.equal(await shown(['quoted'], short), wrapped(below('quoted', 'In &quot;quotes&quot;')), 'no typography')
})

t.test('the trail of a page omits unpublished ancestors', async t => {
  const made = await recordedSite()
  const { store, ids } = made
  const child = ids.get('child') ?? 0
  const of = async (parent: number) => {
    const { id } = await postsIn(store).insert(
      recordOf('here', { type: 'page', title: 'Here & there', parent, content: BLOCK }),
    )
    const { body } = await made.send(`GET /pages/${id}`, { as: 'anonymous' })
    return (body as { content: { rendered: string } }).content.rendered.trim()
  }
  const above =
    '<li><a href="https://site.example/page/">Page</a></li><li><a href="https://site.example/page/child/">Child</a></li>'
  t.equal(await of(child), wrapped(`${HOME}${above}${CURRENT}`))
  t.equal(await of(ids.get('draft page') ?? 0), wrapped(`${HOME}${CURRENT}`))
  await postsIn(store).update(ids.get('page') ?? 0, { parent: child })
  t.match(await of(child), /Child/)
})

t.test('separators do not end the style', async t => {
  const made = await recordedSite()
  const styleOf = async (separator: string) =>
    /style="([^"]*)"/.exec(await renderedBlock(made, `<!-- wp:breadcrumbs ${JSON.stringify({ separator })} /-->`))?.[1]
  t.equal(await styleOf('»'), '--separator: &quot;»&quot;')
  t.equal(await styleOf('a<b'), '--separator: &quot;a&lt;b&quot;')
  // CSS ends a string at each of them.
  for (const space of ['\n', '\r', '\f'])
    t.equal(await styleOf(`a${space};color:red`), '--separator: &quot;a;color:red&quot;', JSON.stringify(space))
  for (const separator of ['"', '\\', 'x";color:red', '}', 'x'.repeat(100)])
    t.notMatch(await styleOf(separator), /separator/)
})
