import { type PostRecord, postsIn, themeOf } from '@platen/site'
import t from 'tap'
import { processorTime } from '../../growth.js'
import { mediaSite, painted } from '../features/media/media-site.js'
import { countingSite, recordOf } from '../features/posts/counting-site.js'
import { makeSite, type TestSite } from '../make-site.js'

interface Created {
  readonly id: number
  readonly link: string
  readonly source_url: string
  readonly content: { readonly rendered: string }
}

const loop = (inner: string, query: object = {}): string => {
  const attributes = { query: { postType: 'post', inherit: false, perPage: 5, ...query } }
  const template = `<!-- wp:post-template -->${inner}<!-- /wp:post-template -->`
  return `<!-- wp:query ${JSON.stringify(attributes)} --><div>${template}</div><!-- /wp:query -->`
}

const embedOf = (link: string): string =>
  `<!-- wp:embed {"url":"${link}"} --><figure class="wp-block-embed"><div>\n${link}\n</div></figure><!-- /wp:embed -->`
const paragraphOf = (link: string): string => `<!-- wp:paragraph -->\n<p>${link}</p>\n<!-- /wp:paragraph -->`
const imageOf = ({ id, source_url }: Created): string =>
  `<!-- wp:image {"id":${id}} --><figure class="wp-block-image"><img src="${source_url}" class="wp-image-${id}"/></figure><!-- /wp:image -->`

t.test('texts within others show embeds and images as the content of a post does', async t => {
  const part = '<!-- wp:template-part {"slug":"top"} /-->'
  const theme = (content: string) =>
    themeOf('garden', {
      'style.css': '/* Theme Name: Garden */',
      'templates/index.html': '',
      'parts/top.html': content,
    })
  // The theme's file names the first records of the site.
  const link = 'https://site.example/?p=2'
  const made = await mediaSite({}, { themes: [theme(embedOf(link) + paragraphOf(link))] })
  await made.store.options.set('stylesheet', 'garden')
  const create = async (path: string, body: object): Promise<Created> =>
    (await made.send(`POST /${path}`, { body: { status: 'publish', ...body } })).body as Created
  const bytes = painted({ width: 1600, height: 1200 })
  const image = (await made.upload('photo.png', bytes)).body as Created
  const target = await create('posts', { title: 'Target', content: 'x' })
  t.equal(target.id, 2)
  const shown = embedOf(target.link) + paragraphOf(target.link) + imageOf(image)
  const tag = (await create('tags', { name: 'Listed' })).id
  await create('posts', { title: 'Listed', content: shown, tags: [tag] })
  const pattern = await create('blocks', { title: 'Pattern', content: shown })
  const tagged = { taxQuery: { post_tag: [tag] } }
  const rows: readonly [name: string, content: string, images: number][] = [
    ['its own content', shown, 1],
    ['a synced pattern', `<!-- wp:block {"ref":${pattern.id}} /-->`, 1],
    ['the content of a listed post', loop('<!-- wp:post-content /-->', tagged), 1],
    ['a pattern within a list', loop(`<!-- wp:block {"ref":${pattern.id}} /-->`, tagged), 1],
    ['a template part', part, 0],
  ]
  for (const [name, content, images] of rows) {
    await t.test(name, async t => {
      const { id } = await create('posts', { title: 'Outer', content })
      const { rendered } = ((await made.send(`GET /posts/${id}`, { as: 'anonymous' })).body as Created).content
      t.equal(rendered.split('<blockquote').length - 1, 2, rendered)
      t.match(rendered, '>Target</a>')
      t.equal(rendered.split(' srcset="').length - 1, images)
    })
  }
})

t.test('a list costs as many statements however many of its posts include texts with embeds and images', async t => {
  const { store, statements } = await countingSite(t)
  const target = await postsIn(store).insert(recordOf('target', {}))
  const link = `https://site.example/?p=${target.id}`
  const photo = await postsIn(store).insert(
    recordOf('photo', { type: 'attachment', status: 'inherit', mimeType: 'image/png' }),
  )
  const image = imageOf({
    id: photo.id,
    source_url: 'https://site.example/photo.png',
    link: '',
    content: { rendered: '' },
  })
  for (let number = 0; number < 25; number++) {
    const type = 'cms_block'
    const pattern = await postsIn(store).insert(recordOf(`pattern-${number}`, { type, content: embedOf(link) + image }))
    await postsIn(store).insert(recordOf(`post-${number}`, { content: `<!-- wp:block {"ref":${pattern.id}} /-->` }))
  }
  const one = await statements('GET /posts?per_page=1', 'anonymous')
  t.equal(await statements('GET /posts?per_page=20', 'anonymous'), one)
})

const around = (name: string, attributes: object, inner: string): string =>
  `<!-- wp:${name} ${JSON.stringify(attributes)} -->${inner}<!-- /wp:${name} -->`

