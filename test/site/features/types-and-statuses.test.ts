import { wpDialect } from '@platen/site'
import t from 'tap'
import { makeSite } from '../make-site.js'

const { send } = await makeSite({
  register(site) {
    site.registerPostType('book', {
      label: 'Books',
      labels: { singular_name: 'Book', add_new: 'Write one' },
      public: true,
      hasArchive: 'library',
      hierarchical: true,
      icon: 'book',
      template: [['core/paragraph', {}]],
      templateLock: 'all',
      supports: ['title'],
    })
    site.registerPostType('memo', { label: 'Memos', capabilityType: ['memo', 'memos'] })
    site.registerPostType('unseen', { label: 'Unseen', showInRest: false })
    site.registerTaxonomy('genre', { label: 'Genres', objectTypes: ['book'] })
    site.registerTaxonomy('hidden', { label: 'Hidden', objectTypes: ['book'], showInRest: false })
  },
})

const keysOf = ({ body }: { readonly body: unknown }) => Object.keys(body as object)

t.test('everybody sees the types that are for clients', async t => {
  const names = keysOf(await send('GET /types', { as: 'anonymous' }))
  for (const name of ['post', 'page', 'attachment', 'cms_block', 'book', 'memo']) t.ok(names.includes(name), name)
  for (const name of ['revision', 'unseen']) t.notOk(names.includes(name), name)
})

t.test('in the context edit, users see the types that they may write', async t => {
  const seen: Readonly<Record<string, readonly string[]>> = {
    contributor: ['post', 'attachment', 'cms_block', 'book'],
    editor: ['post', 'page', 'attachment', 'cms_block', 'book'],
  }
  for (const [as, names] of Object.entries(seen))
    t.same(keysOf(await send('GET /types?context=edit', { as })), names, as)
})

const REFUSALS: readonly (readonly [request: string, as: string, status: number, code: string])[] = [
  ['GET /types?context=edit', 'anonymous', 401, 'rest_cannot_view'],
  ['GET /types?context=edit', 'subscriber', 403, 'rest_cannot_view'],
  ['GET /types/page?context=edit', 'author', 403, 'rest_forbidden_context'],
  ['GET /types/memo?context=edit', 'administrator', 403, 'rest_forbidden_context'],
  ['GET /types/unseen', 'administrator', 403, 'rest_cannot_read_type'],
  ['GET /types/revision', 'anonymous', 401, 'rest_cannot_read_type'],
  ['GET /types/nothing', 'anonymous', 404, 'rest_type_invalid'],
]

for (const [request, as, status, code] of REFUSALS) {
  t.test(`${request} as ${as}`, async t => {
    const answer = await send(request, { as })
    t.match(answer, { status, body: { code, data: { status } } })
  })
}

t.test('one type', async t => {
  const { body } = await send('GET /types/book?context=edit')
  t.match(body, {
    name: 'Books',
    slug: 'book',
    icon: 'book',
    has_archive: 'library',
    hierarchical: true,
    viewable: true,
    taxonomies: ['genre'],
    template: [['core/paragraph', {}]],
    template_lock: 'all',
    supports: { title: true },
    labels: { name: 'Books', singular_name: 'Book', add_new: 'Write one', parent_item_colon: /Book/ },
    capabilities: { edit_posts: 'edit_posts', create_posts: 'edit_posts' },
    visibility: { show_ui: true, show_in_nav_menus: true },
    rest_base: 'book',
    rest_namespace: 'cms/v2',
    _links: {
      collection: [{ href: 'https://site.example/cms-json/cms/v2/types' }],
      'cms:items': [{ href: 'https://site.example/cms-json/cms/v2/book' }],
    },
  })
  const flat = (await send('GET /types/memo?_fields=labels', { as: 'anonymous' })).body
  t.same(flat, [], 'labels are for those who write')
})

const { send: statusesSend } = await makeSite({
  register(site) {
    site.registerStatus('archived', { label: 'Archived', public: true, queryable: false, showInList: false })
    site.registerStatus('secret', { internal: true })
  },
})

const LISTS: Readonly<Record<string, readonly string[]>> = {
  anonymous: ['publish', 'archived'],
  subscriber: ['publish', 'archived'],
  contributor: ['publish', 'future', 'draft', 'pending', 'private', 'trash', 'archived'],
}

for (const [as, names] of Object.entries(LISTS)) {
  t.test(`the list as ${as}`, async t => {
    t.same(keysOf(await statusesSend('GET /statuses', { as })), names)
  })
}

