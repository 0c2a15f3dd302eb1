import {
  allFields,
  type Context,
  createRegistry,
  defineResource,
  endpoint,
  fieldBuilder,
  type HandlerRequest,
  noFields,
  type ParamsOf,
  parseFieldSelection,
  type ResourceDefinition,
} from '@platen/core'
import t from 'tap'
import { loadModule } from '../load-module.js'

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

const value = {
  id: 7,
  title: { raw: 'r', rendered: 'R' },
  meta: { geo: { lat: 1.5, label: 'L' }, empty: {}, none: null },
  tags: [3, 4, 5],
  people: [{ name: 'a', age: 1 }, { name: 'b' }],
}

const picked: { given: unknown; result: unknown }[] = [
  { given: 'id', result: { id: 7 } },
  { given: 'id,tags', result: { id: 7, tags: [3, 4, 5] } },
  { given: ' id , tags ', result: { id: 7, tags: [3, 4, 5] } },
  { given: 'id\ttags', result: { id: 7, tags: [3, 4, 5] } },
  { given: 'id\n tags\r,,\v\f', result: { id: 7, tags: [3, 4, 5] } },
  { given: 'id\u3000tags', result: {} },
  { given: ['id', ' tags ', 'people.0.name'], result: { id: 7, tags: [3, 4, 5], people: [{ name: 'a' }] } },
  { given: ['id,tags'], result: {} },
  { given: ['id tags', 'title.raw'], result: { title: { raw: 'r' } } },
  { given: [''], result: {} },
  { given: ['', 'id'], result: { id: 7 } },
  { given: { a: 'id', b: 'tags' }, result: { id: 7, tags: [3, 4, 5] } },
  { given: 'title.raw', result: { title: { raw: 'r' } } },
  { given: 'title,title.raw', result: { title: { raw: 'r', rendered: 'R' } } },
  { given: 'title.raw,title', result: { title: { raw: 'r', rendered: 'R' } } },
  { given: 'meta.geo.lat,meta.none', result: { meta: { geo: { lat: 1.5 }, none: null } } },
  { given: 'nothing', result: {} },
  { given: 'nothing.deep', result: {} },
  { given: 'ID', result: {} },
  { given: 'title.nothing', result: { title: {} } },
  { given: 'title.raw.deep', result: { title: { raw: 'r' } } },
  { given: 'title.', result: { title: {} } },
  { given: '.title', result: {} },
  { given: 'meta.empty', result: { meta: { empty: {} } } },
  { given: 'meta.empty.x', result: { meta: { empty: {} } } },
  { given: 'meta.none.x', result: { meta: { none: null } } },
  { given: 'tags.1', result: { tags: [4] } },
  { given: 'tags.x', result: { tags: [] } },
  { given: 'tags.length', result: { tags: [] } },
  { given: 'people.1.age', result: { people: [{}] } },
  { given: 'constructor,toString,__proto__', result: {} },
]

for (const { given, result } of picked) {
  t.test(`picks ${JSON.stringify(given)}`, async t => {
    t.strictSame(parseFieldSelection(given).pick(value), result)
  })
}

for (const given of [undefined, '', ' , ', [], [7], {}, 7]) {
  t.test(`${JSON.stringify(given)} selects everything`, async t => {
    t.equal(parseFieldSelection(given), allFields)
  })
}

t.test('selected names', async t => {
  const selection = parseFieldSelection('id,title.raw,meta.geo.lat')
  t.notOk(selection.all)
  t.ok(selection.wants('title'))
  t.notOk(selection.wants('raw'))
  t.ok(selection.below('id').all)
  t.ok(selection.below('id').wants('anything'))
  t.ok(selection.below('title').wants('raw'))
  t.notOk(selection.below('title').wants('rendered'))
  t.ok(selection.below('meta').below('geo').wants('lat'))
  t.equal(selection.below('nothing'), noFields)
  t.equal(selection.key, parseFieldSelection(['id', ' title.raw', 'meta.geo.lat']).key)
  t.not(selection.key, parseFieldSelection('id').key)
})

t.test('everything and nothing', async t => {
  t.equal(allFields.pick(value), value)
  t.ok(allFields.wants('x') && allFields.below('x').all)
  t.notOk(noFields.wants('x') || noFields.below('x').wants('y'))
  t.strictSame(noFields.pick(value), {})
  t.strictSame(noFields.pick([value]), [])
})

t.test('a name with very many dots', async t => {
  t.strictSame(parseFieldSelection(`id,${'a.'.repeat(100_000)}b`).pick(value), { id: 7 })
})

