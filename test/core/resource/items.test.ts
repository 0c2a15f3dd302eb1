import { setImmediate } from 'node:timers/promises'
import { setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'
import { anonymous, type Context, defineResource, endpoint, type ItemSource, Items, pageReply } from '@platen/core'
import t from 'tap'
import { aRegistry } from '../a-registry.js'

setFlagsFromString('--expose-gc')
const collectGarbage: () => void = runInNewContext('gc')

const inProcess = { ...anonymous }
const unfinished = aRegistry().registry.dispatchContext.unfinishedLists
const values: { name: string; value: unknown }[] = [
  { name: 'a text', value: 'plain, é and 🙂' },
  { name: 'a text that is escaped', value: '"a" \\ b\n\t\u0001\u007f\u2028' },
  { name: 'half a character', value: 'x\ud83d' },
  { name: 'the other half', value: '\ude00x' },
  { name: 'numbers', value: [0, -1, 1.5, 1e21, -0] },
  { name: 'no number', value: [Number.NaN, Number.POSITIVE_INFINITY] },
  { name: 'flags', value: [true, false, null] },
  { name: 'nothing', value: undefined },
  { name: 'nothing in a list', value: [undefined, () => 1, Symbol('x')] },
  { name: 'a function', value: () => 1 },
  { name: 'lists in lists', value: [[], [['a'], [{ b: ['"'] }]]] },
  { name: 'a map', value: { a: undefined, b: 'x', c: { '"': [] } } },
  { name: 'a date', value: new Date(0) },
]

function aShelf(value: unknown) {
  const { registry, errors } = aRegistry()
  const books = defineResource<number, undefined, never>(
    {
      title: 'book',
      fields: {
        value: { schema: {}, get: () => value },
        id: { schema: { type: 'integer' }, get: id => id },
        parts: {
          schema: { type: 'object', properties: { a: {}, secret: { context: ['edit'] as Context[] } } },
          get: { a: () => value, secret: () => 'secret', b: id => (id === 2 ? undefined : id) },
        },
      },
      load: () => undefined,
      links: { of: id => ({ self: [{ href: `/${id}` }], 'cms:x': [{ href: '/x' }] }) },
    },
    registry.names,
  )
  registry.route('lib/v1', '/books', {
    endpoints: [
      endpoint({
        methods: 'GET',
        args: { context: books.contextArg() },
        permission: 'public',
        handler: async request =>
          pageReply({ items: await books.present([1, 2], request), total: 2, page: 1, perPage: 10 }, request, registry),
      }),
    ],
  })
  return { registry, errors }
}

for (const { name, value } of values) {
  for (const query of ['', '_fields=value,id', '_fields=parts.a,_links.self', '_fields=nothing', 'context=edit']) {
    t.test(`the sent text is the JSON of the values: ${name}, ${query || 'all of it'}`, async t => {
      const { registry } = aShelf(value)
      const request = { method: 'GET', path: '/lib/v1/books', query }
      const sent = (await registry.dispatch(request)).text()
      // A caller in process looks at the values, which are made of the same records without being written.
      const { body } = await registry.dispatch({ ...request, principal: inProcess })
      t.equal(sent, JSON.stringify(body))
      t.strictSame((await registry.dispatch(request)).body, JSON.parse(sent))
    })
  }
}

t.test('items have values and a text', async t => {
  const { registry } = aShelf('v')
  const { body } = await registry.dispatch({ method: 'GET', path: '/lib/v1/books', principal: inProcess })
  const links = (id: number) => ({
    self: [{ href: `/${id}` }],
    'cms:x': [{ href: '/x' }],
    curies: [{ name: 'cms', href: 'about:cms/{rel}', templated: true }],
  })
  t.strictSame(body, [
    { value: 'v', id: 1, parts: { a: 'v', b: 1 }, _links: links(1) },
    { value: 'v', id: 2, parts: { a: 'v' }, _links: links(2) },
  ])
})

t.test('a value without a JSON form is an error', async t => {
  for (const principal of [undefined, inProcess]) {
    const { registry, errors } = aShelf(undefined)
    registry.route('lib/v1', '/broken', {
      endpoints: [
        endpoint({
          methods: 'GET',
          permission: 'public',
          handler: () => {
            const fail = () => {
              throw new Error('broken')
            }
            return { body: new Items({ length: 1, value: fail, text: fail }) }
          },
        }),
      ],
    })
    const { status } = await registry.dispatch({ method: 'GET', path: '/lib/v1/broken', principal })
    t.equal(status, 500)
    t.equal(errors.length, 1)
  }
})

t.test('items are computed once, as values or as text', async t => {
  let made = 0
  const source = () => ({
    length: 2,
    value: (index: number) => ({ index, made: ++made }),
    text: (index: number) => `{"index":${index},"made":${++made}}`,
  })
  const looked = new Items(source())
  t.strictSame(looked.values, [
    { index: 0, made: 1 },
    { index: 1, made: 2 },
  ])
  t.equal(looked.text(), '[{"index":0,"made":1},{"index":1,"made":2}]')
  const sent = new Items(source())
  t.equal(sent.text(), '[{"index":0,"made":3},{"index":1,"made":4}]')
  t.strictSame(sent.values, [
    { index: 0, made: 3 },
    { index: 1, made: 4 },
  ])
  t.equal(made, 4)
})

t.test('items that are written let go of their records', async t => {
  const written = () => {
    const record = { title: 'A' }
    const items = new Items({ length: 1, value: () => ({ ...record }), text: () => JSON.stringify(record) })
    items.text()
    return { items, record: new WeakRef(record) }
  }
  const { items, record } = written()
  await setImmediate()
  collectGarbage()
  t.equal(record.deref(), undefined)
  t.equal(items.text(), '[{"title":"A"}]')
  t.equal(items.textOf(0, '"b":1'), '{"title":"A","b":1}')
  t.equal(items.embeddable(0), undefined)
  t.strictSame(items.values, [{ title: 'A' }])
  t.equal(items.length, 1)
})

/** A record with a text of this length. */
const record = (id: number, length: number) => ({ id, title: 'A', text: 'x'.repeat(length), _links: {} })

t.test('in a list that is too long to be sent, long records are shortened', t => {
  const list = (lengths: readonly number[]) =>
    new Items({
      length: lengths.length,
      value: index => record(index, lengths[index] ?? 0),
      text: index => JSON.stringify(record(index, lengths[index] ?? 0)),
    })
  const long = 2 ** 22
  const fitting = list(Array(15).fill(long))
  t.ok(fitting.text().length > 15 * long)
  t.notMatch(JSON.parse(fitting.text()), [{ _omitted: ['text'] }])
  const tooLong: unknown = JSON.parse(list([2000, ...Array(17).fill(long), 3_000_000]).text())
  t.strictSame(tooLong, [
    record(0, 2000),
    ...Array.from({ length: 17 }, (_, at) => ({ id: at + 1, title: 'A', _links: {}, _omitted: ['text'] })),
    record(18, 3_000_000),
  ])
  t.end()
})

/** Works as long as a turn takes. */
const work = () => {
  for (const until = performance.now() + 21; performance.now() < until; );
}

for (const form of ['text', 'values'] as const) {
  t.test(`in turns, too: ${form}`, async t => {
    const item = 'x'.repeat(2 ** 23)
    let computed = 0
    const value = () => {
      computed += 1
      work()
      return { id: 1, item }
    }
    const list = (length: number) => new Items({ length, value, text: () => JSON.stringify(value()) })
    const tooLong = list(9)
    await tooLong.computeInTurns(form, unfinished)
    t.strictSame(tooLong.values, Array(9).fill({ id: 1, _omitted: ['item'] }))
    t.equal(computed, 9, 'each of them was computed once')
    const short = list(3)
    await short.computeInTurns(form, unfinished)
    t.strictSame(short.values, Array(3).fill({ id: 1, item }))
  })

  t.test(`many lists at a time do not take more memory: ${form}`, async t => {
    const lengths = new Map<number, number>()
    let most = 0
    const list = (id: number, length: number) => {
      const value = () => {
        work()
        lengths.set(id, (lengths.get(id) ?? 0) + 2 ** 23)
        most = Math.max(
          most,
          [...lengths.values()].reduce((sum, each) => sum + each, 0),
        )
        return 'x'.repeat(2 ** 23)
      }
      const items = new Items({ length, value, text: () => JSON.stringify(value()) })
      return (items.computeInTurns(form, unfinished) ?? Promise.resolve()).then(() => {
        lengths.delete(id)
        return items.length
      })
    }
    const all = await Promise.all(Array.from({ length: 9 }, (_, id) => list(id, 3)))
    t.strictSame(all, Array(9).fill(3))
    // Each of them computes one item before it waits; one of them continues to its end.
    t.ok(most <= (9 + 3) * 2 ** 23, `${most} at once`)
  })
}

const ITEMS = 8

/** Keeps the thread busy, like the rendering of a large post. */
function workInTurns(milliseconds: number): void {
  const until = performance.now() + milliseconds
  while (performance.now() < until);
}

/** A list that takes some milliseconds for each item; `longest` is the longest time without a turn of the event loop. */
function aSlowList(milliseconds: number, failing?: number) {
  const { registry } = aRegistry()
  let computed = 0
  const compute = (index: number) => {
    computed++
    workInTurns(milliseconds)
    if (index === failing) throw new Error('on purpose')
    return { id: index }
  }
  const source: ItemSource = { length: ITEMS, value: compute, text: index => JSON.stringify(compute(index)) }
  registry.route('a/v1', '/x', {
    endpoints: [endpoint({ methods: 'GET', permission: 'public', handler: () => ({ body: new Items(source) }) })],
  })
  const send = async (query: string) => {
    let turns = 0
    const counting = setInterval(() => turns++, 1)
    const { status, text } = await registry.dispatch({ method: 'GET', path: '/a/v1/x', query })
    clearInterval(counting)
    return { status, turns, body: JSON.parse(text()) as unknown }
  }
  return { send, computed: () => computed }
}

const all = Array.from({ length: ITEMS }, (_, id) => ({ id }))
const forms = [
  { name: 'a list', query: '', body: all },
  { name: 'a list in an envelope', query: '_envelope', body: { body: all, status: 200 } },
]

for (const { name, query, body } of forms) {
  t.test(`other work runs while ${name} is computed, and no item is computed twice`, async t => {
    const { send, computed } = aSlowList(15)
    const { turns, ...response } = await send(query)
    t.match(response, { status: 200, body })
    t.ok(turns >= ITEMS / 2 - 1, `${turns} turns`)
    t.equal(computed(), ITEMS)
  })
}

t.test('a list that is computed fast waits for nothing', async t => {
  const { send } = aSlowList(0)
  let fewest = Number.POSITIVE_INFINITY
  // On a busy machine even that can take long, once or twice.
  for (let tries = 0; tries < 20 && fewest > 0; tries++) {
    const { turns, ...response } = await send('')
    t.match(response, { status: 200, body: all })
    fewest = Math.min(fewest, turns)
  }
  t.equal(fewest, 0)
})

t.test('an item that fails later is an error of the request', async t => {
  t.match(await aSlowList(15, 5).send(''), { status: 500, body: { code: 'rest_internal_error' } })
})

const { registry } = aRegistry({ rootLinkOnPages: false })
const args = {
  page: { type: 'integer', default: 1 },
  per_page: { type: 'integer', default: 10 },
  categories: { type: 'array', items: { type: 'integer' } },
} as const
registry.route('a/v1', '/{name:[^/]+}', {
  endpoints: [
    endpoint({
      methods: 'GET',
      args,
      permission: 'public',
      handler: request =>
        pageReply(
          { items: [{ id: 1 }], total: 25, page: request.params.page, perPage: request.params.per_page },
          request,
          registry,
        ),
    }),
  ],
})

registry.route('b/v1', '/items', {
  endpoints: [
    endpoint({
      methods: 'GET',
      permission: 'public',
      handler(request) {
        const { cursor } = request.query
        const next = cursor === 'end' ? undefined : 'n-1'
        return pageReply(
          { items: [], total: cursor === '' ? 3 : undefined, page: 1, perPage: 1, cursor: { next } },
          request,
          registry,
        )
      },
    }),
  ],
})

const base = 'https://site.example/cms-json/a/v1'
const pages: { path?: string; query: string; link: string | undefined; pages: string }[] = [
  { query: '', link: `<${base}/items?page=2>; rel="next"`, pages: '3' },
  { query: 'page=2', link: `<${base}/items?page=1>; rel="prev", <${base}/items?page=3>; rel="next"`, pages: '3' },
  { query: 'page=3', link: `<${base}/items?page=2>; rel="prev"`, pages: '3' },
  { query: 'page=9', link: `<${base}/items?page=3>; rel="prev"`, pages: '3' },
  { query: 'per_page=25', link: undefined, pages: '1' },
  { query: 'per_page=0', link: undefined, pages: '1' },
  { query: 'per_page=24&page=2', link: `<${base}/items?per_page=24&page=1>; rel="prev"`, pages: '2' },
  {
    query: 'categories=3,4&x=a%20b',
    link: `<${base}/items?categories%5B0%5D=3&categories%5B1%5D=4&x=a+b&page=2>; rel="next"`,
    pages: '3',
  },
  { path: '/caf%C3%A9%20%3Fa%23', query: '', link: `<${base}/caf%C3%A9%20%3Fa%23?page=2>; rel="next"`, pages: '3' },
  {
    path: '/a%0D%0Ab%3E',
    query: '__proto__[x]=1',
    link: `<${base}/a%0D%0Ab%3E?__proto__%5Bx%5D=1&page=2>; rel="next"`,
    pages: '3',
  },
  { path: '/a%25b', query: '', link: `<${base}/a%25b?page=2>; rel="next"`, pages: '3' },
]

for (const { path = '/items', query, link, pages: count } of pages) {
  t.test(`${path}?${query}`, async t => {
    const { headers, body } = await registry.dispatch({ method: 'GET', path: `/a/v1${path}`, query })
    t.equal(headers['Link'], link ?? '<https://site.example/cms-json/>; rel="about:cms/"')
    t.equal(headers['X-CMS-Total'], '25')
    t.equal(headers['X-CMS-TotalPages'], count)
    t.same(body, [{ id: 1 }])
  })
}

t.test('a lone surrogate', async t => {
  const { headers } = await registry.dispatch({
    method: 'GET',
    path: '/a/v1/items',
    query: { x: 'a\ud800' },
  })
  t.equal(headers['Link'], `<${base}/items?x=a%EF%BF%BD&page=2>; rel="next"`)
})

t.test('a list that is continued by cursors', async t => {
  const page = async (query: string) => (await registry.dispatch({ method: 'GET', path: '/b/v1/items', query })).headers
  const first = await page('x=1&cursor=')
  t.equal(first['Link'], '<https://site.example/cms-json/b/v1/items?x=1&cursor=n-1>; rel="next"')
  t.equal(first['X-CMS-Total'], '3')
  const second = await page('cursor=n-0')
  t.equal(second['Link'], '<https://site.example/cms-json/b/v1/items?cursor=n-1>; rel="next"')
  t.equal(second['X-CMS-Total'], undefined, 'without a total there are no headers of totals')
  t.equal(second['X-CMS-TotalPages'], undefined)
  t.notMatch((await page('cursor=end'))['Link'], /rel="next"/)
})
