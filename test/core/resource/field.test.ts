import {
  createRegistry,
  defineResource,
  endpoint,
  fieldBuilder,
  type HandlerRequest,
  type ParamsOf,
} from '@platen/core'
import t from 'tap'

interface Book {
  readonly id: number
  readonly title: string
}
interface Draft {
  title?: string
  pages?: number
  anything?: unknown
}

/** Compiles only when both types are the same. */
const same = <A, B>(..._proof: (<T>() => T extends A ? 1 : 2) extends <T>() => T extends B ? 1 : 2 ? [] : [never]) => {}

const field = fieldBuilder<Book, { shelf: string }, 'shelf', Draft>()
const fields = {
  id: field({ schema: { type: 'integer' }, readonly: true, get: book => book.id }),
  title: field({
    schema: { type: 'string', required: true },
    get: book => book.title,
    set(draft, value) {
      same<typeof value, string>()
      draft.title = value
    },
  }),
  pages: field({
    schema: { type: 'integer', default: 1 },
    needs: ['shelf'],
    set: (draft, value) => {
      same<typeof value, number>()
      draft.pages = value
    },
  }),
  isbn: field({ schema: { type: 'string' }, argument: 'create' }),
  anything: field({
    schema: { type: 'string' },
    skipValidation: true,
    set(draft, value) {
      same<typeof value, unknown>()
      draft.anything = value
    },
  }),
}
const names = createRegistry().names
const resource = () =>
  defineResource({ title: 'book', fields, load: (_books: readonly Book[]) => ({ shelf: 'A' }) }, names)

t.test('createArgs() and updateArgs() carry the types of arguments', async t => {
  const books = resource()
  const create = books.createArgs()
  same<
    ParamsOf<typeof create>,
    { title: string; pages: number; isbn?: string | undefined; anything?: unknown | undefined }
  >()
  const update = books.updateArgs()
  same<
    ParamsOf<typeof update>,
    { title?: string | undefined; pages?: number | undefined; anything?: unknown | undefined }
  >()
  t.same(Object.keys(create), ['title', 'pages', 'isbn', 'anything'])
  t.same(Object.keys(update), ['title', 'pages', 'anything'])
  t.notOk('default' in update.pages)
})

t.test('handlers get parameters of these types and of the path, and pass their request on without a cast', async t => {
  const books = resource()
  const general = (request: HandlerRequest) => request.path
  const seen: unknown[] = []
  const registry = createRegistry()
  registry.route('a/v1', '/books', {
    endpoints: [
      endpoint({
        methods: 'POST',
        args: books.createArgs(),
        permission: request => general(request) === '/a/v1/books',
        handler(request) {
          same<typeof request.params.pages, number>()
          same<typeof request.params.isbn, string | undefined>()
          seen.push(request.params.title.length)
          return { body: general(request) }
        },
      }),
    ],
  })
  registry.route('a/v1', '/books/{id}', {
    endpoints: [
      endpoint({
        methods: 'PATCH',
        args: books.updateArgs(),
        permission: request => request.params.id === 7,
        handler(request) {
          same<typeof request.params.id, number>()
          same<typeof request.params.pages, number | undefined>()
          seen.push(request.params.id)
          return books.reply({ id: request.params.id, title: request.params.title ?? '' }, request)
        },
      }),
    ],
  })
  const created = await registry.dispatch({ method: 'POST', path: '/a/v1/books', query: { title: 'Emma' } })
  t.equal(created.status, 200)
  const updated = await registry.dispatch({ method: 'PATCH', path: '/a/v1/books/7', query: { title: 'Emma' } })
  t.match(updated.body, { id: 7, title: 'Emma' })
  t.same(seen, [4, 7])
})

t.test('a field that does not match its record, needs or draft does not compile', async t => {
  field({
    schema: { type: 'string' },
    set(draft, value) {
      // @ts-expect-error: a value of another type than the draft's
      draft.pages = value
    },
  })
  // @ts-expect-error: nothing of that name can be loaded
  field({ schema: { type: 'string' }, needs: ['author'] })
  // @ts-expect-error: the record has no such property
  field({ schema: { type: 'string' }, get: book => book.author })
  t.pass()
})
