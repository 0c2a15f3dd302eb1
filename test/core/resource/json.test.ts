import { type LinkRow, linkTable, withCuries } from '@platen/core'
import t from 'tap'
import { loadModule } from '../load-module.js'

const { generateLinksWriter } = await loadModule<
  typeof import('../../../packages/core/src/resource/json/generate-links.js')
>('resource/json/generate-links.js')

type Item = { readonly id: number }
const isOdd = ({ id }: Item) => id % 2 === 1

t.test('steps are written in order, with the links that a record has, and curies where they explain one', async t => {
  let computed = 0
  const slot = ({ id }: Item) => {
    computed += 1
    return id
  }
  const write = generateLinksWriter<Item, undefined>(
    {
      steps: [
        { head: '"odd":[', prefixed: true, rows: [{ when: isOdd, chunks: ['{"href":"/', 0, '"}'] }] },
        { chunks: ['"self":[', 0, ']'] },
        {
          head: '"last":[',
          prefixed: false,
          rows: [
            { when: ({ id }) => id > 1, chunks: ['1'] },
            { when: ({ id }) => id > 2, chunks: ['2'] },
          ],
        },
      ],
      slots: [slot],
      prefixed: false,
    },
    ',"curies":[]}',
  )
  t.equal(write?.({ id: 0 }, undefined), '{"self":[0]}')
  t.equal(write?.({ id: 1 }, undefined), '{"odd":[{"href":"/1"}],"self":[1],"curies":[]}')
  t.equal(write?.({ id: 2 }, undefined), '{"self":[2],"last":[1]}')
  t.equal(write?.({ id: 3 }, undefined), '{"odd":[{"href":"/3"}],"self":[3],"last":[1,2],"curies":[]}')
  t.equal(computed, 4, 'each slot is computed once for a record')
})

t.test('a record without links has an empty object', async t => {
  const write = generateLinksWriter<Item, undefined>(
    {
      steps: [{ head: '"odd":[', prefixed: false, rows: [{ when: isOdd, chunks: ['1'] }] }],
      slots: [],
      prefixed: false,
    },
    ',"curies":[]}',
  )
  t.strictSame([write?.({ id: 2 }, undefined), write?.({ id: 3 }, undefined)], ['{}', '{"odd":[1]}'])
})

const { generateMembersWriter } = await loadModule<
  typeof import('../../../packages/core/src/resource/json/generate-members.js')
>('resource/json/generate-members.js')

const fail = () => {
  throw new Error('nothing fails here')
}

t.test('values that change or stay are written as JSON.stringify does', async t => {
  const texts = ['a', 'b', 'a', '"', '\u2028', 'x'.repeat(60), '', 'y'.repeat(48)]
  const others = [0, -0, 1.5, Number.NaN, true, false, null, undefined, { a: 1 }, [1, 'a'], ['"'], [], new Date(0)]
  const all = [...texts, ...others]
  const values: Readonly<Record<string, (index: number) => unknown>> = {
    'fir"st': index => all[(index * 7) % all.length],
    always: () => 'publish',
    often: index => all[Math.floor(index / 11) % all.length],
    sometimes: index => all[index % all.length],
    length: index => 'z'.repeat(index % 100),
  }
  const members = Object.entries(values).map(([name, of]) => ({
    name,
    get: (_record: object, index: number) => of(index),
    path: name,
    empty: undefined,
  }))
  const write = generateMembersWriter(members, fail)
  for (let index = 0; index < 1000; index++) {
    const expected = Object.fromEntries(Object.entries(values).map(([name, of]) => [name, of(index)]))
    t.equal(`{${write?.({}, index, fail)}}`, JSON.stringify(expected), `object ${index}`)
  }
})

t.test('a failing getter passes the members written so far to the completion', async t => {
  const failed = new Error('unforeseen')
  const broken = () => {
    throw failed
  }
  const write = generateMembersWriter<object, object>(
    [
      { name: 'a', get: () => 1, path: 'a', empty: '' },
      { name: 'b', text: () => undefined },
      { name: 'c', get: broken, path: 'c', empty: '' },
    ],
    (json, index, error) => {
      t.equal(error, failed)
      return `${json} then ${index}`
    },
  )
  t.equal(write?.({}, {}, fail), '"a":1 then 2')
})

