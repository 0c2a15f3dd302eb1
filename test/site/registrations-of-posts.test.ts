import { type PostRecord, postsIn, type Site } from '@platen/site'
import { postContent, postExcerpt, postTitle } from '@platen/site/extend'
import t from 'tap'
import { onEveryStore } from './every-store.js'
import { makeSite, type TestSite, type TestSiteOptions } from './make-site.js'

type Shown = PostRecord & Readonly<Record<string, unknown>>

/** What somebody who keeps a library would register. */
function registerLibrary(site: Site): void {
  site.registerPostType('book', {
    label: 'Books',
    public: true,
    restBase: 'books',
    supports: ['title', 'editor', 'author', 'excerpt', 'thumbnail', 'comments', 'revisions', 'custom-fields'],
    taxonomies: ['genre'],
    hasArchive: true,
  })
  site.registerPostType('chapter', {
    public: true,
    hierarchical: true,
    supports: ['title', 'editor', 'page-attributes'],
    restNamespace: 'library/v1',
  })
  site.registerPostType('note', { supports: ['title'] })
  site.registerPostType('secret', { showInRest: false })
  site.registerTaxonomy('genre', { objectTypes: ['book'], hierarchical: true, restBase: 'genres' })
  site.registerStatus('lent', { label: 'Lent', public: true })
  site.registerStatus('ordered', { label: 'Ordered', protected: true, dateFloating: true })
  site.registerMeta({
    object: 'post',
    subtype: 'book',
    key: 'pages',
    type: 'integer',
    single: true,
    default: 0,
    schema: { minimum: 0 },
  })
  site.registerMeta({ object: 'term', subtype: 'genre', key: 'shelf', type: 'string', single: true })
  site.registerTemplate('wide', { title: 'Wide', postTypes: ['book'] })
  site.registerField('book', 'cover', {
    schema: { type: 'string' },
    get: (post: PostRecord) => `cover of ${post.title}`,
  })
}

onEveryStore(t, 'a type gets all that types have', async (t, make) => {
  const { send } = await make({ register: registerLibrary })
  const { id: genre } = (await send('POST /genres', { body: { name: 'Poetry', meta: { shelf: 'A1' } } })).body as Shown
  const created = await send('POST /books', {
    body: {
      title: 'Leaves',
      content: 'grass',
      excerpt: 'x',
      status: 'lent',
      genres: [genre],
      meta: { pages: 95 },
      template: 'wide',
    },
  })
  const { id } = created.body as Shown
  t.match(created, {
    status: 201,
    headers: { Location: `https://site.example/cms-json/cms/v2/books/${id}` },
    body: {
      type: 'book',
      status: 'lent',
      slug: 'leaves',
      link: 'https://site.example/book/leaves/',
      genres: [genre],
      meta: { pages: 95 },
      template: 'wide',
      cover: 'cover of Leaves',
    },
  })
  t.match((await send(`GET /books/${id}`, { as: 'anonymous' })).body, {
    class_list: [`post-${id}`, 'book', 'type-book', 'status-lent', 'hentry', 'genre-poetry'],
    _links: { 'cms:term': [{ taxonomy: 'genre', href: `https://site.example/cms-json/cms/v2/genres?post=${id}` }] },
  })
  for (const [query, found] of [
    [`genres=${genre}&status=lent`, true],
    [`genres_exclude=${genre}&status=lent`, false],
    ['status=publish', false],
    ['status=lent&search=grass', true],
    ['status=any&orderby=slug', true],
  ] as const)
    t.same((await send(`GET /books?_fields=id&${query}`)).body, found ? [{ id }] : [], query)
  await send(`PUT /books/${id}`, { body: { title: 'Leaves of Grass' } })
  t.match((await send(`GET /books/${id}`)).body, { _links: { 'version-history': [{ count: 1 }] } })
  t.match(await send(`PUT /books/${id}`, { body: { meta: { pages: -1 } } }), { status: 400 })
  t.match(await send(`PUT /books/${id}`, { body: { template: 'narrow' } }), {
    status: 400,
    body: { code: 'rest_invalid_param' },
  })
  t.match(await send(`DELETE /books/${id}`), { body: { status: 'trash' } })
  t.match(await send(`DELETE /books/${id}?force=true`), { body: { deleted: true } })
})