t.test('different selections have different keys', async t => {
  const inner = parseFieldSelection('a,b.c').below('b')
  const selections = [
    allFields,
    noFields,
    inner,
    parseFieldSelection(['a,b.c', 'a']),
    ...['*', 'a', 'a,b.c', 'a,b.c/b', 'a,b.c,b', 'b', 'c', 'a b.c b x'].map(each => parseFieldSelection(each)),
  ]
  t.equal(new Set(selections.map(({ key }) => key)).size, selections.length)
})

t.test('an object without selected properties is an empty list if the dialect says so', async t => {
  for (const [given, result] of [
    ['nothing', []],
    ['title.nothing', { title: [] }],
    ['id', { id: 7 }],
  ]) {
    t.strictSame(parseFieldSelection(given, 'list').pick(value), result)
  }
})

const { createPlanner } =
  await loadModule<typeof import('../../../packages/core/src/resource/plan.js')>('resource/plan.js')

interface Item {
  readonly id: number
}
const reads: string[] = []
const seen = (name: string) => {
  reads.push(name)
  return name
}
const definition = {
  title: 'item',
  load: () => undefined,
  fields: {
    id: { schema: { type: 'integer' }, get: ({ id }: Item) => id },
    secret: { schema: { type: 'string' }, contexts: ['edit'], get: () => 'secret' },
    parts: {
      schema: {
        type: 'object',
        properties: { raw: { type: 'string', context: ['edit'] }, shown: { type: 'string' } },
      },
      needs: ['parts'],
      get: { raw: () => seen('r'), shown: () => seen('s') },
    },
    broken: {
      schema: { type: 'string' },
      get: () => {
        throw new Error('unforeseen')
      },
    },
    never: { schema: {}, get: () => undefined },
    letters: {
      schema: { type: 'array' },
      contexts: ['embed'],
      get: () => [seen('a'), 'b'],
      json: () => {
        seen('json')
        return '["a","b"]'
      },
    },
    unwritten: {
      schema: { type: 'string' },
      contexts: ['embed'],
      get: () => '',
      json: () => {
        throw new Error('unforeseen')
      },
    },
  },
} as const satisfies ResourceDefinition<Item, undefined, 'parts', unknown>
const planOf = createPlanner<Item, undefined, 'parts', unknown>(definition)
const show = (context: Context, fields?: string) => {
  const failed: string[] = []
  const plan = planOf(context, parseFieldSelection(fields))
  const onError = (_: unknown, field: string) => void failed.push(field)
  const value = plan.value({ id: 7 }, undefined, onError)
  t.strictSame(JSON.parse(`{${plan.text({ id: 7 }, undefined, () => {})}}`), value, 'value and text are the same')
  return { value, needs: [...plan.needs], failed }
}

t.test('a plan shows the fields of its context, and reads no others', async t => {
  t.strictSame(show('view'), {
    value: { id: 7, parts: { shown: 's' }, broken: '' },
    needs: ['parts'],
    failed: ['broken'],
  })
  t.notOk(reads.includes('r'))
  t.strictSame(show('edit').value, { id: 7, secret: 'secret', parts: { raw: 'r', shown: 's' }, broken: '' })
})

t.test('a selection limits fields and properties', async t => {
  t.strictSame(show('edit', 'id'), { value: { id: 7 }, needs: [], failed: [] })
  t.strictSame(show('edit', 'parts.raw').value, { parts: { raw: 'r' } })
  t.strictSame(show('view', 'secret').value, {})
})

t.test('a field may write its JSON itself, where it is shown whole', async t => {
  const failed: string[] = []
  const text = (fields?: string) => {
    reads.length = 0
    failed.length = 0
    return planOf('embed', parseFieldSelection(fields)).text({ id: 7 }, undefined, (_, field) => failed.push(field))
  }
  t.equal(text('letters'), '"letters":["a","b"]')
  t.same([reads, failed], [['json'], []])
  t.equal(text('letters,unwritten'), '"letters":["a","b"],"unwritten":""', 'what fails is empty')
  t.same([reads, failed], [['json'], ['unwritten']])
  text('letters.x')
  t.same(reads, ['a'], 'a part is a part of the value')
})

t.test('plans are cached by context and selection', async t => {
  const plan = () => planOf('view', parseFieldSelection('id,parts'))
  t.equal(plan(), plan())
  t.not(planOf('edit', parseFieldSelection('id,parts')), plan())
})
