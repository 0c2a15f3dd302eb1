import { createMemoryStore } from '@platen/memory'
import { type CollectionDefinition, collections, type Store } from '@platen/site'
import t from 'tap'
import { samplePost } from '../../../contract/sample-records.js'

const migrate = async (store: Store) => {
  const posts: CollectionDefinition = collections.posts
  await store.transaction(async tx => posts.migrations[0]?.run?.(tx.collection(posts), tx.collection))
}

t.test('posts in the trash get their former status in batches, and other posts stay', async t => {
  const store = createMemoryStore()
  const trashed = Array.from({ length: 1100 }, () => samplePost({ status: 'trash' }))
  await store.posts.insertMany(trashed)
  const restored = await store.posts.insert(samplePost({ status: 'draft' }))
  const later = await store.posts.insert(samplePost({ status: 'trash', trashedStatus: 'draft' }))
  const former = (object: number, value: unknown, kind = 'post') => ({ kind, object, key: '_trash_status', value })
  await store.meta.insertMany([
    ...trashed.map((_, at) => former(at + 1, at % 2 === 0 ? 'publish' : 'pending')),
    former(restored.id, 'publish'),
    former(later.id, 'publish'),
    former(5000, 'publish'),
    former(1, 'hold', 'comment'),
  ])
  await migrate(store)
  const { posts } = collections
  t.equal(await store.posts.count(posts.where.eq('trashedStatus', 'publish')), 550)
  t.equal(await store.posts.count(posts.where.eq('trashedStatus', 'pending')), 550)
  t.strictSame(await store.posts.get(restored.id), restored)
  t.strictSame(await store.posts.get(later.id), later)
  t.match((await store.meta.find({})).records, [{ kind: 'comment', object: 1, value: 'hold' }])
  t.equal(await store.meta.count(), 1)
})

t.test('a former status that is not a text leaves the column empty', async t => {
  const store = createMemoryStore()
  await store.posts.insert(samplePost({ status: 'trash' }))
  await store.meta.insert({ kind: 'post', object: 1, key: '_trash_status', value: ['publish'] })
  await migrate(store)
  t.equal((await store.posts.get(1))?.trashedStatus, '')
  t.equal(await store.meta.count(), 0)
})
