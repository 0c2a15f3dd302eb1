import type { PostRecord } from '@platen/site'
import t from 'tap'
import { loadModule } from '../load-module.js'
import { samplePost } from '../sample-records.js'

const { differencesOf } =
  await loadModule<typeof import('../../../packages/site/dist/storage/differences.js')>('storage/differences.js')

t.test('changes that do not change a field are removed', async t => {
  const before: PostRecord = {
    ...samplePost({ title: 'One', slug: 'one', menuOrder: 0 }),
    id: 1,
    version: 1,
    dateGmt: null,
  }
  t.same(differencesOf(before, {}), {})
  t.same(differencesOf(before, { title: 'One', slug: 'two', menuOrder: 0 }), { slug: 'two' })
  t.same(differencesOf(before, { title: '', dateGmt: null }), { title: '' })
  t.same(differencesOf<PostRecord>({ ...before, dateGmt: '2020-01-01T00:00:00' }, { dateGmt: null }), { dateGmt: null })
  const changes = Object.freeze({ title: 'One' })
  t.same(differencesOf(before, changes), {})
  t.same(changes, { title: 'One' }, 'what was given is not changed')
})
