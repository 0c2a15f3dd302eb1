import {
  createMemo,
  createRegistry,
  defineResource,
  type HandlerRequest,
  parseFieldSelection,
  type ResourceDefinition,
  requireJson,
  type Schema,
} from '@platen/core'
import t from 'tap'
import { loadModule } from '../load-module.js'

const { createPlanner } =
  await loadModule<typeof import('../../../packages/core/src/resource/plan.js')>('resource/plan.js')
const { createPresenter } =
  await loadModule<typeof import('../../../packages/core/src/resource/present-records.js')>(
    'resource/present-records.js',
  )

interface Item {
  readonly id: number
}

const names = { prefix: 'x', headerPrefix: 'X-', relationBase: 'https://e.com/rels/' }
const definition = {
  title: 'item',
  load: () => undefined,
  fields: { id: { schema: { type: 'integer' }, get: ({ id }: Item) => id } },
  links: {
    of({ id }: Item) {
      if (id === 13) throw new Error('unforeseen')
      return id === 0 ? {} : { self: [{ href: `https://e.com/${id}` }] }
    },
  },
} satisfies ResourceDefinition<Item, undefined, never, unknown>
const planOf = createPlanner<Item, undefined, never, unknown>(definition)
const present = createPresenter<Item, undefined, never>(definition.links, names)

const show = (records: readonly Item[], selection?: string, texts?: Map<Item, string>) => {
  const failed: string[] = []
  const fields = parseFieldSelection(selection)
  const items = present(records, {
    fields,
    plan: planOf('view', fields),
    view: undefined,
    texts,
    report: (_, field) => void failed.push(field),
  })
  return { items, failed }
}

t.test('values and texts are the same', async t => {
  const { items } = show([{ id: 1 }, { id: 0 }])
  const expected = [{ id: 1, _links: { self: [{ href: 'https://e.com/1' }] } }, { id: 0 }]
  t.strictSame(items.values, expected)
  t.strictSame(JSON.parse(items.text()), expected)
  t.strictSame(items.embeddable(0), { self: [{ href: 'https://e.com/1' }] })
  t.equal(items.embeddable(1), undefined, 'no links')
})

t.test('only selected fields and links', async t => {
  t.equal(show([{ id: 1 }], 'id').items.text(), '[{"id":1}]')
  t.equal(show([{ id: 1 }], 'other').items.text(), '[{}]')
  t.equal(show([{ id: 1 }], '_links').items.text(), '[{"_links":{"self":[{"href":"https://e.com/1"}]}}]')
})

t.test('additional members follow the links', async t => {
  t.match(show([{ id: 1 }]).items.textOf(0, '"more":1'), /"_links":\{.*\},"more":1\}$/)
})

t.test('links that fail are reported and omitted', async t => {
  const { items, failed } = show([{ id: 13 }])
  t.strictSame(items.values, [{ id: 13 }])
  t.strictSame(failed, ['_links'])
})

t.test('whole records are shared, except those with failures', async t => {
  const records = [{ id: 1 }, { id: 13 }]
  const texts = new Map<Item, string>()
  const first = show(records, undefined, texts).items.text()
  t.strictSame([...texts.keys()], [records[0]])
  const second = show(records, undefined, texts)
  t.equal(second.items.text(), first)
  t.strictSame(second.failed, ['_links'], 'reported by each request')
  show([{ id: 2 }], 'id', texts).items.text()
  t.equal(texts.size, 1, 'parts of records are not shared')
})

const { createPreloadedViews } =
  await loadModule<typeof import('../../../packages/core/src/resource/preloaded-views.js')>(
    'resource/preloaded-views.js',
  )

const requestOf = (query: Record<string, unknown>) => ({ query, once: createMemo() }) as unknown as HandlerRequest

t.test('requests that differ only in one parameter share a view; others load their own', async t => {
  const loads: unknown[][] = []
  const views = createPreloadedViews<number, string>()
  const [one, two, other] = [{ post: 1 }, { post: 2 }, { post: 1, search: 'x' }].map(requestOf)
  if (one === undefined || two === undefined || other === undefined) return
  const requested = [
    { request: one, records: [1, 2] },
    { request: two, records: [2, 3] },
    { request: other, records: [4] },
  ]
  await views.preload(requested, 'post', async records => {
    loads.push([...records])
    return `view ${loads.length}`
  })
  t.same(loads, [[1, 2, 3]])
  t.equal(views.of([1, 2], one)?.view, 'view 1')
  t.equal(views.of([3], two), views.of([1, 2], one))
  t.equal(views.of([1, 9], one), undefined, 'a record that it does not cover')
  t.equal(views.of([4], other), undefined)
  t.equal(views.of([1], requestOf({ post: 1 })), undefined, 'another request')
})