t.test('what a type does not support it does not have', async t => {
  const { send } = await makeSite({ register: registerLibrary })
  const fields = async (path: string) => {
    const { body } = await send(`OPTIONS ${path}`)
    return Object.keys((body as { schema: { properties: object } }).schema.properties)
  }
  const absent = [
    'content',
    'excerpt',
    'author',
    'featured_media',
    'comment_status',
    'meta',
    'parent',
    'menu_order',
    'sticky',
    'format',
    'categories',
    'link',
  ]
  const notes = await fields('/note')
  for (const name of absent.filter(each => each !== 'link')) t.notOk(notes.includes(name), `notes have no ${name}`)
  const books = await fields('/books')
  for (const name of ['parent', 'menu_order', 'sticky', 'format', 'categories'])
    t.notOk(books.includes(name), `books have no ${name}`)
  for (const name of [
    'content',
    'excerpt',
    'author',
    'featured_media',
    'comment_status',
    'meta',
    'genres',
    'cover',
    'link',
  ])
    t.ok(books.includes(name), `books have ${name}`)
  t.match(await send('GET /note?parent=1&menu_order=1&author=1'), { status: 200 }, 'unknown parameters are ignored')
})

t.test('a type may have its own namespace, ancestors, or no routes', async t => {
  const { send } = await makeSite({ register: registerLibrary })
  const { id } = (await send('POST //library/v1/chapter', { body: { title: 'One', status: 'publish' } })).body as Shown
  const below = await send('POST //library/v1/chapter', {
    body: { title: 'Two', status: 'publish', parent: id, menu_order: 2 },
  })
  t.match(below, { status: 201, body: { parent: id, menu_order: 2, link: 'https://site.example/chapter/one/two/' } })
  t.match(below.body, { _links: { up: [{ href: `https://site.example/cms-json/library/v1/chapter/${id}` }] } })
  t.match(await send('GET /chapter'), { status: 404 })
  t.match(await send('GET /secret'), { status: 404, body: { code: 'rest_no_route' } })
  t.match(await send('GET /types/secret'), { status: 403, body: { code: 'rest_cannot_read_type' } })
})

t.test('registered definitions are in their lists', async t => {
  const { send } = await makeSite({ register: registerLibrary })
  const { routes } = (await send('GET //')).body as {
    routes: Readonly<Record<string, { readonly methods: readonly string[] }>>
  }
  for (const [route, methods] of [
    ['/cms/v2/books', ['GET', 'POST']],
    ['/cms/v2/books/(?P<id>[\\d]+)', ['GET', 'POST', 'PUT', 'PATCH', 'DELETE']],
    ['/cms/v2/genres', ['GET', 'POST']],
    ['/library/v1/chapter', ['GET', 'POST']],
  ] as const)
    t.same(routes[route]?.methods, methods, route)
  t.match((await send('GET /types/book')).body, {
    slug: 'book',
    rest_base: 'books',
    hierarchical: false,
    taxonomies: ['genre'],
  })
  t.match((await send('GET /statuses/lent')).body, { slug: 'lent', public: true })
  t.match((await send('GET /taxonomies/genre')).body, { slug: 'genre', types: ['book'], hierarchical: true })
  const { enum: statuses } = (
    (await send('OPTIONS /books')).body as { schema: { properties: { status: { enum: string[] } } } }
  ).schema.properties.status
  t.ok(statuses.includes('lent') && statuses.includes('ordered') && !statuses.includes('trash'))
})

