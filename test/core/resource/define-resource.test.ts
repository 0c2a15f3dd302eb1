import { contextOf, defineResource, endpoint, pageReply, type RegistryOptions, type Schema } from '@platen/core'
import t from 'tap'
import { aRegistry, somebody } from '../a-registry.js'

interface Book {
  id: number
  title: string
  secret: string
}
type Need = 'authors' | 'reviews'
interface View {
  authors?: string[]
  needs: readonly Need[]
}
interface Draft {
  title?: string
  tags?: unknown
  order: string[]
}

function aLibrary(options: RegistryOptions = {}) {
  const calls: string[] = []
  const loads: { records: number; needs: readonly Need[]; context: string }[] = []
  const { registry } = aRegistry(options)
  const called = <T>(name: string, value: T): T => {
    calls.push(name)
    return value
  }
  const books = defineResource<Book, View, Need, Draft>(
    {
      title: 'book',
      fields: {
        id: { schema: { type: 'integer' }, readonly: true, get: book => called('id', book.id) },
        title: {
          schema: {
            type: 'object',
            properties: { raw: { type: 'string', context: ['edit'] }, rendered: { type: 'string' } },
          },
          get(book, _view, wanted) {
            if (wanted.wants('rendered')) calls.push('rendering')
            return called('title', { raw: book.title, rendered: `<b>${book.title}</b>` })
          },
          set: (draft, value) => {
            draft.order.push('title')
            draft.title = String(value)
          },
        },
        author: {
          schema: { type: 'string' },
          contexts: ['view', 'edit'],
          needs: ['authors'],
          get: (book, view) => called('author', view.authors?.[book.id]),
        },
        secret: {
          schema: { type: 'string' },
          contexts: ['edit'],
          readonly: true,
          get: book => called('secret', book.secret),
        },
        rating: {
          schema: { type: 'integer' },
          needs: ['reviews'],
          get: book => (book.id === 2 ? undefined : called('rating', 5)),
        },
        password: { schema: { type: 'string' }, set: draft => void draft.order.push('password') },
        tags: {
          schema: { type: 'array' },
          get: () => ['a', 'b'],
          set: async (draft, value) => {
            draft.order.push('tags')
            draft.tags = value
          },
        },
      },
      load(records, needs, _request, context) {
        loads.push({ records: records.length, needs: [...needs], context })
        return { needs: [...needs], ...(needs.has('authors') ? { authors: ['', 'Ann', 'Bob', 'Eve'] } : {}) }
      },
      links: {
        needs: ['reviews'],
        of: book => ({ self: [{ href: `/books/${book.id}` }], 'cms:author': [{ href: `/authors/${book.id}` }] }),
      },
    },
    registry.names,
  )
  const records: Book[] = [1, 2, 3].map(id => ({ id, title: `t${id}`, secret: `s${id}` }))
  const args = { context: books.contextArg() }
  registry.route('lib/v1', '/books', {
    endpoints: [
      endpoint({
        methods: 'GET',
        args,
        permission: 'public',
        handler: async request =>
          pageReply(
            { items: await books.present(records, request), total: 3, page: 1, perPage: 10 },
            request,
            registry,
          ),
      }),
      endpoint({
        methods: 'POST',
        args: books.createArgs(),
        permission: 'public',
        async handler(request) {
          const draft: Draft = { order: [] }
          await books.apply(draft, request)
          return { body: draft }
        },
      }),
    ],
    schema: () => books.schema,
  })
  registry.route('lib/v1', '/books/1', {
    endpoints: [
      endpoint({
        methods: 'GET',
        args,
        permission: 'public',
        handler: request => books.reply(records[0] as Book, request),
      }),
    ],
  })
  const send = async (path: string, query = '', method = 'GET') =>
    (await registry.dispatch({ method, path: `/lib/v1${path}`, query })).body
  return { send, calls, loads, books, registry }
}

