import { type PostRecord, postsIn, type Site } from '@platen/site'
import t from 'tap'
import { onEveryStore } from '../every-store.js'
import { makeSite } from '../make-site.js'

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
