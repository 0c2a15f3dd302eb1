import { endpoint } from '@platen/core'
import { createMemoryStore } from '@platen/memory'
import { createSite, type Site } from '@platen/site'
import {
  defineEvent,
  defineFeature,
  defineFilter,
  type Feature,
  postSaved,
  Registrations,
  registrationKey,
  type SearchItem,
} from '@platen/site/extend'
import { defineCollection, text } from '@platen/storage'
import t from 'tap'
import { onEveryStore } from './every-store.js'
import { makeSite } from './make-site.js'

interface Book {
  readonly title: string
}

const shelves = registrationKey('shelves', () => new Registrations<Book>('the shelf'))
const bookLent = defineEvent<{ readonly title: string }>('book.lent')
const bookTitle = defineFilter<{ readonly value: string; readonly book: Book }>('book.title')

const found = (title: string): SearchItem => ({
  id: 1,
  type: 'book',
  title: () => title,
  url: () => 'https://site.example/books/1',
  links: () => ({}),
})

const books = defineFeature({
  name: 'books',
  rules: { lend_book: ({ principal }, book: Book) => book.title !== 'rare' && principal.can('lend') },
  capabilities: { editor: ['lend'], nobody: ['lend'] },
  capabilityAliases: { borrow: 'read' },
  supports: ['chapters'],
  meta: [{ object: 'post', subtype: 'novel', key: 'isbn', type: 'string', single: true }],
  settings: { loan_days: { type: 'integer', default: 14 } },
  searchHandlers: {
    book: () => ({
      subtypes: [],
      showsSubtypes: false,
      find: async ({ text }) => ({ items: [found(text)], total: 1 }),
    }),
  },
  setup(site) {
    site.registerPostType('novel', {
      public: true,
      restBase: 'novels',
      supports: ['title', 'custom-fields', 'chapters'],
    })
    site.context.get(shelves).add('first', { title: 'one' })
  },
  routes(site) {
    site.registry.route('books/v1', '/shelves', {
      endpoints: [
        endpoint({
          methods: 'GET',
          permission: 'public',
          handler: () => ({
            body: site
              .get(shelves)
              .all()
              .map(book => site.hooks.apply(bookTitle, { value: book.title, book })),
          }),
        }),
      ],
    })
  },
})

t.test('everything that a feature declares is available', async t => {
  const { site, send, users } = await makeSite({ features: [books] })
  site.filter(bookTitle, ({ value, book }) => `${value}:${book.title}`)
  t.same((await send('GET //books/v1/shelves')).body, ['one:one'])
  const novel = await send('POST /novels', { body: { title: 'x', meta: { isbn: '1' } } })
  t.match(novel, { status: 201, body: { meta: { isbn: '1' } } })
  t.match((await send('GET /settings')).body, { loan_days: 14 })
  t.match((await send('GET /search?type=book&search=x')).body, [{ id: 1, title: 'x', type: 'book' }])
  t.throws(() => site.context.get(shelves).add('late', { title: 'two' }), { name: 'RegistrationError' })

  const [editor, author] = [site.principalOf(users.get('editor')), site.principalOf(users.get('author'))]
  t.ok(editor.can('lend_book', { title: 'x' }))
  t.notOk(editor.can('lend_book', { title: 'rare' }))
  t.notOk(author.can('lend_book', { title: 'x' }))
  t.ok(author.can('borrow'))
})

t.test('events of a feature reach listeners', async t => {
  const { site, send } = await makeSite({ features: [books] })
  const seen: string[] = []
  site.on(bookLent, ({ title }) => void seen.push(title))
  site.on(postSaved, ({ post }) => site.context.hooks.emit(bookLent, { title: post.title }))
  await send('POST /posts', { body: { title: 'lent' } })
  t.same(seen, ['lent'])
})