const { isPlain } =
  await loadModule<typeof import('../../../packages/core/src/resource/json/write-value.js')>(
    'resource/json/write-value.js',
  )

t.test('texts are plain if they are short and JSON writes them as they are', async t => {
  for (let code = 0; code < 0x180; code++) {
    const text = `a${String.fromCharCode(code)}b`
    if (isPlain(text)) t.equal(JSON.stringify(text), `"${text}"`)
    else if (code < 128) t.not(JSON.stringify(text), `"${text}"`.replace('\u007f', '?'), `character ${code}`)
  }
  t.ok(isPlain(''))
  t.ok(isPlain('/posts/12?a=b&c={d}'))
  t.notOk(isPlain('a'.repeat(100)))
  for (const text of ['"', '\\', '\n', '\u2028', '\ud800', 'é']) t.notOk(isPlain(text))
})

const { planLinks } =
  await loadModule<typeof import('../../../packages/core/src/resource/json/plan-links.js')>(
    'resource/json/plan-links.js',
  )

const names = { prefix: 'cms', headerPrefix: 'X-CMS-', relationBase: 'about:cms/' }
const idOf = ({ id }: { readonly id: number }) => id
const hasOddId = ({ id }: { readonly id: number }) => id % 2 === 1

t.test('links that every record has are one step, and numbers that occur again have one slot', async t => {
  const { steps, slots, prefixed } = planLinks(
    [
      { rel: 'self', href: ['/items/', idOf] },
      { rel: 'about', href: '/about' },
      { rel: 'cms:term', href: ['/terms?item=', idOf] },
      { rel: 'odd', href: ['/odd/', idOf], when: hasOddId },
    ],
    names,
  )
  t.strictSame(slots, [idOf])
  t.ok(prefixed)
  t.strictSame(steps, [
    {
      chunks: [
        '"self":[{"href":"/items/',
        0,
        '"}],"about":[{"href":"/about"}],"cms:term":[{"href":"/terms?item=',
        0,
        '"}]',
      ],
    },
    { head: '"odd":[', prefixed: false, rows: [{ when: hasOddId, chunks: ['{"href":"/odd/', 0, '"}'] }] },
  ])
})

t.test('the methods of a link are those that the caller has on the record', async t => {
  const both = ['GET', 'PUT'] as const
  const { steps, slots } = planLinks<{ readonly id: number }, undefined>(
    [{ rel: 'self', href: '/item', allow: record => (record.id === 0 ? [] : hasOddId(record) ? ['GET'] : both) }],
    names,
  )
  t.strictSame(steps, [{ chunks: ['"self":[{"href":"/item"', 0, '}]'] }])
  const texts = [2, 4, 1, 3, 0, 6].map(id => slots[0]?.({ id }, undefined))
  const hints = (methods: string) => `,"targetHints":{"allow":[${methods}]}`
  const [putting, reading] = [hints('"GET","PUT"'), hints('"GET"')]
  t.strictSame(texts, [putting, putting, reading, reading, '', putting])
})

const { linksWriter } =
  await loadModule<typeof import('../../../packages/core/src/resource/json/write-links.js')>(
    'resource/json/write-links.js',
  )
interface LinkedItem {
  readonly id: number
  readonly parent: number
  readonly name: string
}
const rows: readonly LinkRow<LinkedItem, undefined>[] = [
  { rel: 'self', href: ['/items/', ({ id }) => id], allow: () => ['GET', 'PUT'] },
  { rel: 'collection', href: '/items?a="b"' },
  {
    rel: 'up',
    href: ['/items/', ({ parent }) => parent],
    when: ({ parent }) => parent !== 0,
    attributes: { embeddable: true },
  },
  {
    rel: 'cms:term',
    href: ['/tags?item=', ({ id }) => id],
    when: ({ id }) => id % 2 === 0,
    computed: { name: ({ name }) => name },
  },
  {
    rel: 'cms:term',
    href: ['/sorts?item=', ({ id }) => id, '&x'],
    when: ({ id }) => id > 2,
    attributes: { taxonomy: 'sort' },
  },
]