t.test('statuses of ones own', async t => {
  const { send, store } = await makeSite({ register: registerLibrary })
  const { id } = (await send('POST /books', { body: { title: 'Later', status: 'ordered' } })).body as Shown
  t.equal((await postsIn(store).get(id))?.dateGmt, null, 'its date floats')
  t.equal(((await send(`GET /books/${id}`)).body as Shown)['link'], `https://site.example/?post_type=book&p=${id}`)
  t.match(await send(`GET /books/${id}`, { as: 'anonymous' }), { status: 401 })
  t.match(await send('GET /books?status=ordered', { as: 'anonymous' }), { status: 400 })
  t.match(await send('GET /books?status=lent', { as: 'anonymous' }), { status: 200, body: [] })
  await send(`PUT /books/${id}`, { body: { status: 'lent' } })
  t.match((await send('GET /books?status=lent', { as: 'anonymous' })).body, [{ id }])
  t.match(await send('POST /books', { body: { title: 'x', status: 'lost' } }), {
    status: 400,
    body: { code: 'rest_invalid_param' },
  })
})

t.test('a taxonomy joins a type of the site', async t => {
  const { send } = await makeSite({
    register(site) {
      site.registerTaxonomy('mood', { objectTypes: ['post'], defaultTermOption: 'usual_mood' })
      site.registerMeta({ object: 'post', key: 'everywhere', type: 'string', single: true })
    },
  })
  const { id } = (await send('POST /mood', { body: { name: 'Fine' } })).body as Shown
  t.match((await send('POST /posts', { body: { title: 'x', mood: [id], meta: { everywhere: 'y' } } })).body, {
    mood: [id],
    meta: { everywhere: 'y' },
  })
  t.match((await send('POST /pages', { body: { title: 'x', meta: { everywhere: 'z' } } })).body, {
    meta: { everywhere: 'z' },
  })
  t.match((await send(`GET /posts?mood[operator]=AND&mood[terms]=${id}&status=draft&_fields=mood`)).body, [
    { mood: [id] },
  ])
})

type ContentShown = PostRecord & {
  readonly title: { readonly rendered: string }
  readonly content: { readonly rendered: string }
  readonly excerpt: { readonly rendered: string }
}

/** Renders a content on a site with something registered. */
async function rendered(options: TestSiteOptions, content: string): Promise<string> {
  const { send } = await makeSite(options)
  const { body } = await send('POST /posts', { body: { title: 'x', content, status: 'publish' } })
  return ((await send(`GET /posts/${(body as ContentShown).id}`, { as: 'anonymous' })).body as ContentShown).content
    .rendered
}

t.test('shortcodes', async t => {
  const register = (site: Site) => {
    site.registerShortcode(
      'shout',
      (_attributes, content, { render }) => `<b>${render(content ?? '').toUpperCase()}</b>`,
    )
    site.registerShortcode('where', (_attributes, _content, { postId }) => `post ${postId}`)
    site.registerShortcode('raw', (_attributes, content) => `<pre>${content}</pre>`, { early: true })
  }
  t.match(await rendered({ register }, 'a [shout]b [where][/shout] c'), 'a <b>B POST 1</b> c')
  t.match(await rendered({ register }, '[unknown] [[where]]'), '[unknown] [where]')
  t.match(await rendered({ register }, '[where]'), 'post 1')
  t.match(await rendered({ register }, '[raw]a "b" -- c[/raw]'), '<pre>a "b" -- c</pre>')
  t.match(await rendered({}, '[shout]x[/shout]'), '[shout]x[/shout]')
  const { site } = await makeSite()
  t.throws(() => site.registerShortcode('no good', () => ''), { name: 'TypeError' })
  t.throws(() => site.registerBlockType({ name: 'noname' }), { name: 'TypeError' })
})

t.test('faces are shown as characters, unless the site does not want it', async t => {
  const { send } = await makeSite()
  const { id } = (await send('POST /posts', { body: { title: 'x', content: 'Hello :)', status: 'publish' } }))
    .body as ContentShown
  const content = async () => ((await send(`GET /posts/${id}`)).body as ContentShown).content.rendered
  t.notMatch(await content(), /:\)/)
  await send('PUT /settings', { body: { use_smilies: false } })
  t.match(await content(), /:\)/)
})