t.test('a feature may read files before the site is ready, and still register', async t => {
  const order: string[] = []
  const slow: Feature = {
    name: 'slow',
    async load(site) {
      order.push('load')
      await new Promise(resolve => setTimeout(resolve, 5))
      site.registerSetting('loaded', { type: 'string', default: 'yes' })
    },
    routes: () => void order.push('routes'),
  }
  const { site, send } = await makeSite({ register: made => made.use(slow) })
  await Promise.all([site.ready(), site.ready(), send('GET /types')])
  t.same(order, ['load', 'routes'])
  t.match((await send('GET /settings')).body, { loaded: 'yes' })
})

t.test('features are added once, and before the site is ready', async t => {
  const { site } = await makeSite({ features: [books] })
  t.throws(() => site.use(books), { name: 'RegistrationError', message: /"books" is already in use/ })
  t.throws(() => site.use({ name: 'other', rules: books.rules }), { message: /the rule "lend_book"/ })
  await site.ready()
  t.throws(() => site.use({ name: 'late' }), { name: 'RegistrationError', message: /already serves requests/ })
})

t.test('a request is handled whatever fails before it', async t => {
  const failing = defineFeature({
    name: 'failing',
    beforeRequest: () => () => {
      throw new Error('before')
    },
  })
  const { send } = await makeSite({ register: site => site.use(failing) })
  t.equal((await send('GET /posts')).status, 200)
})

t.test('cached responses depend on the revision of what a feature reads', async t => {
  let [content, revision] = ['one', 1]
  const files: Feature = {
    name: 'files',
    revision: () => revision,
    routes(site) {
      site.registry.get('files/v1', '/content', {
        permission: 'public',
        cacheable: true,
        handler: () => ({ body: content }),
      })
    },
  }
  const { send } = await makeSite({ features: [files], cache: true })
  const read = async () => (await send('GET //files/v1/content', { as: 'anonymous' })).body
  t.equal(await read(), 'one')
  content = 'two'
  t.equal(await read(), 'one', 'cached')
  revision += 1
  t.equal(await read(), 'two')
})

const url = 'https://site.example'

const loans = defineCollection({
  name: 'loans',
  columns: { book: text(), borrower: text({ folded: true }) },
  unique: { book: ['book'] },
})

const lending = defineFeature({
  name: 'lending',
  collections: [loans],
  routes(site) {
    const collection = site.store.collection(loans)
    site.registry.route('library/v1', '/loans', {
      endpoints: [
        endpoint({
          methods: 'GET',
          args: {},
          permission: 'public',
          handler: async () => ({ body: (await collection.find({})).records }),
        }),
        endpoint({
          methods: 'POST',
          args: { book: { type: 'string', required: true } },
          permission: 'public',
          handler: async ({ params }) => ({ body: await collection.insert({ book: params.book, borrower: 'Änne' }) }),
        }),
      ],
    })
  },
})

onEveryStore(t, 'a feature with a collection', async (t, make) => {
  const { site, store } = await make()
  site.use(lending)
  t.match(await site.call('POST', '/library/v1/loans', { book: 'a' }), { ok: true })
  t.match(await site.call('POST', '/library/v1/loans', { book: 'a' }), { status: 409, body: { code: 'rest_conflict' } })
  const again = createSite({ store, url, features: [lending] })
  t.match((await again.call('GET', '/library/v1/loans')).body, [{ id: 1, version: 1, book: 'a', borrower: 'Änne' }])
  const without = createSite({ store, url })
  t.match(await without.call('GET', '/cms/v2/posts'), { ok: true })
  t.equal(await store.collection(loans).count(loans.where.equalsText('borrower', 'ANNE')), 1, 'what it stored stays')
})

onEveryStore(t, 'two features with the same collection name', async (t, make) => {
  const { site } = await make()
  site.use(lending)
  const other = defineCollection({ name: 'loans', columns: { book: text() } })
  site.use(defineFeature({ name: 'others', collections: [other] }))
  await t.rejects(site.ready(), { message: 'Two collections are named "loans".' })
})

const checkRegistrationsText = { object: 'post', key: 'mood', type: 'string' } as const