t.test('nothing is loaded for requests without records', async t => {
  const views = createPreloadedViews<number, string>()
  const requested = [1, 2].map(post => ({ request: requestOf({ post }), records: [] }))
  await views.preload(requested, 'post', async () => t.fail('loaded') as never)
})

const { cutBody, cutRecord, cutRecordJson, omitFrom } =
  await loadModule<typeof import('../../../packages/core/src/resource/cut-record.js')>('resource/cut-record.js')

const text = (length: number) => 'x'.repeat(length)

t.test('the longest members of a record are omitted, until it is short enough', t => {
  const record = {
    id: 5,
    title: { raw: text(40), rendered: text(50) },
    content: { raw: text(900), rendered: text(1000), protected: false },
    meta: { color: 'red', note: text(2000), list: [1, 2, 3] },
    count: 12,
    _links: { self: [{ href: text(300) }] },
  }
  t.equal(cutRecord(record, 10_000), record, 'a short one is the same')
  const shape = { ...record, meta: { color: 'red', list: [1, 2, 3] } }
  t.strictSame(cutRecord(record, 3000), { ...shape, _omitted: ['meta'] })
  const { raw, rendered, ...content } = record.content
  t.strictSame(cutRecord(record, 2000), { ...shape, content: { raw, ...content }, _omitted: ['meta', 'content'] })
  t.strictSame(cutRecord(record, 1000), { ...shape, content, _omitted: ['meta', 'content'] })
  t.strictSame(
    cutRecord(record, 1),
    { id: 5, _links: record._links, _omitted: ['meta', 'content', 'title', 'count'] },
    'what identifies a record stays',
  )
  t.equal(cutRecordJson(JSON.stringify(record), 1000), JSON.stringify(cutRecord(record, 1000)))
  t.strictSame(cutRecord({ ...record, _omitted: ['excerpt'] }, 3000), { ...shape, _omitted: ['excerpt', 'meta'] })
  t.end()
})

t.test('no item and no record is too long', t => {
  t.equal(cutRecord(text(20), 10), null)
  const many = { id: 1, map: Object.fromEntries(Array.from({ length: 1000 }, (_, at) => [`m${at}`, at])) }
  t.strictSame(cutRecord(many, 500), { id: 1, _omitted: ['map'] })
  t.strictSame(
    cutBody(
      [
        { id: 1, a: text(50) },
        { id: 2, a: 'b' },
      ],
      60,
    ),
    [
      { id: 1, _omitted: ['a'] },
      { id: 2, a: 'b' },
    ],
  )
  t.end()
})

t.test('embedded resources are shortened or omitted', t => {
  const author = { id: 3, name: 'Ann', description: text(1000) }
  const replies = Array.from({ length: 5 }, (_, id) => ({ id, content: { rendered: text(300) } }))
  const record = { id: 1, content: text(100), _embedded: { author: [author], replies: [replies] } }
  t.strictSame(cutRecord(record, 1200), {
    id: 1,
    content: text(100),
    _embedded: {
      author: [{ id: 3, name: 'Ann', _omitted: ['description'] }],
      replies: [replies.map(({ id }) => ({ id, content: {}, _omitted: ['content'] }))],
    },
  })
  t.strictSame(cutRecord(record, 110), { id: 1, _omitted: ['content', '_embedded'] }, 'there is no room')
  t.end()
})

t.test('fields that were not loaded', t => {
  const record = { id: 1, content: { raw: '', rendered: '', protected: false }, name: '', meta: { a: null, b: 'b' } }
  t.strictSame(omitFrom(record, ['content', 'name', 'meta.a', 'other']), {
    id: 1,
    content: { protected: false },
    meta: { b: 'b' },
    _omitted: ['content', 'name', 'meta'],
  })
  t.equal(omitFrom(record, ['other']), record)
  t.end()
})

