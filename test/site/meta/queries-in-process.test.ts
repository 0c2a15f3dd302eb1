import { createMemoryStore } from '@platen/memory'
import { createSite, installSite, whereTerms } from '@platen/site'
import { defineFeature } from '@platen/site/extend'
import t from 'tap'

const of = { object: 'post', subtype: 'event', single: true, filterable: true, sortable: true } as const
const events = defineFeature({
  name: 'events',
  types: { event: { restBase: 'events', public: true, supports: ['title', 'custom-fields'] } },
  meta: [
    { ...of, key: 'starts', type: 'string', schema: { format: 'date-time' } },
    { ...of, key: 'price', type: 'number' },
    { object: 'post', subtype: 'event', key: 'tags', type: 'string', filterable: true },
    {
      object: 'post',
      subtype: 'event',
      key: 'place',
      type: 'object',
      single: true,
      filterable: true,
      schema: { properties: { lat: { type: 'number' } } },
    },
    { object: 'term', subtype: 'category', key: 'color', type: 'string', single: true, filterable: true },
    { object: 'user', key: 'age', type: 'integer', single: true, filterable: true, sortable: true },
    { object: 'comment', key: 'rating', type: 'integer', single: true, filterable: true },
  ],
})

const store = createMemoryStore()
const administrator = { login: 'admin', email: 'admin@garden.example', password: 'correct horse battery staple' }
const url = 'https://garden.example'
const admin = await installSite(store, { url, administrator })
const site = createSite({ store, url, features: [events] })

t.test('queries in process filter and sort by declared keys', async t => {
  const { meta } = site.content.events
  const as = { as: admin }
  for (const [title, values] of Object.entries({
    A: { starts: '2026-06-01T10:00:00+02:00', price: 3, tags: ['x', 'y'], place: { lat: 50 } },
    B: { starts: '2026-06-01T09:00:00Z', price: 1, tags: ['Y'] },
    C: {},
  }))
    await site.content.events.create({ title, status: 'publish', meta: values }, as)
  const titles = async (query: Parameters<typeof site.content.events.find>[0]) =>
    (await site.content.events.find(query, as)).records.map(({ title }) => title).join('')
  t.equal(await titles({ where: meta.price.gte(2) }), 'A')
  t.equal(await titles({ where: meta.price.in([1, 3]), order: [meta.price.asc] }), 'BA')
  t.equal(await titles({ where: meta.starts.gt(new Date('2026-06-01T08:30:00Z')) }), 'B')
  t.equal(await titles({ where: meta.tags.eq('Y'), order: [meta.starts.desc] }), 'BA')
  t.equal(await titles({ where: meta.tags.startsWith('X') }), 'A')
  t.equal(await titles({ where: meta['place.lat'].gt(49) }), 'A')
  t.equal(await titles({ where: meta.price.exists(false) }), 'C')
  t.equal(await titles({ where: meta.price.notIn([3]), order: [meta.price.desc] }), 'BC')
  t.equal(await titles({ order: [meta.price.desc], limit: 2 }), 'AB')
  // @ts-expect-error: the key is not declared.
  t.throws(() => meta.prise, { message: /Did you mean "price"/ })
  // @ts-expect-error: a number does not compare with a text.
  t.throws(() => meta.price.eq('3'))
})

t.test('so do those of terms, users and comments', async t => {
  const { terms, users, comments, posts } = site.content
  const as = { as: admin }
  await terms.create({ taxonomy: 'category', name: 'Rose', meta: { color: 'Red' } }, as)
  await terms.create({ taxonomy: 'category', name: 'Iris' }, as)
  const { color } = terms.meta('category')
  const named = async (query: Parameters<typeof terms.find>[0]) =>
    (await terms.find(query, as)).records.map(({ name }) => name)
  t.same(await named({ where: color.eq('red') }), ['Rose'])
  const order = [{ by: 'field', field: 'name', direction: 'asc' }] as const
  const where = whereTerms.and(whereTerms.eq('taxonomy', 'category'), color.ne('red'))
  t.same(await named({ where, order }), ['Iris', 'Uncategorized'])
  // @ts-expect-error: the key is not declared.
  t.throws(() => terms.meta('category').colour, { message: /Did you mean "color"/ })

  for (const [login, age] of [
    ['ann', 40],
    ['bob', 30],
  ] as const)
    await users.create({ login, email: `${login}@a.example`, password: 'a long password', meta: { age } }, as)
  const { age } = users.meta
  const found = await users.find({ where: age.gte(30), order: [age.asc] }, as)
  t.same(
    found.records.map(({ login }) => login),
    ['bob', 'ann'],
  )
  t.same((await users.find({ where: age.gte(30) }, { as: site.principalOf(undefined) })).records, [])

  const post = await posts.create({ title: 'P', status: 'publish' }, as)
  for (const rating of [1, 5])
    await comments.create({ post: post.id, content: `Stars: ${rating}`, meta: { rating } }, as)
  const { records } = await comments.find({ where: comments.meta.rating.gt(3) }, as)
  t.same(
    records.map(({ content }) => content),
    ['Stars: 5'],
  )
  // @ts-expect-error: a number does not compare with a text.
  t.throws(() => comments.meta.rating.eq('x'))
})