/** What is registered wrongly, and what the error names. */
const WRONG: readonly (readonly [what: string, register: (site: Site) => unknown, message: RegExp])[] = [
  [
    'a taxonomy for an unknown type',
    site => site.registerTaxonomy('genre', { objectTypes: ['pots'] }),
    /objectTypes of the taxonomy "genre": unknown post type "pots"; did you mean "post"\?/,
  ],
  [
    'a type with an unknown taxonomy',
    site => site.registerPostType('book', { taxonomies: ['categry'] }),
    /taxonomies of the post type "book": unknown taxonomy "categry"; did you mean "category"\?/,
  ],
  [
    'a type that supports what no feature knows',
    site => site.registerPostType('book', { supports: ['title', 'exerpt'] }),
    /supports of the post type "book": unknown feature "exerpt"; did you mean "excerpt"\?/,
  ],
  [
    'meta for an unknown type',
    site => site.registerMeta({ ...checkRegistrationsText, subtype: 'pagge' }),
    /subtype of the meta key "mood": unknown post type "pagge"; did you mean "page"\?/,
  ],
  [
    'meta for an unknown taxonomy',
    site => site.registerMeta({ ...checkRegistrationsText, object: 'term', subtype: 'post_tags' }),
    /unknown taxonomy "post_tags"; did you mean "post_tag"\?/,
  ],
  [
    'meta for a type without custom fields',
    site => {
      site.registerPostType('book', { supports: ['title'] })
      site.registerMeta({ ...checkRegistrationsText, subtype: 'book' })
    },
    /the meta key "mood" is for the post type "book", which does not support "custom-fields"/,
  ],
  [
    'meta for a subtype of users',
    site => site.registerMeta({ ...checkRegistrationsText, object: 'user', subtype: 'editor' }),
    /the meta key "mood" has the subtype "editor", but a user has none/,
  ],
  [
    'a field of an unknown resource',
    site => site.registerField(['post', 'pots'], 'mood', { schema: { type: 'string' } }),
    /the field "mood": unknown resource "pots"; did you mean "post"\?/,
  ],
  ...['type', 'post-revision', 'widget', 'cms_font_family'].map(
    resource =>
      [
        `a value for a readonly resource (${resource})`,
        (site: Site) => site.registerField(resource, 'mood', { schema: { type: 'string' }, set() {} }),
        new RegExp(`the field "mood" has "set", but those of the resource "${resource}" are readonly`),
      ] as const,
  ),
  [
    'a template for an unknown type',
    site => site.registerTemplate('wide', { title: 'Wide', postTypes: ['pge'] }),
    /postTypes of the template "wide": unknown post type "pge"; did you mean "page"\?/,
  ],
  [
    'two types at one path',
    site => site.registerPostType('book', { restBase: 'posts' }),
    /restBase of the post type "book": the post type "post" already uses the path \/cms\/v2\/posts/,
  ],
  [
    'a type and a taxonomy at one path',
    site => site.registerTaxonomy('genre', { objectTypes: ['post'], restBase: 'pages' }),
    /restBase of the taxonomy "genre": the post type "page" already uses the path/,
  ],
]

t.test('an inconsistent registration is refused when the site becomes ready', async t => {
  for (const [what, register, message] of WRONG) {
    const { site } = await makeSite({ register })
    await t.rejects(site.ready(), { name: 'RegistrationError', message }, what)
  }
})

t.test('the URL of the site must be an http or https URL', async t => {
  for (const url of ['site.example', 'ftp://site.example', '', '/site']) {
    const { site } = await makeSite({ url })
    await t.rejects(site.ready(), { name: 'RegistrationError', message: /option url is not/ }, url)
  }
  const { site: asked } = await makeSite({ url: 'https://site.example/?a=1' })
  await t.rejects(asked.ready(), { message: /option url has a query or a fragment/ })
  const { site } = await makeSite({ apiUrl: 'api' })
  await t.rejects(site.ready(), { message: /option apiUrl is not an http or https URL: "api"/ })
})

t.test('a store without a site is refused, until the site is installed', async t => {
  const site = createSite({ store: createMemoryStore(), url: 'https://site.example' })
  await t.rejects(site.ready(), { name: 'RegistrationError', message: /installSite/ })
})
