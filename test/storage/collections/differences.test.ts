import { type BaseRecord, differencesOf } from '@platen/storage'
import t from 'tap'

interface BookRecord extends BaseRecord {
  readonly title: string
  readonly slug: string
  readonly copies: number
  readonly printed: string | null
}

t.test('changes that do not change a field are removed', async t => {
  const before: BookRecord = { id: 1, version: 1, title: 'One', slug: 'one', copies: 0, printed: null }
  t.same(differencesOf(before, {}), {})
  t.same(differencesOf(before, { title: 'One', slug: 'two', copies: 0 }), { slug: 'two' })
  t.same(differencesOf(before, { title: '', printed: null }), { title: '' })
  t.same(differencesOf<BookRecord>({ ...before, printed: '2020-01-01T00:00:00' }, { printed: null }), { printed: null })
  const changes = Object.freeze({ title: 'One' })
  t.same(differencesOf(before, changes), {})
  t.same(changes, { title: 'One' }, 'what was given is not changed')
})
