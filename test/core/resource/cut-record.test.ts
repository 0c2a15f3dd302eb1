import t from 'tap'
import { loadModule } from '../load-module.js'

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