const STATUSES_REFUSALS: readonly (readonly [request: string, as: string, status: number, code: string])[] = [
  ['GET /statuses?context=edit', 'anonymous', 401, 'rest_cannot_view'],
  ['GET /statuses/draft', 'subscriber', 403, 'rest_cannot_read_status'],
  ['GET /statuses/inherit', 'administrator', 403, 'rest_cannot_read_status'],
  ['GET /statuses/secret', 'administrator', 403, 'rest_cannot_read_status'],
  ['GET /statuses/nothing', 'administrator', 404, 'rest_status_invalid'],
]

for (const [request, as, status, code] of STATUSES_REFUSALS) {
  t.test(`${request} as ${as}`, async t => {
    const answer = await statusesSend(request, { as })
    t.match(answer, { status, body: { code, data: { status } } })
    t.notOk(answer.headers['Allow'])
  })
}

t.test('one status', async t => {
  t.same((await statusesSend('GET /statuses/archived?context=edit', { as: 'anonymous' })).body, {
    name: 'Archived',
    private: false,
    protected: false,
    public: true,
    queryable: false,
    show_in_list: false,
    slug: 'archived',
    date_floating: false,
    _links: { archives: [{ href: 'https://site.example/cms-json/cms/v2/posts?status=archived' }] },
  })
  t.match(await statusesSend('GET /statuses/publish?_fields=_links'), {
    body: { _links: { archives: [{ href: 'https://site.example/cms-json/cms/v2/posts' }] } },
  })
  t.match(await statusesSend('GET /statuses/draft'), { body: { public: false, date_floating: true } })
})

const { send: taxonomiesSend } = await makeSite({
  register(site) {
    site.registerPostType('book', { label: 'Books', public: true, taxonomies: ['category', 'genre'] })
    site.registerTaxonomy('genre', {
      labels: { name: 'Genres', singular_name: 'Genre', no_terms: 'No genre at all' },
      objectTypes: ['post'],
      description: 'Of stories',
      hierarchical: true,
    })
    site.registerTaxonomy('secret', {
      objectTypes: ['post'],
      capabilities: { assign_terms: 'manage_options' },
      restNamespace: 'inner/v1',
      restBase: 'secrets',
      publiclyQueryable: false,
    })
    site.registerTaxonomy('unseen', { label: 'Unseen', objectTypes: ['book'], showInRest: false })
  },
})

const TAXONOMIES_LISTS: readonly (readonly [query: string, as: string, names: readonly string[]])[] = [
  ['', 'anonymous', ['category', 'post_tag', 'nav_menu', 'cms_pattern_category', 'genre', 'secret']],
  ['?context=edit', 'author', ['category', 'post_tag', 'cms_pattern_category', 'genre']],
  ['?type=book', 'anonymous', ['category', 'genre']],
  ['?type=page', 'anonymous', []],
  ['?type=', 'anonymous', ['category', 'post_tag', 'nav_menu', 'cms_pattern_category', 'genre', 'secret']],
]

for (const [query, as, names] of TAXONOMIES_LISTS) {
  t.test(`the list${query} as ${as}`, async t => {
    const answer = await taxonomiesSend(`GET /taxonomies${query}`, { as })
    t.equal(answer.status, 200)
    t.notOk(Array.isArray(answer.body), 'a map, even when it is empty')
    t.same(keysOf(answer), names)
  })
}

const TAXONOMIES_REFUSALS: readonly (readonly [request: string, as: string, status: number, code: string])[] = [
  ['GET /taxonomies?context=edit', 'subscriber', 403, 'rest_cannot_view'],
  ['GET /taxonomies?context=edit&type=page', 'administrator', 403, 'rest_cannot_view'],
  ['GET /taxonomies/secret?context=edit', 'editor', 403, 'rest_forbidden_context'],
  ['GET /taxonomies/genre?context=edit', 'anonymous', 401, 'rest_forbidden_context'],
  ['GET /taxonomies/unseen', 'administrator', 403, 'rest_forbidden'],
  ['GET /taxonomies/nothing', 'administrator', 404, 'rest_taxonomy_invalid'],
]

for (const [request, as, status, code] of TAXONOMIES_REFUSALS) {
  t.test(`${request} as ${as}`, async t => {
    t.match(await taxonomiesSend(request, { as }), { status, body: { code, data: { status } } })
  })
}

