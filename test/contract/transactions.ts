import { postsIn, termsIn, usersIn, wherePosts, whereTerms, whereUsers } from '@platen/site'
import { type Store, StoreError, type StoreSession } from '@platen/storage'
import type { ContractCase } from './contract-test.js'
import { sampleMeta, samplePost, sampleTerm, sampleUser } from './sample-records.js'
import { rejects } from './writing.js'

const pause = (milliseconds = 5) => new Promise<void>(resolve => setTimeout(resolve, milliseconds))

/** A promise, and what resolves it. */
function gate() {
  let open: () => void = () => undefined
  const opened = new Promise<void>(resolve => {
    open = resolve
  })
  return { open: () => open(), opened }
}

/** Transactions, the revision and the end of a store. */
export function transactionCases(add: ContractCase): void {
  add('a transaction is kept', async (t, store) => {
    const result = await store.transaction(async contents => {
      const post = await contents.posts.insert(samplePost({ title: 'Inside' }))
      t.equal((await contents.posts.get(post.id))?.title, 'Inside', 'it sees its own writes')
      t.equal(await contents.posts.count(wherePosts.containsText('title', 'inside')), 1)
      await contents.meta.insert(sampleMeta({ object: post.id, key: 'k', value: 1 }))
      const { related, total } = await contents.posts.find({ with: ['meta'], total: true })
      t.same([related.meta?.get(post.id)?.length, total], [1, 1])
      t.equal((await contents.posts.first({}))?.id, post.id)
      t.equal((await contents.posts.related([post.id], ['meta'])).meta?.size, 1)
      await contents.posts.update(post.id, { title: 'Later' }, { version: 1 })
      await contents.options.set('name', ['value'])
      t.same(await contents.options.get('name'), ['value'])
      t.equal((await contents.options.all()).size, 1)
      t.equal(await contents.posts.updateWhere(wherePosts.eq('id', post.id), { excerpt: 'x' }), 1)
      const extra = await contents.terms.insertMany([sampleTerm({ slug: 'a' }), sampleTerm({ slug: 'b' })])
      t.equal(await contents.terms.remove(extra[0].id), true)
      t.equal(await contents.terms.removeWhere(whereTerms.eq('slug', 'b')), 1)
      t.equal(await contents.terms.count(), 0)
      return post.id
    })
    t.equal((await postsIn(store).get(result))?.title, 'Later')
    t.equal((await postsIn(store).get(result))?.version, 3)
    t.same(await store.options.get('name'), ['value'])
  })

  add('many records in a transaction that says so', async (t, store) => {
    const titles = Array.from({ length: 40 }, (_, at) => `Stone ${at}`)
    const ids = await store.transaction(
      async tx => {
        const stored = await postsIn(tx).insertMany(titles.map(title => samplePost({ title })))
        const more = await postsIn(tx).insertMany([
          samplePost({ id: 900, title: 'Stone' }),
          samplePost({ title: 'Last' }),
        ])
        t.equal(await postsIn(tx).count(wherePosts.containsText('title', 'stone')), 41)
        await postsIn(tx).update(stored[0]?.id ?? 0, { title: 'Pebble' })
        await postsIn(tx).remove(stored[1]?.id ?? 0)
        return [...stored, ...more].map(({ id }) => id)
      },
      { bulk: true },
    )
    t.equal(new Set(ids).size, 42)
    t.same(ids.slice(40), [900, 901])
    t.equal((await postsIn(store).get(ids[39] ?? 0))?.title, 'Stone 39', 'each has the id of its record')
    t.equal(await postsIn(store).count(wherePosts.containsText('title', 'stone')), 39)
    t.equal(await postsIn(store).count(wherePosts.containsText('title', 'pebble')), 1)
  })

  add('a transaction that rejects leaves nothing', async (t, store) => {
    const kept = await postsIn(store).insert(samplePost({ title: 'Kept' }))
    const gone = await postsIn(store).insert(samplePost({ title: 'Other' }))
    await store.options.set('name', 'before')
    const failure = new Error('on purpose')
    const failed = store.transaction(async contents => {
      await contents.posts.insertMany([samplePost({ title: 'New' }), samplePost({ title: 'New' })])
      await contents.posts.update(kept.id, { title: 'Changed' })
      await contents.posts.remove(gone.id)
      await contents.posts.updateWhere(wherePosts.and(), { menuOrder: 9 })
      await contents.options.set('name', 'after')
      await contents.options.set('other', 1)
      throw failure
    })
    await t.rejects(failed, failure)
    t.same((await postsIn(store).find({})).records, [kept, gone])
    t.equal(await postsIn(store).count(wherePosts.containsText('title', 'new')), 0)
    t.equal(await postsIn(store).count(wherePosts.containsText('title', 'kept')), 1)
    t.same([...(await store.options.all())], [['name', 'before']])
    t.ok((await postsIn(store).insert(samplePost())).id > gone.id, 'the store goes on')
  })

  add('a write that fails does not end its transaction', async (t, store) => {
    await usersIn(store).insert(sampleUser('ann'))
    await store.transaction(async contents => {
      await contents.users.insert(sampleUser('bob'))
      await rejects(t, contents.users.insertMany([sampleUser('cid'), sampleUser('ann')]), 'conflict', 'login')
      await rejects(t, contents.users.updateWhere(whereUsers.and(), { slug: 'same' }), 'conflict', 'slug')
      await rejects(t, contents.users.update(99, {}), 'not_found')
      t.equal(await contents.users.count(), 2, 'the failed write as a whole is undone')
      await contents.users.insert(sampleUser('dan'))
    })
    t.same(
      (await usersIn(store).find({})).records.map(({ slug }) => slug),
      ['ann', 'bob', 'dan'],
    )
  })

  add('nobody sees what is not committed', async (t, store) => {
    const post = await postsIn(store).insert(samplePost({ title: 'Before' }))
    await store.options.set('name', 1)
    const seen = async (reader: StoreSession) => [
      (await reader.posts.get(post.id))?.title,
      (await reader.posts.find({ where: wherePosts.containsText('title', 'after'), total: true })).total,
      (await reader.posts.first({ order: [{ by: 'field', field: 'id', direction: 'desc' }] }))?.id,
      await reader.posts.count(),
      await reader.meta.count(),
      (await reader.posts.related([post.id], ['meta'])).meta?.size,
      await reader.options.get('name'),
      (await reader.options.all()).size,
    ]
    const before = await seen(store)
    const revision = store.revision()
    const after = await store.transaction(async contents => {
      await contents.posts.update(post.id, { title: 'After' })
      await contents.posts.insert(samplePost({ title: 'After' }))
      await contents.meta.insert(sampleMeta({ object: post.id }))
      await contents.options.set('name', 2)
      await contents.options.set('other', 2)
      t.same(await seen(store), before, 'outside, nothing has happened')
      t.equal(store.revision(), revision)
      return seen(contents)
    })
    t.same(await seen(store), after, 'afterwards, all of it has')
    t.not(store.revision(), revision)
  })

  add('writers take turns', async (t, store) => {
    const log: string[] = []
    const { open, opened } = gate()
    const work = (name: string, before: Promise<void>) =>
      store.transaction(async contents => {
        log.push(`${name} begins`)
        await before
        const counted = Number((await contents.options.get('count')) ?? 0)
        await pause()
        await contents.options.set('count', counted + 1)
        log.push(`${name} ends`)
      })
    const first = work('first', opened)
    const second = work('second', Promise.resolve())
    const write = store.options.set('single', true).then(() => log.push('single write'))
    const third = work('third', Promise.resolve())
    await pause()
    t.same(log, ['first begins'], 'the others wait')
    t.equal(await store.options.get('single'), undefined, 'reads do not')
    open()
    await Promise.all([first, second, write, third])
    t.same(
      log.filter(entry => entry !== 'single write'),
      ['first begins', 'first ends', 'second begins', 'second ends', 'third begins', 'third ends'],
    )
    t.equal(await store.options.get('count'), 3)
    await Promise.all(Array.from({ length: 50 }, (_, at) => postsIn(store).insert(samplePost({ menuOrder: at }))))
    t.equal(await postsIn(store).count(), 50, 'many single writes at once')
  })

  add('a transaction that is over', async (t, store) => {
    let kept: StoreSession | undefined
    await store.transaction(async contents => {
      kept = contents
    })
    await rejects(t, Promise.resolve(kept?.posts.count()), 'unavailable')
    await rejects(t, Promise.resolve(kept?.posts.insert(samplePost())), 'unavailable')
    await rejects(t, Promise.resolve(kept?.options.get('x')), 'unavailable')
    await store
      .transaction(async contents => {
        kept = contents
        throw new Error('on purpose')
      })
      .catch(() => undefined)
    await rejects(t, Promise.resolve(kept?.posts.get(1)), 'unavailable')
    t.equal(await postsIn(store).count(), 0)
  })

  add('the revision', async (t, store) => {
    const post = await postsIn(store).insert(samplePost())
    const writes: readonly [name: string, write: () => Promise<unknown>][] = [
      ['insert', () => postsIn(store).insert(samplePost())],
      ['insertMany', () => termsIn(store).insertMany([sampleTerm()])],
      ['update', () => postsIn(store).update(post.id, { title: 'x' })],
      ['update of nothing', () => postsIn(store).update(post.id, {})],
      ['updateWhere', () => postsIn(store).updateWhere(wherePosts.and(), { title: 'y' })],
      ['remove', () => postsIn(store).remove(post.id)],
      ['removeWhere', () => termsIn(store).removeWhere(whereTerms.and())],
      ['an option', () => store.options.set('name', 1)],
      ['an option removed', () => store.options.remove('name')],
      ['a transaction', () => store.transaction(contents => contents.posts.insert(samplePost()))],
    ]
    const revisions = new Set([store.revision()])
    for (const [name, write] of writes) {
      const before = store.revision()
      t.equal(store.revision(), before, 'it stays while nothing is written')
      const { total } = await postsIn(store).find({ total: true })
      t.equal(total, await postsIn(store).count())
      await write()
      t.not(store.revision(), before, name)
      revisions.add(store.revision())
      t.equal((await postsIn(store).find({ total: true })).total, (await postsIn(store).find({})).records.length)
    }
    t.equal(revisions.size, writes.length + 1, 'none comes twice')
    t.type(store.revision(), 'number')
  })

  add('options', async (t, store) => {
    t.equal(await store.options.get('missing'), undefined)
    const values = {
      text: 'ä"\'%_',
      number: 0.5,
      yes: true,
      nothing: null,
      list: [1, [2]],
      map: { a: { b: null } },
      empty: '',
    }
    for (const [name, value] of Object.entries(values)) {
      await store.options.set(name, value)
      t.strictSame(await store.options.get(name), value, name)
    }
    t.same(Object.fromEntries(await store.options.all()), values)
    t.ok(Object.isFrozen(await store.options.get('map')))
    t.ok(Object.isFrozen(((await store.options.get('map')) as typeof values.map).a))
    const list = [1]
    await store.options.set('list', list)
    list.push(2)
    t.same(await store.options.get('list'), [1], 'what was given is copied')
    await store.options.set('text', { now: 'a map' })
    t.same(await store.options.get('text'), { now: 'a map' })
    await store.options.set('Text', 1)
    t.same(await store.options.get('text'), { now: 'a map' }, 'names are compared exactly')
    await store.options.set('', 'no name')
    t.equal(await store.options.get(''), 'no name')
    await store.options.set('gone', undefined)
    t.equal(await store.options.get('gone'), null)
    t.equal(await store.options.remove('text'), true)
    t.equal(await store.options.remove('text'), false)
    t.equal(await store.options.get('text'), undefined)
  })

  add('a store that is closed', async (t, store) => {
    let late: Promise<unknown> = Promise.resolve()
    const running = store.transaction(async contents => {
      await pause()
      late = contents.posts.insert(samplePost())
      await late
    })
    const closed = store.close()
    await t.resolves(running, 'what runs comes to its end')
    await t.resolves(closed)
    await t.resolves(late)
    await t.resolves(store.close(), 'twice does no harm')
    const refused: readonly [name: string, call: (store: Store) => Promise<unknown>][] = [
      ['get', ({ posts }) => posts.get(1)],
      ['find', ({ posts }) => posts.find({})],
      ['first', ({ posts }) => posts.first({})],
      ['count', ({ posts }) => posts.count()],
      ['related', ({ posts }) => posts.related([1], ['meta'])],
      ['insert', ({ posts }) => posts.insert(samplePost())],
      ['insertMany', ({ posts }) => posts.insertMany([samplePost()])],
      ['update', ({ posts }) => posts.update(1, {})],
      ['updateWhere', ({ terms: collection }) => collection.updateWhere(whereTerms.and(), {})],
      ['remove', ({ posts }) => posts.remove(1)],
      ['removeWhere', ({ terms: collection }) => collection.removeWhere(whereTerms.and())],
      ['options.get', ({ options }) => options.get('x')],
      ['options.set', ({ options }) => options.set('x', 1)],
      ['transaction', ({ transaction }) => transaction(async () => 1)],
      ['revision', async ({ revision }) => revision()],
    ]
    for (const [name, call] of refused) await t.rejects(call(store), { code: 'unavailable' }, name)
    await t.rejects(postsIn(store).get(1), StoreError)
  })
}