const nestedLoop = (inner: string, perPage = 100): string =>
  around(
    'query',
    { query: { perPage, postType: 'post', inherit: false } },
    `<div>${around('post-template', {}, inner)}</div>`,
  )

const nested = (inner: string, depth: number): string => (depth === 0 ? inner : nestedLoop(nested(inner, depth - 1)))

const TITLE = '<!-- wp:post-title /-->'
const CONTENT = '<!-- wp:post-content /-->'

interface Shown {
  readonly content: { readonly rendered: string }
}

/** Contents whose full HTML would be endless, or larger than any page. */
const HOSTILE: Readonly<Record<string, string>> = {
  'a loop that shows itself': nestedLoop(CONTENT),
  'loops within loops': nested(TITLE, 3),
  'loops deeper than any page': nested(TITLE, 40),
  'loops of blocks that show nothing': nested('<!-- wp:post-terms /-->'.repeat(50), 2),
  'many loops': nestedLoop(TITLE).repeat(300),
  'different loops': Array.from({ length: 300 }, (_, index) => nestedLoop(TITLE, (index % 99) + 1)).join(''),
}

for (const [name, content] of Object.entries(HOSTILE)) {
  t.test(`${name} take little time and space`, async t => {
    const { send, store } = await makeSite()
    for (let number = 0; number < 30; number++) await postsIn(store).insert(recordOf(`post-${number}`, { content }))
    const started = processorTime()
    const { status, body } = await send('GET /posts?per_page=5', { as: 'anonymous' })
    t.equal(status, 200)
    t.ok(processorTime() - started < 10_000, `${processorTime() - started} ms`)
    const size = (body as Shown[]).reduce((sum, { content }) => sum + content.rendered.length, 0)
    t.ok(size < 12_000_000, `${size} code units`)
  })
}

t.test('a loop shows the content of other posts, and its own once', async t => {
  const { send, store } = await makeSite()
  const paragraph = '<!-- wp:paragraph --><p>Inner</p><!-- /wp:paragraph -->'
  await postsIn(store).insert(recordOf('inner', { content: paragraph + TITLE }))
  const { id } = await postsIn(store).insert(recordOf('outer', { content: nestedLoop(CONTENT) }))
  const { rendered } = ((await send(`GET /posts/${id}`)).body as Shown).content
  t.match(rendered, '<p class="wp-block-paragraph">Inner</p><h2 class="wp-block-post-title">inner</h2>')
  t.equal(rendered.split('<ul').length - 1, 2, 'the list, and the list within its own content')
  t.equal(rendered.split('entry-content').length - 1, 3)
})

const paragraph = (text: string) => `<!-- wp:paragraph --><p>${text}</p><!-- /wp:paragraph -->`
const use = (ref: unknown) => `<!-- wp:block ${JSON.stringify({ ref })} /-->`

const pattern = ({ store }: TestSite, content: string, changes: Partial<PostRecord> = {}) =>
  postsIn(store).insert(recordOf('pattern', { type: 'cms_block', content, ...changes }))

async function rendered({ send, store }: TestSite, content: string, as = 'anonymous'): Promise<string> {
  const { id } = await postsIn(store).insert(recordOf('post', { content }))
  const { body } = await send(`GET /posts/${id}`, { as })
  return (body as { content: { rendered: string } }).content.rendered.trim()
}

t.test('posts show the published patterns that they use', async t => {
  const made = await makeSite()
  const { id } = await pattern(made, paragraph('Shared'))
  const html = '<p class="wp-block-paragraph">Shared</p>'
  t.equal(await rendered(made, use(id)), html)
  t.equal(await rendered(made, use(id) + use(id)), html + html)
  t.equal(await rendered(made, use(String(id)).replace('wp:block', 'wp:core/block')), html)
  await made.send(`PUT /blocks/${id}`, { body: { content: paragraph('New') } })
  t.equal(await rendered(made, use(id)), '<p class="wp-block-paragraph">New</p>', 'uses follow its changes')
  await made.send(`DELETE /blocks/${id}`)
  t.equal(await rendered(made, use(id)), '')
})

t.test('only published patterns are shown, even to users who may read others', async t => {
  const made = await makeSite()
  for (const changes of [
    { status: 'draft' },
    { status: 'private' },
    { status: 'future', dateGmt: '2100-01-01T00:00:00' },
    { password: 'secret' },
    { type: 'post' },
    { type: 'page', status: 'private' },
  ]) {
    const { id } = await pattern(made, paragraph('Hidden'), changes)
    for (const as of ['anonymous', 'administrator'])
      t.equal(await rendered(made, use(id), as), '', `${JSON.stringify(changes)} ${as}`)
  }
  for (const ref of [0, -1, 999_999, 1.5, null, [1], 'x', 1e300]) t.equal(await rendered(made, use(ref)), '', `${ref}`)
  t.equal(await rendered(made, '<!-- wp:block /-->'), '')
})

