import { allFields, noFields, parseFieldSelection } from '@platen/core'
import t from 'tap'

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
