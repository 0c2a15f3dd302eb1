import { createMemoryStore } from '@platen/memory'
import { sampleBook, sampleMember, sampleNote } from '@platen/storage/contract'
import t from 'tap'
import { grows } from '../growth.js'
import { asLibrary, booksIn, membersIn, notesIn, whereBooks, whereMembers, whereNotes } from '../sql/library.js'

t.test('each store has its own records', async t => {
  const one = await asLibrary(createMemoryStore())
  const two = await asLibrary(createMemoryStore())
  await booksIn(one).insert(sampleBook())
  t.same([await booksIn(one).count(), await booksIn(two).count()], [1, 0])
  t.same([one.revision(), two.revision()], [2, 1])
})

t.test('an index follows updates and removals', async t => {
  const store = await asLibrary(createMemoryStore())
  const [first, second] = await booksIn(store).insertMany([sampleBook({ code: 'a' }), sampleBook({ code: 'b' })])
  const bySlug = (code: string) => booksIn(store).count(whereBooks.eq('code', code))
  await booksIn(store).update(first.id, { code: 'b' })
  t.same([await bySlug('a'), await bySlug('b')], [0, 2])
  await booksIn(store).remove(second.id)
  t.equal(await bySlug('b'), 1)
  await store.transaction(async contents => {
    await booksIn(contents).update(first.id, { code: 'c' })
    await booksIn(contents).insert(sampleBook({ code: 'b' }))
    t.equal(await booksIn(contents).count(whereBooks.eq('code', 'b')), 1, 'inside, what was changed counts')
    t.equal(await booksIn(contents).count(whereBooks.eq('code', 'c')), 1)
    t.equal(await bySlug('b'), 1, 'outside, what was there before')
    t.equal(await bySlug('c'), 0)
    await booksIn(contents).remove(first.id)
    t.equal(await booksIn(contents).count(whereBooks.in('code', ['b', 'c'])), 1)
  })
  t.same([await bySlug('b'), await bySlug('c')], [1, 0])
  t.equal(await booksIn(store).count(whereBooks.and(whereBooks.eq('code', 'b'), whereBooks.in('id', [first.id]))), 0)
})

t.test('a transaction may reuse a unique value that it has removed', async t => {
  const store = await asLibrary(createMemoryStore())
  const ann = await membersIn(store).insert(sampleMember('ann'))
  await store.transaction(async contents => {
    await membersIn(contents).remove(ann.id)
    await membersIn(contents).insert(sampleMember('ann'))
    await t.rejects(membersIn(contents).insert(sampleMember('ANN')), { code: 'conflict' })
  })
  t.equal(await membersIn(store).count(whereMembers.equalsText('login', 'ann')), 1)
})

t.test('an index makes a large collection quick', async t => {
  const storeOf = async (size: number) => {
    const store = await asLibrary(createMemoryStore())
    await notesIn(store).insertMany(Array.from({ length: size }, (_, object) => sampleNote({ object })))
    return store
  }
  const lookUps = async (size: number) => {
    const store = await storeOf(size)
    return async () => {
      for (let object = 0; object < size; object++) await notesIn(store).count(whereNotes.eq('object', object))
    }
  }
  const store = await storeOf(10)
  t.equal(await notesIn(store).count(whereNotes.and(whereNotes.eq('key', 'key'), whereNotes.eq('object', 5))), 1)
  t.equal(await grows(lookUps, 20_000), undefined, 'a look-up of each record takes linear time')
})
