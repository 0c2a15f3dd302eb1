import { createMemoryStore } from '@platen/memory'
import { meta, metaIn, posts, postsIn, wherePosts } from '@platen/site'
import type { CollectionDefinition, Store } from '@platen/storage'
import t from 'tap'
import { samplePost } from '../../sample-records.js'

const migrate = async (store: Store) => {
  const declared: CollectionDefinition = posts
  await store.transaction(async tx => declared.migrations[0]?.run?.(tx.collection(declared), tx.collection))
}

t.test('posts in the trash get their former status in batches, and other posts stay', async t => {
  const store = createMemoryStore()
  await store.prepare([posts, meta])
  const trashed = Array.from({ length: 1100 }, () => samplePost({ status: 'trash' }))
  await postsIn(store).insertMany(trashed)
  const restored = await postsIn(store).insert(samplePost({ status: 'draft' }))
  const later = await postsIn(store).insert(samplePost({ status: 'trash', trashedStatus: 'draft' }))
  const former = (object: number, value: unknown, kind = 'post') => ({ kind, object, key: '_trash_status', value })
  await metaIn(store).insertMany([
    ...trashed.map((_, at) => former(at + 1, at % 2 === 0 ? 'publish' : 'pending')),
    former(restored.id, 'publish'),
    former(later.id, 'publish'),
    former(5000, 'publish'),
    former(1, 'hold', 'comment'),
  ])
  await migrate(store)
  t.equal(await postsIn(store).count(wherePosts.eq('trashedStatus', 'publish')), 550)
  t.equal(await postsIn(store).count(wherePosts.eq('trashedStatus', 'pending')), 550)
  t.strictSame(await postsIn(store).get(restored.id), restored)
  t.strictSame(await postsIn(store).get(later.id), later)
  t.match((await metaIn(store).find({})).records, [{ kind: 'comment', object: 1, value: 'hold' }])
  t.equal(await metaIn(store).count(), 1)
})

t.test('a former status that is not a text leaves the column empty', async t => {
  const store = createMemoryStore()
  await store.prepare([posts, meta])
  await postsIn(store).insert(samplePost({ status: 'trash' }))
  await metaIn(store).insert({ kind: 'post', object: 1, key: '_trash_status', value: ['publish'] })
  await migrate(store)
  t.equal((await postsIn(store).get(1))?.trashedStatus, '')
  t.equal(await metaIn(store).count(), 0)
})