t.test('blocks', async t => {
  const register = (site: Site) =>
    site.registerBlockType({
      name: 'shop/price',
      attributes: { amount: { type: 'number', default: 5 }, currency: { type: 'string', enum: ['EUR', 'USD'] } },
      render: ({ amount, currency }, content) => `<i>${amount} ${currency ?? '?'}${content}</i>`,
    })
  for (const [block, html] of [
    ['<!-- wp:shop/price {"amount":7,"currency":"EUR"} /-->', '<i>7 EUR</i>'],
    ['<!-- wp:shop/price /-->', '<i>5 ?</i>'],
    ['<!-- wp:shop/price {"amount":"many","currency":"XXX"} /-->', '<i>5 ?</i>'],
    ['<!-- wp:shop/price --><b>now</b><!-- /wp:shop/price -->', '<i>5 ?<b>now</b></i>'],
    ['<!-- wp:shop/other --><b>saved</b><!-- /wp:shop/other -->', '<b>saved</b>'],
  ] as const)
    t.match(await rendered({ register }, block), html, block)
})

t.test('filters change shown values, one after the other, but no stored ones', async t => {
  const register = (site: Site) => {
    site.filter(postTitle, ({ value }) => `${value}!`)
    site.filter(postTitle, ({ value, post }) => `${value} (${post.status})`)
    site.filter(postContent, ({ value }) => value.replace('words', 'WORDS'))
    site.filter(postExcerpt, () => 'none')
  }
  const { send, store } = await makeSite({ register })
  const body = { title: 'x', content: 'words', status: 'publish' }
  const { id } = (await send('POST /posts', { body })).body as ContentShown
  t.match((await send(`GET /posts/${id}?context=edit`)).body, {
    title: { raw: 'x', rendered: 'x! (publish)' },
    content: { raw: 'words', rendered: '<p>WORDS</p>\n' },
    excerpt: { rendered: 'none' },
  })
  t.match(await postsIn(store).get(id), { title: 'x', content: 'words', excerpt: '' })
})

t.test('a filter that is taken away changes nothing more', async t => {
  const { send, site } = await makeSite()
  const { id } = (await send('POST /posts', { body: { title: 'x', status: 'publish' } })).body as ContentShown
  const title = async () => ((await send(`GET /posts/${id}`)).body as ContentShown).title.rendered
  const remove = site.filter(postTitle, ({ value }) => `${value}!`)
  t.equal(await title(), 'x!')
  remove()
  t.equal(await title(), 'x')
  remove()
})

t.test('what renders and throws is logged, and leaves its part of the record out', async t => {
  for (const [what, register, content] of [
    ['filter', (site: Site) => void site.filter(postContent, fail), 'x'],
    ['shortcode', (site: Site) => site.registerShortcode('fail', fail), '[fail]'],
    ['block', (site: Site) => site.registerBlockType({ name: 'a/b', render: fail }), '<!-- wp:a/b /-->'],
    ['field', (site: Site) => site.registerField('post', 'fail', { schema: { type: 'string' }, get: fail }), 'x'],
  ] as const) {
    const told: unknown[] = []
    const made = await makeSite({ register, onError: error => void told.push(error) })
    const { send } = made
    await insertPost(made, content)
    const answer = await send('GET /posts')
    t.match(answer, { status: 200, body: [{ id: Number }] }, what)
    t.notOk(answer.text().includes('secret'))
    t.ok(
      told.some(error => error instanceof Error && (error.cause as Error | undefined)?.message === 'secret'),
      what,
    )
    t.equal((await send('GET /posts?_fields=id')).status, 200, 'what is not asked for does no harm')
  }
})

function fail(): never {
  throw new Error('secret')
}

/** A published post, put past the interface, whose answers would fail. */
async function insertPost({ send, store }: TestSite, content: string): Promise<void> {
  const { body } = await send('POST /pages?_fields=id', { body: { title: 'x' } })
  const { id: _id, version: _version, ...record } = (await postsIn(store).get((body as ContentShown).id)) as PostRecord
  await postsIn(store).insert({ ...record, type: 'post', content, status: 'publish' })
}
