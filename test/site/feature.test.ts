import { endpoint } from '@platen/core'
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
import t from 'tap'
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
