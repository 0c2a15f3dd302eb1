import {
  dateTime,
  defineCollection,
  integer,
  json,
  nullable,
  orderedFields,
  positionedSteps,
  positionOf,
  text,
} from '@platen/storage'
import t from 'tap'

const books = defineCollection({
  name: 'books',
  columns: { title: text(), status: text(), author: integer(), printed: nullable(dateTime()), notes: json() },
})

const prices = defineCollection({ name: 'prices', columns: { book: integer(), amount: integer() } })

t.test('the compiler knows the fields of an order by related records', async t => {
  const { orderByRelated } = books.where
  const on = { foreign: 'book', local: 'id' } as const
  const isLow = prices.where.lt('amount', 10)
  const step = orderByRelated(prices.where, on, 'amount', 'desc', isLow)
  t.same(step, { by: 'related', collection: 'prices', ...on, where: isLow, field: 'amount', direction: 'desc' })
  t.ok(Object.isFrozen(step))
  // @ts-expect-error there is no such field
  t.ok(orderByRelated(prices.where, on, 'price', 'asc'))
  // @ts-expect-error nor such a foreign one
  t.ok(orderByRelated(prices.where, { foreign: 'title', local: 'id' }, 'amount', 'asc'))
  // @ts-expect-error nor such a local one
  t.ok(orderByRelated(prices.where, { foreign: 'book', local: 'amount' }, 'amount', 'asc'))
  // @ts-expect-error a condition on other records
  t.ok(orderByRelated(prices.where, on, 'amount', 'asc', books.where.eq('title', '')))
})

t.test('a position has the values of fields and of related records', async t => {
  const { orderByRelated } = books.where
  const related = orderByRelated(prices.where, { foreign: 'book', local: 'id' }, 'amount', 'desc')
  const record = { id: 7, version: 1, title: 'A', status: '', author: 3, printed: null, notes: null }
  const title = { by: 'field', field: 'title', direction: 'asc' } as const
  t.same(positionOf(record, [related, title], [5]), { values: [5, 'A'], id: 7 })
  t.same(positionOf(record, [title, { by: 'field', field: 'id', direction: 'asc' }, related]), { values: ['A'], id: 7 })
  t.throws(() => positionOf(record, [title, related]), TypeError)
  t.equal(orderedFields([title, related]), undefined, 'not an order by fields')
  t.same(positionedSteps([title, related]), [title, related])
  t.equal(positionedSteps([{ by: 'random' }]), undefined)
})

t.test('the compiler knows what fields are compared with', async t => {
  const { eq, in: isIn } = books.where
  const status: string = 'lent'
  t.same(eq('status', status), { op: 'eq', field: 'status', value: status })
  t.same(eq('printed', null), { op: 'eq', field: 'printed', value: null })
  t.same(isIn('author', [1, 2]), { op: 'in', field: 'author', values: [1, 2] })
  t.same(eq('notes', 'any'), { op: 'eq', field: 'notes', value: 'any' })
  // @ts-expect-error an id is a number
  t.ok(eq('id', '1'))
  // @ts-expect-error a title is never null
  t.ok(eq('title', null))
  // @ts-expect-error authors are numbers
  t.ok(isIn('author', ['1']))
  // @ts-expect-error there is no such field
  t.ok(eq('titel', 'x'))
})
