import { dateTime, defineCollection, integer, json, nullable, text } from '@platen/storage'
import t from 'tap'

const books = defineCollection({
  name: 'books',
  columns: { title: text(), status: text(), author: integer(), printed: nullable(dateTime()), notes: json() },
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