const cycle: { self?: unknown } = {}
cycle.self = [cycle]

for (const [what, value] of Object.entries({
  nothing: undefined,
  null: null,
  'a text': 'x',
  'what JSON leaves out': { f: () => 1, s: Symbol('s'), u: undefined },
  'a date': new Date(0),
  'a large list': Array.from({ length: 10_000 }, (_, i) => ({ i })),
  'a map of lists': { a: [1, [2, [3]]], b: {} },
  'no prototype': Object.create(null),
})) {
  t.test(`JSON can represent ${what}`, async t => t.doesNotThrow(() => requireJson(value)))
}

for (const [what, value] of Object.entries({
  'a bigint': 1n,
  'a bigint far inside': [[[[{ a: 1n }]]]],
  'a bigint at the end of a large list': [...Array.from({ length: 1000 }, () => 1), 1n],
  'a cycle': cycle,
  'what refuses to be written': {
    toJSON() {
      throw new TypeError('no')
    },
  },
})) {
  t.test(`JSON cannot represent ${what}`, async t => t.throws(() => requireJson(value), TypeError))
}

t.test('shared parts are not checked again and again', async t => {
  let shared: unknown = { a: 1 }
  for (let i = 0; i < 12; i++) shared = [shared, shared]
  t.doesNotThrow(() => requireJson(shared))
})

const books = defineResource<unknown, unknown, never>(
  {
    title: 'book',
    fields: {
      id: { schema: { type: 'integer' }, readonly: true, contexts: ['view', 'edit', 'embed'] },
      title: { schema: { type: 'string', required: true, default: 'x', description: 'T.' } },
      map: {
        schema: { type: 'object', required: ['a'], properties: { a: { type: 'string' } } } as Schema,
        contexts: ['edit'],
      },
      password: { schema: { type: 'string' }, contexts: [], argument: 'create' },
      roles: { schema: { type: 'array' }, readonly: true, argument: 'update' },
      shown: { schema: { type: 'string' }, argument: 'none' },
      loose: { schema: { type: 'integer' }, skipValidation: true },
      unlisted: { schema: { type: 'string' }, readonly: true, inSchema: false },
    },
    load: () => ({}),
    schema: { links: [{ rel: 'about' }] },
  },
  createRegistry().names,
)

t.test('the schema that OPTIONS shows', async t => {
  t.strictSame(books.schema, {
    $schema: 'http://json-schema.org/draft-04/schema#',
    title: 'book',
    type: 'object',
    properties: {
      id: { type: 'integer', context: ['view', 'edit', 'embed'], readonly: true },
      title: { type: 'string', required: true, default: 'x', description: 'T.', context: ['view', 'edit', 'embed'] },
      map: { type: 'object', required: ['a'], properties: { a: { type: 'string' } }, context: ['edit'] },
      password: { type: 'string', context: [] },
      roles: { type: 'array', context: ['view', 'edit', 'embed'], readonly: true },
      shown: { type: 'string', context: ['view', 'edit', 'embed'] },
      loose: { type: 'integer', context: ['view', 'edit', 'embed'] },
    },
    links: [{ rel: 'about' }],
  })
  t.equal(books.schema, books.schema)
})

t.test('the arguments of creation', async t => {
  t.same(Object.keys(books.createArgs()), ['title', 'map', 'password', 'loose'])
  t.match(books.createArgs(), { title: { required: true, default: 'x' } })
})

t.test('the arguments of updates have neither defaults nor requirements', async t => {
  t.same(Object.keys(books.updateArgs()), ['title', 'map', 'roles', 'loose'])
  t.strictSame(books.updateArgs()['title'], { type: 'string', description: 'T.' })
  t.match(books.updateArgs()['map'], { required: ['a'] })
})

t.test('skipValidation', async t => {
  t.same(books.skipValidation, ['loose'])
})

t.test('the argument context', async t => {
  t.match(books.contextArg(), { type: 'string', enum: ['view', 'embed', 'edit'], default: 'view' })
  t.match(books.contextArg('edit'), { default: 'edit' })
  const edited = defineResource(
    { title: 'x', fields: { a: { schema: {}, contexts: ['edit'] } }, load: () => ({}) },
    createRegistry().names,
  )
  t.strictSame(edited.contextArg()['enum'], ['edit'])
})