t.test('one taxonomy', async t => {
  const { body } = await taxonomiesSend('GET /taxonomies/genre?context=edit')
  t.match(body, {
    name: 'Genres',
    slug: 'genre',
    description: 'Of stories',
    types: ['post', 'book'],
    hierarchical: true,
    rest_base: 'genre',
    show_cloud: true,
    labels: { name: 'Genres', singular_name: 'Genre', no_terms: 'No genre at all', popular_items: null },
    capabilities: { manage_terms: 'manage_categories', assign_terms: 'edit_posts' },
    visibility: { public: true, publicly_queryable: true, show_ui: true, show_admin_column: false },
  })
  t.same((await taxonomiesSend('GET /taxonomies/secret?_fields=_links.cms:items,rest_namespace')).body, {
    rest_namespace: 'inner/v1',
    _links: {
      collection: [{ href: 'https://site.example/cms-json/cms/v2/taxonomies' }],
      'cms:items': [{ href: 'https://site.example/cms-json/inner/v1/secrets' }],
      curies: [{ name: 'cms', href: 'https://site.example/relations/{rel}', templated: true }],
    },
  })
})

t.test('the fields of a list match its entries', async t => {
  t.same((await taxonomiesSend('GET /taxonomies?type=book&_fields=slug,visibility.public&context=edit')).body, {
    category: { slug: 'category', visibility: { public: true } },
    genre: { slug: 'genre', visibility: { public: true } },
  })
})

t.test('terms of a taxonomy in a custom namespace', async t => {
  const { status, headers } = await taxonomiesSend('POST //inner/v1/secrets', { body: { name: 'One' } })
  t.equal(status, 201)
  t.match(headers.Location, /^https:\/\/site\.example\/cms-json\/inner\/v1\/secrets\/\d+$/)
})

interface ViewConfig {
  readonly default_view: { readonly type: string; readonly fields: readonly string[] }
  readonly view_list: readonly { readonly title: string; readonly slug: string; readonly view?: object }[]
  readonly form: { readonly fields?: readonly unknown[] }
}

const slugs = ({ view_list }: ViewConfig) => view_list.map(({ slug }) => slug)

t.test('post types with views of their own', async t => {
  const { send, site } = await makeSite({
    register: site => void site.registerBlockPatternCategory('zoo', { label: 'Zoo' }),
  })
  await site.ready()
  await send('POST /cms_pattern_category', { body: { name: 'Apples' } })
  const config = async (name: string) => (await send(`GET /view-config?kind=postType&name=${name}`)).body as ViewConfig
  t.strictSame(slugs(await config('post')), ['all'])
  t.strictSame(slugs(await config('page')), ['all', 'published', 'future', 'drafts', 'pending', 'private', 'trash'])
  const patterns = await config('cms_block')
  t.strictSame(slugs(patterns).slice(0, 2), ['all-patterns', 'my-patterns'])
  t.strictSame(
    slugs(patterns).filter(slug => ['apples', 'zoo', 'uncategorized'].includes(slug)),
    ['apples', 'zoo', 'uncategorized'],
  )
  t.equal((await config('cms_template')).default_view.type, 'grid')
  t.match((await config('cms_template')).view_list[1], { title: 'Platen', view: { filters: [{ value: 'Platen' }] } })
  t.ok(slugs(await config('cms_template_part')).includes('header'))
})

t.test('the prefix of built-in types is that of the dialect', async t => {
  const { send } = await makeSite({ dialect: wpDialect })
  const { body } = await send('GET /view-config?kind=postType&name=wp_block&_fields=default_view.type')
  t.strictSame(body, { default_view: { type: 'grid' } })
})

t.test('who may see the views of what', async t => {
  const { send } = await makeSite()
  const table: readonly [query: string, role: string, status: number][] = [
    ['kind=postType&name=page', 'author', 403],
    ['kind=postType&name=page', 'editor', 200],
    ['kind=postType&name=cms_navigation', 'editor', 403],
    ['kind=taxonomy&name=category', 'author', 403],
    ['kind=taxonomy&name=category', 'editor', 200],
    ['kind=taxonomy&name=nothing', 'anonymous', 404],
    ['kind=root&name=site', 'editor', 403],
    ['kind=postType', 'administrator', 400],
  ]
  for (const [query, as, status] of table)
    t.equal((await send(`GET /view-config?${query}`, { as })).status, status, `${query} as ${as}`)
})
