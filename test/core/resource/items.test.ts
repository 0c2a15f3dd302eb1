import { setImmediate } from 'node:timers/promises'
import { setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'
import { anonymous, type Context, defineResource, endpoint, Items, pageReply } from '@platen/core'
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