t.test('a single record shows the fields of its context', async t => {
  const { send, loads } = aLibrary()
  const links = {
    self: [{ href: '/books/1' }],
    'cms:author': [{ href: '/authors/1' }],
    curies: [{ name: 'cms', href: 'about:cms/{rel}', templated: true }],
  }
  t.strictSame(await send('/books/1'), {
    id: 1,
    title: { rendered: '<b>t1</b>' },
    author: 'Ann',
    rating: 5,
    tags: ['a', 'b'],
    _links: links,
  })
  t.strictSame(await send('/books/1', 'context=edit'), {
    id: 1,
    title: { raw: 't1', rendered: '<b>t1</b>' },
    author: 'Ann',
    secret: 's1',
    rating: 5,
    tags: ['a', 'b'],
    _links: links,
  })
  t.strictSame(await send('/books/1', 'context=embed'), {
    id: 1,
    title: { rendered: '<b>t1</b>' },
    rating: 5,
    tags: ['a', 'b'],
    _links: links,
  })
  t.same(
    loads.map(({ context, needs }) => [context, needs]),
    [
      ['view', ['authors', 'reviews']],
      ['edit', ['authors', 'reviews']],
      ['embed', ['reviews']],
    ],
  )
})

const selections: { query: string; item: unknown; calls: string[]; needs: readonly Need[] }[] = [
  { query: '_fields=id', item: { id: 1 }, calls: ['id'], needs: [] },
  { query: '_fields=author', item: { author: 'Ann' }, calls: ['author'], needs: ['authors'] },
  {
    query: '_fields=title.rendered',
    item: { title: { rendered: '<b>t1</b>' } },
    calls: ['rendering', 'title'],
    needs: [],
  },
  { query: '_fields=title.raw', item: { title: {} }, calls: ['title'], needs: [] },
  { query: '_fields=title.raw&context=edit', item: { title: { raw: 't1' } }, calls: ['title'], needs: [] },
  { query: '_fields=secret', item: {}, calls: [], needs: [] },
  { query: '_fields=nothing', item: {}, calls: [], needs: [] },
  { query: '_fields=password', item: {}, calls: [], needs: [] },
  { query: '_fields=tags.1', item: { tags: ['b'] }, calls: [], needs: [] },
  {
    query: '_fields=id,_links.self',
    item: { id: 1, _links: { self: [{ href: '/books/1' }] } },
    calls: ['id'],
    needs: ['reviews'],
  },
]

for (const { query, item, calls, needs } of selections) {
  t.test(`${query} computes and loads only selected fields`, async t => {
    const library = aLibrary()
    const [first] = (await library.send('/books', query)) as unknown[]
    t.strictSame(first, item)
    t.same(library.calls, [...calls, ...calls, ...calls])
    t.same(
      library.loads.map(load => [load.records, load.needs]),
      [[3, needs]],
    )
  })
}

t.test('a single record has all its links if any is selected', async t => {
  const body = await aLibrary().send('/books/1', '_fields=_links.self')
  t.same(Object.keys((body as { _links: object })._links), ['self', 'cms:author', 'curies'])
})

t.test(
  'a single record has the links that _embed needs; items of a list have links only if they are selected',
  async t => {
    const { send } = aLibrary()
    t.match(await send('/books/1', '_fields=id,_embedded&_embed'), { id: 1, _links: { self: [{}] } })
    t.strictSame(await send('/books/1', '_fields=id,_embedded,_embedded.author'), { id: 1 })
    t.strictSame(await send('/books/1', '_fields=_embedded'), {})
    t.strictSame(((await send('/books', '_fields=id,_embedded')) as unknown[])[0], { id: 1 })
    t.strictSame(((await send('/books', '_fields=id,_links.nothing')) as unknown[])[0], { id: 1, _links: {} })
  },
)

for (const emptyObjects of ['object', 'list'] as const) {
  t.test(`lists are written as their values are, an empty object as an empty ${emptyObjects}`, async t => {
    const names = { prefix: 'cms', headerPrefix: 'X-CMS-', relationBase: 'https://rels.example/', emptyObjects }
    const { registry } = aLibrary({ names })
    const parts = ['id', 'title', 'title.rendered', 'title.none', 'rating', 'tags', 'tags.0', 'none', '_embedded']
    const links = ['', '_links', '_links.self', '_links.self.0', '_links.cms:author', '_links.none']
    const selections = ['', ...[...parts, ''].flatMap(part => links.map(link => `_fields=${part},${link}`))]
    for (const query of selections.flatMap(selection => [selection, `${selection}&_embed`])) {
      const request = { method: 'GET', path: '/lib/v1/books', query }
      const sent = await registry.dispatch(request)
      // What callers with a principal get is not written.
      const { body } = await registry.dispatch({ ...request, principal: somebody() })
      t.equal(sent.text(), JSON.stringify(body), query)
    }
  })
}

