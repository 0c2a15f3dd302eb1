import assert from 'node:assert/strict'
import { StoreError, type StoreSession } from '../index.js'
import { type AddCase, insertAll, rejects } from './cases.js'
import { libraryIn, sampleCollections } from './sample-collections.js'
import { sampleBook, sampleMember, sampleNote, sampleSubject } from './sample-records.js'

const whereBooks = sampleCollections.books.where
const whereSubjects = sampleCollections.subjects.where
const whereMembers = sampleCollections.members.where

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
export function transactionCases(add: AddCase): void {
  add('a transaction is kept', async (store, { books }) => {
    const result = await store.transaction(async tx => {
      const book = await libraryIn(tx).books.insert(sampleBook({ title: 'Inside' }))
      assert.equal((await libraryIn(tx).books.get(book.id))?.title, 'Inside', 'it sees its own writes')
      assert.equal(await libraryIn(tx).books.count(whereBooks.containsText('title', 'inside')), 1)
      await libraryIn(tx).notes.insert(sampleNote({ object: book.id, key: 'k', value: 1 }))
      const { related, total } = await libraryIn(tx).books.find({ with: ['notes'], total: true })
      assert.deepEqual([related.notes.get(book.id)?.length, total], [1, 1])
      assert.equal((await libraryIn(tx).books.first({}))?.id, book.id)
      assert.equal((await libraryIn(tx).books.related([book.id], ['notes'])).notes.size, 1)
      await libraryIn(tx).books.update(book.id, { title: 'Later' }, { version: 1 })
      await tx.options.set('name', ['value'])
      assert.deepEqual(await tx.options.get('name'), ['value'])
      assert.equal((await tx.options.all()).size, 1)
      assert.equal(await libraryIn(tx).books.updateWhere(whereBooks.eq('id', book.id), { blurb: 'x' }), 1)
      const [extra] = await insertAll(libraryIn(tx).subjects, [
        sampleSubject({ code: 'a' }),
        sampleSubject({ code: 'b' }),
      ])
      assert.equal(await libraryIn(tx).subjects.remove(extra.id), true)
      assert.equal(await libraryIn(tx).subjects.removeWhere(whereSubjects.eq('code', 'b')), 1)
      assert.equal(await libraryIn(tx).subjects.count(), 0)
      return book.id
    })
    assert.equal((await books.get(result))?.title, 'Later')
    assert.equal((await books.get(result))?.version, 3)
    assert.deepEqual(await store.options.get('name'), ['value'])
  })

  add('many records in a transaction that says so', async (store, { books }) => {
    const titles = Array.from({ length: 40 }, (_, at) => `Stone ${at}`)
    const ids = await store.transaction(
      async tx => {
        const stored = await libraryIn(tx).books.insertMany(titles.map(title => sampleBook({ title })))
        const more = await libraryIn(tx).books.insertMany([
          sampleBook({ id: 900, title: 'Stone' }),
          sampleBook({ title: 'Last' }),
        ])
        assert.equal(await libraryIn(tx).books.count(whereBooks.containsText('title', 'stone')), 41)
        await libraryIn(tx).books.update(stored[0]?.id ?? 0, { title: 'Pebble' })
        await libraryIn(tx).books.remove(stored[1]?.id ?? 0)
        return [...stored, ...more].map(({ id }) => id)
      },
      { bulk: true },
    )
    assert.equal(new Set(ids).size, 42)
    assert.deepEqual(ids.slice(40), [900, 901])
    assert.equal((await books.get(ids[39] ?? 0))?.title, 'Stone 39', 'each has the id of its record')
    assert.equal(await books.count(whereBooks.containsText('title', 'stone')), 39)
    assert.equal(await books.count(whereBooks.containsText('title', 'pebble')), 1)
  })

  add('a transaction that rejects leaves nothing', async (store, { books }) => {
    const kept = await books.insert(sampleBook({ title: 'Kept' }))
    const gone = await books.insert(sampleBook({ title: 'Other' }))
    await store.options.set('name', 'before')
    const failure = new Error('on purpose')
    const failed = store.transaction(async tx => {
      await libraryIn(tx).books.insertMany([sampleBook({ title: 'New' }), sampleBook({ title: 'New' })])
      await libraryIn(tx).books.update(kept.id, { title: 'Changed' })
      await libraryIn(tx).books.remove(gone.id)
      await libraryIn(tx).books.updateWhere(whereBooks.and(), { volume: 9 })
      await tx.options.set('name', 'after')
      await tx.options.set('other', 1)
      throw failure
    })
    await assert.rejects(failed, failure)
    assert.deepEqual((await books.find({})).records, [kept, gone])
    assert.equal(await books.count(whereBooks.containsText('title', 'new')), 0)
    assert.equal(await books.count(whereBooks.containsText('title', 'kept')), 1)
    assert.deepEqual([...(await store.options.all())], [['name', 'before']])
    assert.ok((await books.insert(sampleBook())).id > gone.id, 'the store goes on')
  })

  add('a write that fails does not end its transaction', async (store, { members }) => {
    await members.insert(sampleMember('ann'))
    await store.transaction(async tx => {
      await libraryIn(tx).members.insert(sampleMember('bob'))
      await rejects(libraryIn(tx).members.insertMany([sampleMember('cid'), sampleMember('ann')]), 'conflict', 'login')
      await rejects(libraryIn(tx).members.updateWhere(whereMembers.and(), { code: 'same' }), 'conflict', 'code')
      await rejects(libraryIn(tx).members.update(99, {}), 'not_found')
      assert.equal(await libraryIn(tx).members.count(), 2, 'the failed write as a whole is undone')
      await libraryIn(tx).members.insert(sampleMember('dan'))
    })
    assert.deepEqual(
      (await members.find({})).records.map(({ code }) => code),
      ['ann', 'bob', 'dan'],
    )
  })

  add('an update of an outdated version changes nothing in its transaction', async (store, { books }) => {
    const book = await books.insert(sampleBook({ title: 'First' }))
    await store.transaction(async tx => {
      const { books: within } = libraryIn(tx)
      await rejects(within.update(book.id, { title: 'Late' }, { version: 7 }), 'version')
      assert.equal(await within.count(whereBooks.containsText('title', 'late')), 0)
      await within.update(book.id, { title: 'Second' }, { version: 1 })
      assert.equal(await within.count(whereBooks.containsText('title', 'second')), 1)
    })
    assert.equal((await books.get(book.id))?.title, 'Second')
    assert.equal(await books.count(whereBooks.containsText('title', 'late')), 0)
  })

  add('a page and its total include each commit', async (_store, { books }) => {
    for (let number = 1; number <= 4; number++) {
      const book = await books.insert(sampleBook({ title: `Part ${number}`, volume: 7 }))
      const order = [{ by: 'field', field: 'id', direction: 'desc' }] as const
      const found = await books.find({ where: whereBooks.eq('volume', 7), order, limit: 2, total: true })
      assert.deepEqual([found.records[0]?.id, found.records.length], [book.id, Math.min(number, 2)])
      assert.equal(found.total, number)
    }
    const none = await books.find({ where: whereBooks.eq('volume', 7), limit: 2, offset: 4, total: true })
    assert.deepEqual([none.records, none.total], [[], 4])
  })

  add('nobody sees what is not committed', async (store, { books }) => {
    const book = await books.insert(sampleBook({ title: 'Before' }))
    await store.options.set('name', 1)
    const seen = async (reader: StoreSession) => [
      (await libraryIn(reader).books.get(book.id))?.title,
      (await libraryIn(reader).books.find({ where: whereBooks.containsText('title', 'after'), total: true })).total,
      (await libraryIn(reader).books.first({ order: [{ by: 'field', field: 'id', direction: 'desc' }] }))?.id,
      await libraryIn(reader).books.count(),
      await libraryIn(reader).notes.count(),
      (await libraryIn(reader).books.related([book.id], ['notes'])).notes.size,
      await reader.options.get('name'),
      (await reader.options.all()).size,
    ]
    const before = await seen(store)
    const revision = store.revision()
    const after = await store.transaction(async tx => {
      await libraryIn(tx).books.update(book.id, { title: 'After' })
      await libraryIn(tx).books.insert(sampleBook({ title: 'After' }))
      await libraryIn(tx).notes.insert(sampleNote({ object: book.id }))
      await tx.options.set('name', 2)
      await tx.options.set('other', 2)
      assert.deepEqual(await seen(store), before, 'outside, nothing has happened')
      assert.equal(store.revision(), revision)
      return seen(tx)
    })
    assert.deepEqual(await seen(store), after, 'afterwards, all of it has')
    assert.notEqual(store.revision(), revision)
  })

  add('writers take turns', async (store, { books }) => {
    const log: string[] = []
    const { open, opened } = gate()
    const work = (name: string, before: Promise<void>) =>
      store.transaction(async tx => {
        log.push(`${name} begins`)
        await before
        const counted = Number((await tx.options.get('count')) ?? 0)
        await pause()
        await tx.options.set('count', counted + 1)
        log.push(`${name} ends`)
      })
    const first = work('first', opened)
    // Over a network, the single write could come before it.
    while (log.length === 0) await pause()
    const second = work('second', Promise.resolve())
    const write = store.options.set('single', true).then(() => log.push('single write'))
    const third = work('third', Promise.resolve())
    await pause()
    assert.deepEqual(log, ['first begins'], 'the others wait')
    assert.equal(await store.options.get('single'), undefined, 'reads do not')
    open()
    await Promise.all([first, second, write, third])
    assert.deepEqual(
      log.filter(entry => entry !== 'single write'),
      ['first begins', 'first ends', 'second begins', 'second ends', 'third begins', 'third ends'],
    )
    assert.equal(await store.options.get('count'), 3)
    await Promise.all(Array.from({ length: 50 }, (_, at) => books.insert(sampleBook({ volume: at }))))
    assert.equal(await books.count(), 50, 'many single writes at once')
  })

  add('a transaction that is over', async (store, { books }) => {
    const whenOver = async (session: StoreSession, opened: typeof books) => {
      const calls = [
        () => opened.get(1),
        () => opened.insert(sampleBook()),
        () => session.collection(sampleCollections.books).count(),
        () => session.options.get('x'),
      ]
      for (const call of calls) await rejects(Promise.resolve().then(call), 'unavailable')
    }
    const leak = (tx: StoreSession) => [tx, libraryIn(tx).books] as const
    await whenOver(...(await store.transaction(async tx => leak(tx))))
    const failed = store.transaction(async tx => Promise.reject(new Error('on purpose', { cause: leak(tx) })))
    const cause = await failed.catch(error => error.cause)
    await whenOver(...(cause as ReturnType<typeof leak>))
    assert.equal(await books.count(), 0)
  })

  add('the revision', async (store, { books, subjects }) => {
    const book = await books.insert(sampleBook())
    const writes: readonly [name: string, write: () => Promise<unknown>][] = [
      ['insert', () => books.insert(sampleBook())],
      ['insertMany', () => subjects.insertMany([sampleSubject()])],
      ['update', () => books.update(book.id, { title: 'x' })],
      ['update of nothing', () => books.update(book.id, {})],
      ['updateWhere', () => books.updateWhere(whereBooks.and(), { title: 'y' })],
      ['remove', () => books.remove(book.id)],
      ['removeWhere', () => subjects.removeWhere(whereSubjects.and())],
      ['an option', () => store.options.set('name', 1)],
      ['an option removed', () => store.options.remove('name')],
      ['a transaction', () => store.transaction(tx => libraryIn(tx).books.insert(sampleBook()))],
    ]
    const revisions = new Set([store.revision()])
    for (const [name, write] of writes) {
      const before = store.revision()
      assert.equal(store.revision(), before, 'it stays while nothing is written')
      const { total } = await books.find({ total: true })
      assert.equal(total, await books.count())
      await write()
      assert.notEqual(store.revision(), before, name)
      revisions.add(store.revision())
      assert.equal((await books.find({ total: true })).total, (await books.find({})).records.length)
    }
    assert.equal(revisions.size, writes.length + 1, 'none comes twice')
    assert.equal(typeof store.revision(), 'number')
  })

  add('revisions of collections', async (store, { books, subjects }) => {
    const groups = [['books'], ['subjects'], ['options'], ['notes', 'options'], ['books', 'subjects', 'notes']]
    const changed = async (write: () => Promise<unknown>) => {
      const before = store.revision()
      await write()
      assert.ok(store.revision() > before, 'it grows')
      return groups.flatMap(names => (store.revision(names) > before ? [names.join(' ')] : []))
    }
    const { id } = await books.insert(sampleBook())
    assert.deepEqual(await changed(() => books.update(id, { title: 'x' })), ['books', 'books subjects notes'])
    assert.deepEqual(await changed(() => subjects.insert(sampleSubject())), ['subjects', 'books subjects notes'])
    assert.deepEqual(await changed(() => store.options.set('name', 1)), ['options', 'notes options'])
    const both = store.transaction(async tx => {
      await libraryIn(tx).books.remove(id)
      await tx.options.set('name', 2)
    })
    assert.deepEqual(await changed(() => both), ['books', 'options', 'notes options', 'books subjects notes'])
    const failed = store.transaction(async tx => {
      await libraryIn(tx).notes.insert(sampleNote({ object: 1 }))
      throw new Error('on purpose')
    })
    const before = store.revision(['notes'])
    await assert.rejects(failed)
    assert.equal(store.revision(['notes']), before, 'what is rolled back changes nothing')
    assert.ok(store.revision([]) <= before)
  })

  add('options', async store => {
    assert.equal(await store.options.get('missing'), undefined)
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
      assert.deepEqual(await store.options.get(name), value, name)
    }
    assert.deepEqual(Object.fromEntries(await store.options.all()), values)
    assert.ok(Object.isFrozen(await store.options.get('map')))
    assert.ok(Object.isFrozen(((await store.options.get('map')) as typeof values.map).a))
    const list = [1]
    await store.options.set('list', list)
    list.push(2)
    assert.deepEqual(await store.options.get('list'), [1], 'what was given is copied')
    await store.options.set('text', { now: 'a map' })
    assert.deepEqual(await store.options.get('text'), { now: 'a map' })
    await store.options.set('Text', 1)
    assert.deepEqual(await store.options.get('text'), { now: 'a map' }, 'names are compared exactly')
    await store.options.set('', 'no name')
    assert.equal(await store.options.get(''), 'no name')
    await store.options.set('gone', undefined)
    assert.equal(await store.options.get('gone'), null)
    assert.equal(await store.options.remove('text'), true)
    assert.equal(await store.options.remove('text'), false)
    assert.equal(await store.options.get('text'), undefined)
  })

  add('a store that is closed', async (store, { books, subjects }) => {
    let late: Promise<unknown> = Promise.resolve()
    const running = store.transaction(async tx => {
      await pause()
      late = libraryIn(tx).books.insert(sampleBook())
      await late
    })
    const closed = store.close()
    // Running transactions end, and closing twice does no harm.
    await Promise.all([running, closed, late])
    await store.close()
    const refused: readonly [name: string, call: () => Promise<unknown>][] = [
      ['get', () => books.get(1)],
      ['find', () => books.find({})],
      ['first', () => books.first({})],
      ['count', () => books.count()],
      ['related', () => books.related([1], ['notes'])],
      ['insert', () => books.insert(sampleBook())],
      ['insertMany', () => books.insertMany([sampleBook()])],
      ['update', () => books.update(1, {})],
      ['updateWhere', () => subjects.updateWhere(whereSubjects.and(), {})],
      ['remove', () => books.remove(1)],
      ['removeWhere', () => subjects.removeWhere(whereSubjects.and())],
      ['options.get', () => store.options.get('x')],
      ['options.set', () => store.options.set('x', 1)],
      ['transaction', () => store.transaction(async () => 1)],
      ['revision', async () => store.revision()],
    ]
    for (const [name, call] of refused) await assert.rejects(call(), { code: 'unavailable' }, name)
    await assert.rejects(books.get(1), StoreError)
  })
}
