import t from 'tap'
import { makeSite } from '../../make-site.js'

const { send } = await makeSite({
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

const keysOf = ({ body }: { readonly body: unknown }) => Object.keys(body as object)

const LISTS: readonly (readonly [query: string, as: string, names: readonly string[]])[] = [
  ['', 'anonymous', ['category', 'post_tag', 'nav_menu', 'cms_pattern_category', 'genre', 'secret']],
  ['?context=edit', 'author', ['category', 'post_tag', 'cms_pattern_category', 'genre']],
  ['?type=book', 'anonymous', ['category', 'genre']],
  ['?type=page', 'anonymous', []],
  ['?type=', 'anonymous', ['category', 'post_tag', 'nav_menu', 'cms_pattern_category', 'genre', 'secret']],
]

for (const [query, as, names] of LISTS) {
  t.test(`the list${query} as ${as}`, async t => {
    const answer = await send(`GET /taxonomies${query}`, { as })
    t.equal(answer.status, 200)
    t.notOk(Array.isArray(answer.body), 'a map, even when it is empty')
    t.same(keysOf(answer), names)
  })
}

const REFUSALS: readonly (readonly [request: string, as: string, status: number, code: string])[] = [
  ['GET /taxonomies?context=edit', 'subscriber', 403, 'rest_cannot_view'],
  ['GET /taxonomies?context=edit&type=page', 'administrator', 403, 'rest_cannot_view'],
  ['GET /taxonomies/secret?context=edit', 'editor', 403, 'rest_forbidden_context'],
  ['GET /taxonomies/genre?context=edit', 'anonymous', 401, 'rest_forbidden_context'],
  ['GET /taxonomies/unseen', 'administrator', 403, 'rest_forbidden'],
  ['GET /taxonomies/nothing', 'administrator', 404, 'rest_taxonomy_invalid'],
]

for (const [request, as, status, code] of REFUSALS) {
  t.test(`${request} as ${as}`, async t => {
    t.match(await send(request, { as }), { status, body: { code, data: { status } } })
  })
}

t.test('one taxonomy', async t => {
  const { body } = await send('GET /taxonomies/genre?context=edit')
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
  t.same((await send('GET /taxonomies/secret?_fields=_links.cms:items,rest_namespace')).body, {
    rest_namespace: 'inner/v1',
    _links: {
      collection: [{ href: 'https://site.example/cms-json/cms/v2/taxonomies' }],
      'cms:items': [{ href: 'https://site.example/cms-json/inner/v1/secrets' }],
      curies: [{ name: 'cms', href: 'https://site.example/relations/{rel}', templated: true }],
    },
  })
})

t.test('the fields of a list match its entries', async t => {
  t.same((await send('GET /taxonomies?type=book&_fields=slug,visibility.public&context=edit')).body, {
    category: { slug: 'category', visibility: { public: true } },
    genre: { slug: 'genre', visibility: { public: true } },
  })
})

t.test('terms of a taxonomy in a custom namespace', async t => {
  const { status, headers } = await send('POST //inner/v1/secrets', { body: { name: 'One' } })
  t.equal(status, 201)
  t.match(headers.Location, /^https:\/\/site\.example\/cms-json\/inner\/v1\/secrets\/\d+$/)
})