t.test('undefined values are omitted', async t => {
  const items = (await aLibrary().send('/books', '_fields=rating')) as unknown[]
  t.strictSame(items, [{ rating: 5 }, {}, { rating: 5 }])
})

t.test('HEAD computes nothing', async t => {
  const { send, calls, loads } = aLibrary()
  await send('/books', '', 'HEAD')
  t.same(calls, [])
  t.same(
    loads.flatMap(load => load.needs),
    [],
  )
})

t.test('sent values are applied in the order of the fields', async t => {
  const { registry } = aLibrary()
  const send = async (value: unknown) =>
    (await registry.dispatch({ method: 'POST', path: '/lib/v1/books', body: { kind: 'json', value } })).body
  t.strictSame(await send({ tags: 'x,y', title: {}, password: 'p', id: 9 }), {
    order: ['title', 'password', 'tags'],
    title: '[object Object]',
    tags: ['x', 'y'],
  })
  t.strictSame(await send({}), { order: [] })
})

t.test('plans of many selections do not fill the memory', async t => {
  const { send } = aLibrary()
  for (let i = 0; i < 600; i++) t.strictSame(await send('/books/1', `_fields=x${i},id`), { id: 1 })
})

t.test('contexts', async t => {
  t.equal(contextOf({ params: {} }), 'view')
  t.equal(contextOf({ params: {} }, 'edit'), 'edit')
  t.equal(contextOf({ params: { context: 'embed' } }), 'embed')
  t.equal(contextOf({ params: { context: 'other' } }), 'view')
})

t.test('a table of fields is checked, and frozen', async t => {
  const { registry, books } = aLibrary()
  const define = (field: unknown) =>
    defineResource<unknown, unknown, never>(
      { title: 'x', fields: { a: field as { schema: Schema } }, load: () => ({}) },
      registry.names,
    )
  t.throws(() => define({ schema: {}, contexts: ['always'] }), { name: 'SchemaError' })
  t.throws(() => define({ contexts: ['view'] }), { name: 'SchemaError' })
  const field = { schema: { type: 'string' } }
  define(field)
  t.ok(Object.isFrozen(field) && Object.isFrozen(field.schema))
  t.ok(Object.isFrozen(books) && Object.isFrozen(books.schema))
})

for (const first of ['*', ' ', '', 'all', '%20', '**', ',*,']) {
  t.test(`the plan for _fields=${JSON.stringify(first)} is not shared with other selections`, async t => {
    const { registry } = aRegistry()
    const things = defineResource<{ id: number; inner: { id: number } }, undefined, never, never>(
      {
        title: 'thing',
        fields: {
          id: { schema: { type: 'integer' }, get: thing => thing.id },
          inner: { schema: { type: 'object' }, get: thing => thing.inner },
        },
        load: () => undefined,
      },
      { prefix: 'cms', headerPrefix: 'X-CMS-', relationBase: 'http://x/' },
    )
    registry.route('a/v1', '/things', {
      endpoints: [
        endpoint({
          methods: 'GET',
          args: { context: things.contextArg() },
          permission: 'public',
          handler: async request => ({
            body: await things.present([{ id: 1, inner: { id: 2 } }], request),
            fieldsApplied: true,
          }),
        }),
      ],
    })
    const send = async (query: string) => (await registry.dispatch({ method: 'GET', path: '/a/v1/things', query })).body
    for (const context of ['view', 'embed', 'edit']) {
      await send(`context=${context}&_fields=${encodeURIComponent(first)}`)
      t.same(await send(`context=${context}`), [{ id: 1, inner: { id: 2 } }], context)
      t.same(await send(`context=${context}&_fields=inner.id`), [{ inner: { id: 2 } }], context)
    }
  })
}
