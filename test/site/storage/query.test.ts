import { whereMeta, wherePosts } from '@platen/site'
import t from 'tap'

t.test('the compiler knows what fields are compared with', async t => {
  const { eq, in: isIn } = wherePosts
  const text: string = 'publish'
  t.same(eq('status', text), { op: 'eq', field: 'status', value: text })
  t.same(eq('dateGmt', null), { op: 'eq', field: 'dateGmt', value: null })
  t.same(isIn('author', [1, 2]), { op: 'in', field: 'author', values: [1, 2] })
  t.same(whereMeta.eq('value', 'any'), { op: 'eq', field: 'value', value: 'any' })
  // @ts-expect-error an id is a number
  t.ok(eq('id', '1'))
  // @ts-expect-error a title is never null
  t.ok(eq('title', null))
  // @ts-expect-error authors are numbers
  t.ok(isIn('author', ['1']))
  // @ts-expect-error there is no such field
  t.ok(eq('titel', 'x'))
})