t.test('patterns within patterns, and within themselves', async t => {
  const made = await makeSite()
  const inner = await pattern(made, paragraph('Inner'))
  const outer = await pattern(made, `<!-- wp:group --><div>${use(inner.id)}</div><!-- /wp:group -->`)
  t.match(await rendered(made, use(outer.id)), /<div[^>]*><p class="wp-block-paragraph">Inner<\/p><\/div>/)
  const loop = await pattern(made, 'soon')
  await postsIn(made.store).update(loop.id, { content: paragraph('Once') + use(loop.id) })
  t.equal(await rendered(made, use(loop.id)), '<p class="wp-block-paragraph">Once</p>')
})

t.test('many uses of a large pattern are bounded', async t => {
  const made = await makeSite()
  for (const content of [paragraph('x'.repeat(200_000)), `<!-- ${'x'.repeat(200_000)} -->`]) {
    const { id } = await pattern(made, content)
    const html = await rendered(made, use(id).repeat(2000))
    t.ok(html.length < 2_000_000, `${html.length} code units`)
  }
})

t.test('a list costs as many statements however many patterns its posts use', async t => {
  const made = await countingSite(t)
  for (let number = 0; number < 20; number++) {
    const { id } = await pattern(made, paragraph(`Pattern ${number}`))
    await postsIn(made.store).insert(recordOf(`post-${number}`, { content: use(id).repeat(3) }))
  }
  const one = await made.statements('GET /posts?per_page=1', 'anonymous')
  t.equal(await made.statements('GET /posts?per_page=20', 'anonymous'), one)
})

const blockOfPattern = (slug: unknown) => `<!-- wp:pattern ${JSON.stringify({ slug })} /-->`
const html = (text: string) => `<p class="wp-block-paragraph">${text}</p>`

const themePattern = (slug: string, content: string) => `<?php\n/**\n * Title: T\n * Slug: ${slug}\n */\n?>\n${content}`

const theme = themeOf('garden', {
  'style.css': '/* Theme Name: Garden */',
  'templates/index.html': '',
  'patterns/hero.php': themePattern('garden/hero', paragraph('Hero')),
  'patterns/outer.php': themePattern('garden/outer', blockOfPattern('garden/hero') + blockOfPattern('shop/own')),
  'patterns/loop.php': themePattern('garden/loop', paragraph('Once') + blockOfPattern('garden/loop')),
  'patterns/title.php': themePattern('garden/title', '<!-- wp:post-title /-->'),
  'patterns/both.php': themePattern('shop/both', paragraph('of the theme')),
})

const site = () =>
  makeSite({
    themes: [theme],
    register(site) {
      site.registerBlockPattern('shop/own', { title: 'Own', content: paragraph('Own') })
      site.registerBlockPattern('shop/both', { title: 'Both', content: paragraph('of the code') })
    },
  })

async function renderedPattern({ send, store }: TestSite, content: string): Promise<string> {
  const { id } = await postsIn(store).insert(recordOf('post', { content, title: 'The title' }))
  const { body } = await send(`GET /posts/${id}`, { as: 'anonymous' })
  return (body as { content: { rendered: string } }).content.rendered.trim()
}

t.test('posts show the patterns that they name', async t => {
  const made = await site()
  await made.store.options.set('stylesheet', 'garden')
  for (const [content, expected] of [
    [blockOfPattern('garden/hero'), html('Hero')],
    [blockOfPattern('shop/own'), html('Own')],
    [blockOfPattern('shop/both'), html('of the code')],
    [blockOfPattern('garden/outer'), html('Hero') + html('Own')],
    [blockOfPattern('garden/loop'), html('Once')],
    [blockOfPattern('garden/hero') + blockOfPattern('garden/hero'), html('Hero') + html('Hero')],
    [blockOfPattern('nothing'), ''],
    [blockOfPattern('__proto__'), ''],
    [blockOfPattern(7), ''],
    ['<!-- wp:pattern /-->', ''],
  ] as const)
    t.equal(await renderedPattern(made, content), expected, content)
  t.match(
    await renderedPattern(made, blockOfPattern('garden/title')),
    />The title</,
    'blocks in it show the post around',
  )
})

t.test('only the active theme has patterns', async t => {
  const made = await site()
  t.equal(await renderedPattern(made, blockOfPattern('garden/hero')), '')
  t.equal(await renderedPattern(made, blockOfPattern('shop/own')), html('Own'))
})

t.test('the list has the patterns of the active theme, then registered ones', async t => {
  const made = await site()
  const names = async () =>
    ((await made.send('GET /block-patterns/patterns')).body as { name: string }[]).map(({ name }) => name)
  t.same(await names(), ['shop/own', 'shop/both'])
  await made.site.content.themes.activate('garden', { as: made.site.system })
  const own = ['garden/hero', 'garden/loop', 'garden/outer', 'garden/title']
  t.same(await names(), [...own, 'shop/own', 'shop/both'])
})
