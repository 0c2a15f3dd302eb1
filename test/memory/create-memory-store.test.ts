import { createMemoryStore } from '@platen/memory'
import { metaIn, postsIn, usersIn, whereMeta, wherePosts, whereUsers } from '@platen/site'
import t from 'tap'
import { sampleMeta, samplePost, sampleUser } from '../contract/sample-records.js'
import { grows } from '../growth.js'

t.test('each store has its own records', async t => {
  const one = createMemoryStore()
  const two = createMemoryStore()
  await one.posts.insert(samplePost())
  t.same([await one.posts.count(), await two.posts.count()], [1, 0])
  t.same([one.revision(), two.revision()], [1, 0])
})

t.test('an index follows updates and removals', async t => {
  const store = createMemoryStore()
  const [first, second] = await postsIn(store).insertMany([samplePost({ slug: 'a' }), samplePost({ slug: 'b' })])
  const bySlug = (slug: string) => postsIn(store).count(wherePosts.eq('slug', slug))
  await postsIn(store).update(first.id, { slug: 'b' })
  t.same([await bySlug('a'), await bySlug('b')], [0, 2])
  await postsIn(store).remove(second.id)
  t.equal(await bySlug('b'), 1)
  await store.transaction(async contents => {
    await contents.posts.update(first.id, { slug: 'c' })
    await contents.posts.insert(samplePost({ slug: 'b' }))
    t.equal(await contents.posts.count(wherePosts.eq('slug', 'b')), 1, 'inside, what was changed counts')
    t.equal(await contents.posts.count(wherePosts.eq('slug', 'c')), 1)
    t.equal(await bySlug('b'), 1, 'outside, what was there before')
    t.equal(await bySlug('c'), 0)
    await contents.posts.remove(first.id)
    t.equal(await contents.posts.count(wherePosts.in('slug', ['b', 'c'])), 1)
  })
  t.same([await bySlug('b'), await bySlug('c')], [1, 0])
  t.equal(await postsIn(store).count(wherePosts.and(wherePosts.eq('slug', 'b'), wherePosts.in('id', [first.id]))), 0)
})

t.test('a transaction may reuse a unique value that it has removed', async t => {
  const store = createMemoryStore()
  const ann = await usersIn(store).insert(sampleUser('ann'))
  await store.transaction(async contents => {
    await contents.users.remove(ann.id)
    await contents.users.insert(sampleUser('ann'))
    await t.rejects(contents.users.insert(sampleUser('ANN')), { code: 'conflict' })
  })
  t.equal(await usersIn(store).count(whereUsers.equalsText('login', 'ann')), 1)
})

t.test('an index makes a large collection quick', async t => {
  const lookUps = async (size: number) => {
    const store = createMemoryStore()
    await metaIn(store).insertMany(Array.from({ length: size }, (_, object) => sampleMeta({ object })))
    t.equal(await metaIn(store).count(whereMeta.and(whereMeta.eq('key', 'key'), whereMeta.eq('object', 5))), 1)
    return async () => {
      for (let object = 0; object < size; object++) await metaIn(store).count(whereMeta.eq('object', object))
    }
  }
  t.equal(await grows(lookUps, 20_000), undefined, 'a look-up of each record takes linear time')
})