for (const id of [1, 2, 3, 4]) {
  for (const parent of [0, 7]) {
    t.test(`the text of links equals the JSON of their values: item ${id} below ${parent}`, async t => {
      const item = { id, parent, name: 'a "name"' }
      for (const some of [rows, rows.slice(2), rows.slice(0, 2), []]) {
        const values = withCuries(linkTable(some, names).of(item, undefined), names)
        const write = linksWriter(some, names)
        for (let call = 0; call < 2; call++)
          t.strictSame(JSON.parse(write(item, undefined)), JSON.parse(JSON.stringify(values)))
      }
    })
  }
}

const { membersWriter } = await loadModule<typeof import('../../../packages/core/src/resource/json/write-members.js')>(
  'resource/json/write-members.js',
)

const failingMember = () => t.fail('reported')
/** Enough calls for the writer to be generated. */
const MANY = 200

const member = <V>(name: string, get: (record: object, view: V) => unknown, empty?: unknown) => ({
  name,
  get,
  path: name,
  empty,
})
const constant = (name: string, value: unknown) => member<object>(name, () => value)

t.test('members are written with their names; undefined ones are omitted', async t => {
  const write = membersWriter([
    constant('gone', undefined),
    constant('a "b"', 1),
    constant('c', 'd'),
    constant('e', undefined),
  ])
  const none = membersWriter([])
  for (let call = 0; call < MANY; call++) {
    t.equal(`{${write({}, {}, failingMember)}}`, JSON.stringify({ 'a "b"': 1, c: 'd' }))
    t.equal(none({}, {}, failingMember), '')
  }
})

t.test('a getter that throws is reported by its path, and the empty value is written', async t => {
  const failed = new Error('unforeseen')
  const reported: unknown[][] = []
  const failing = {
    name: 'rendered',
    path: 'content.rendered',
    empty: '',
    get() {
      throw failed
    },
  }
  const write = membersWriter<object, object>([
    constant('a', 1),
    failing,
    { name: 'nested', text: () => '{}' },
    { ...failing, name: 'omitted', empty: undefined },
    constant('b', 2),
  ])
  for (let call = 1; call < MANY; call++) {
    const record = { id: call }
    const text = write(record, {}, (...all) => {
      reported.push(all)
    })
    t.equal(text, '"a":1,"rendered":"","nested":{},"b":2')
    t.same(reported.splice(0), [
      [failed, 'content.rendered', record],
      [failed, 'content.rendered', record],
    ])
  }
})

t.test('what reporting throws fails the whole object', async t => {
  const broken = () => {
    throw new Error('broken')
  }
  const rethrow = (error: unknown) => {
    throw error
  }
  const got = membersWriter([constant('a', 1), member<object>('b', broken)])
  const nested = membersWriter([constant('a', 1), { name: 'b', text: broken }])
  for (let call = 0; call < MANY; call++) {
    t.throws(() => got({}, {}, rethrow), { message: 'broken' })
    t.throws(() => nested({}, {}, failingMember), { message: 'broken' })
  }
})

const { writeJson } =
  await loadModule<typeof import('../../../packages/core/src/resource/json/write-value.js')>(
    'resource/json/write-value.js',
  )

const values = [
  '',
  'plain',
  'a "quote"',
  'back\\slash',
  'line\nbreak',
  '\u2028',
  'é',
  '\ud800',
  'x'.repeat(60),
  'y"'.repeat(40),
  0,
  -0,
  1.5,
  1e21,
  Number.NaN,
  Number.POSITIVE_INFINITY,
  true,
  false,
  null,
  undefined,
  () => 1,
  Symbol('s'),
  [],
  [1, 2],
  [1, 1.5],
  [1, 'a'],
  ['a', '"', 'é', '\ud800', 'x'.repeat(60), ''],
  ['a', -0, 2],
  Array.from({ length: 3 }),
  ['a', undefined, 'b'],
  ['a', null],
  ['a', ['b']],
  [undefined],
  [2 ** 60],
  { a: [1], b: undefined },
  new Date(0),
]

t.test('values are written as JSON.stringify writes them', async t => {
  for (const [at, value] of values.entries()) t.equal(writeJson(value), JSON.stringify(value), `value ${at}`)
})
