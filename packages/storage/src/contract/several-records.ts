import assert from 'node:assert/strict'
import { omittedFields, type RecordUpdate } from '../index.js'
import { type AddCase, insertAll, rejects } from './cases.js'
import { libraryIn, type MemberRecord, sampleCollections } from './sample-collections.js'
import { sampleBook, sampleMember, sampleNote, sampleShelving, sampleSubject } from './sample-records.js'

const whereBooks = sampleCollections.books.where
const whereSubjects = sampleCollections.subjects.where
const whereShelvings = sampleCollections.shelvings.where
const whereNotes = sampleCollections.notes.where

/** Reads and writes of several records at once. */
export function severalRecordsCases(add: AddCase): void {
  add('pick', async (_store, { books, members, notes }) => {
    const [a, b, c] = await insertAll(books, [
      sampleBook({ code: 'a', title: 'Apples', content: 'Long text', due: null, volume: 2 }),
      sampleBook({ code: 'b', title: 'Pears', content: 'Long', volume: 1 }),
      sampleBook({ code: 'c', title: 'Plums', content: 'Short', volume: 3 }),
    ])
    const all = await books.pick(['code', 'volume'], {})
    assert.deepEqual(
      all,
      [a, b, c].map(({ id, code, volume }) => ({ id, code, volume })),
      'the fields that are named, and the id',
    )
    assert.ok(Object.isFrozen(all) && all.every(Object.isFrozen))
    assert.deepEqual(await books.pick([], { where: whereBooks.eq('code', 'b') }), [{ id: b.id }])
    assert.deepEqual(await books.pick(['id', 'due'], { limit: 1 }), [{ id: a.id, due: null }])
    const window = await books.pick(['content', 'title'], {
      where: whereBooks.containsText('content', 'long'),
      order: [{ by: 'field', field: 'volume', direction: 'asc' }],
      offset: 1,
      limit: 5,
    })
    assert.deepEqual(window, [{ id: a.id, title: 'Apples', content: 'Long text' }], 'a search in texts, and long texts')
    const searched = await books.pick(['code'], {
      where: whereBooks.containsText('content', 'long'),
      limit: 1,
    })
    assert.deepEqual(searched, [{ id: a.id, code: 'a' }])
    const order = [{ by: 'field', field: 'volume', direction: 'asc' }] as const
    const after = await books.pick(['code'], { order, after: { values: [1], id: b.id } })
    assert.deepEqual(
      after.map(({ code }) => code),
      ['a', 'c'],
    )
    assert.deepEqual(await books.pick(['code'], { where: whereBooks.in('id', []) }), [])
    const { id: note } = await notes.insert(sampleNote({ key: 'k', value: { deep: [1] } }))
    assert.deepEqual(await notes.pick(['value'], { where: whereNotes.eq('key', 'k') }), [
      { id: note, value: { deep: [1] } },
    ])
    const { id: member } = await members.insert(sampleMember('ann', { roles: ['editor'] }))
    assert.deepEqual(await members.pick(['roles'], {}), [{ id: member, roles: ['editor'] }])
  })

  add('maxLength', async (store, { books, notes }) => {
    const [a, b] = await insertAll(books, [
      sampleBook({ code: 'a', content: 'é'.repeat(40_000), blurb: 'x'.repeat(10_000) }),
      sampleBook({ code: 'b', content: '日'.repeat(50_000) }),
      sampleBook({ code: 'c', format: 'essay' }),
    ])
    const order = [{ by: 'field', field: 'id', direction: 'asc' }] as const
    for (const query of [
      {},
      { total: true },
      { where: whereBooks.containsText('content', '日'), limit: 5, total: true },
    ]) {
      const wanted = await books.find({ order, ...query })
      assert.deepEqual(await books.find({ order, ...query, maxLength: 200_000 }), wanted, 'enough')
      await rejects(books.find({ order, ...query, maxLength: 49_000 }), 'too_large')
    }
    assert.equal((await books.find({ order, limit: 1, maxLength: 60_000 })).records.length, 1, 'of the window alone')
    await rejects(books.find({ order, limit: 2, maxLength: 60_000 }), 'too_large')
    assert.equal((await books.find({ where: whereBooks.eq('format', 'essay'), maxLength: 5_000 })).records.length, 1)
    await notes.insertMany([
      sampleNote({ object: a.id, key: 'long', value: '日'.repeat(30_000) }),
      sampleNote({ object: b.id, key: 'long', value: 'y'.repeat(80_000) }),
    ])
    const withNotes = { order, with: ['notes'], where: whereBooks.eq('format', 'novel') } as const
    const { related } = await books.find({ ...withNotes, maxLength: 130_000 })
    assert.deepEqual(
      [a.id, b.id].map(id => related.notes.get(id)?.length),
      [1, 1],
    )
    await rejects(books.find({ ...withNotes, maxLength: 105_000 }), 'too_large')
    assert.equal((await books.related([a.id, b.id], ['notes'], { maxLength: 130_000 })).notes.size, 2)
    await rejects(books.related([a.id, b.id], ['notes'], { maxLength: 105_000 }), 'too_large')
    await rejects(books.find({ ...withNotes, limit: 1, maxLength: 10 }), 'too_large')
    await store.transaction(async tx => {
      await rejects(libraryIn(tx).books.find({ order, maxLength: 1000 }), 'too_large')
      await libraryIn(tx).books.update(a.id, { title: 'Written after it' })
    })
    assert.equal((await books.get(a.id))?.title, 'Written after it')
  })

  add('maxTextBytes', async (_store, { books, notes }) => {
    const [a, b] = await insertAll(books, [
      sampleBook({
        code: 'a',
        title: 'A',
        content: 'é'.repeat(50),
        blurb: 'x'.repeat(101),
        restriction: 'p'.repeat(200),
      }),
      sampleBook({ code: 'b', title: 'b'.repeat(101), content: '日'.repeat(33) }),
    ])
    const order = [{ by: 'field', field: 'id', direction: 'asc' }] as const
    for (const query of [
      {},
      { total: true },
      { where: whereBooks.containsText('title', 'b'), total: true, limit: 5 },
    ]) {
      const whole = (await books.find({ order, ...query })).records
      const { records } = await books.find({ order, ...query, maxTextBytes: 100 })
      const cut = whole.map(book => (book.id === a.id ? { ...a, blurb: '' } : { ...b, title: '' }))
      assert.deepEqual(records, cut, 'columns that decide about access are whole')
      assert.deepEqual(
        records.map(omittedFields),
        records.map(({ id }) => (id === a.id ? ['blurb'] : ['title'])),
      )
      assert.ok(records.every(Object.isFrozen))
      assert.deepEqual((await books.find({ order, ...query, maxTextBytes: 101 })).records, whole)
    }
    await notes.insertMany([
      sampleNote({ object: a.id, key: 'short', value: 'y'.repeat(98) }),
      sampleNote({ object: a.id, key: 'long', value: ['日'.repeat(33)] }),
      sampleNote({ object: b.id, key: 'null', value: null }),
    ])
    const { notes: values } = await books.related([a.id, b.id], ['notes'], { maxTextBytes: 100 })
    const shown = [...values.values()].flat().map(each => [each.key, each.value, omittedFields(each)])
    assert.deepEqual(shown, [
      ['short', 'y'.repeat(98), []],
      ['long', null, ['value']],
      ['null', null, []],
    ])
    const found = await books.find({ order, with: ['notes'], maxTextBytes: 100 })
    assert.deepEqual(found.related.notes, values)
  })

  add('updateMany', async (_store, { books, members, notes }) => {
    const text = `ä 日本 😀 "'%_\\\n\t[1]{}\u{10FFFF}`
    const [a, b, c] = await insertAll(books, [
      sampleBook({ code: 'a', title: 'Apples', content: 'One' }),
      sampleBook({ code: 'b', title: 'Pears', content: 'Two' }),
      sampleBook({ code: 'c', title: 'Plums', content: 'Three' }),
    ])
    await books.updateMany([
      { id: c.id, changes: { title: text, due: null, volume: -7, content: 'Cherries' } },
      { id: a.id, changes: { title: 'Änother', due: '2024-01-01T00:00:00', volume: 0, content: 'Berries' } },
    ])
    assert.deepEqual(
      (await books.find({})).records,
      [
        { ...a, title: 'Änother', due: '2024-01-01T00:00:00', volume: 0, content: 'Berries', version: 2 },
        b,
        { ...c, title: text, due: null, volume: -7, content: 'Cherries', version: 2 },
      ],
      'each in its own way',
    )
    assert.equal(await books.count(whereBooks.equalsText('title', 'another')), 1, 'they are found by their new texts')
    assert.equal(await books.count(whereBooks.containsText('content', 'cherr')), 1)
    assert.equal(await books.count(whereBooks.containsText('content', 'three')), 0, 'and not by the old ones')
    await books.updateMany([
      { id: a.id, changes: { code: 'a\0\ud800' } },
      { id: b.id, changes: { title: 'Mixed' } },
      { id: c.id, changes: {} },
    ])
    const { records } = await books.find({})
    assert.deepEqual(
      records.map(({ code, title, version }) => [code, title, version]),
      [
        ['a\uFFFD\uFFFD', 'Änother', 3],
        ['b', 'Mixed', 2],
        ['c', text, 3],
      ],
      'not all the same fields, and none',
    )
    const member = await members.insert(sampleMember('ann', { roles: ['editor'] }))
    await members.updateMany([{ id: member.id, changes: { roles: ['author', text], rights: { a: true } } }])
    const changed = { ...member, roles: ['author', text], rights: { a: true }, version: 2 }
    assert.deepEqual(await members.get(member.id), changed)
    const value = await notes.insert(sampleNote({ value: 1 }))
    for (const next of [null, 'text', '1', 0.5, true, [1, { a: null }]]) {
      await notes.updateMany([{ id: value.id, changes: { value: next } }])
      assert.deepEqual((await notes.get(value.id))?.value, next)
    }
    await books.updateMany([])
  })

  add('updateMany refuses', async (_store, { members }) => {
    const [ann, bob] = await insertAll(members, [sampleMember('ann'), sampleMember('bob')])
    const update = (...updates: RecordUpdate<MemberRecord>[]) => members.updateMany(updates)
    const missing = update({ id: ann.id, changes: { locale: 'de' } }, { id: 4711, changes: { locale: 'de' } })
    await rejects(missing, 'not_found')
    await rejects(
      update({ id: ann.id, changes: { locale: 'de' } }, { id: bob.id, changes: { code: 'ann' } }),
      'conflict',
      'code',
    )
    await rejects(update({ id: bob.id, changes: { login: 'ANN' } }), 'conflict', 'login')
    const twice = update({ id: ann.id, changes: { locale: 'de' } }, { id: ann.id, changes: { description: 'x' } })
    await assert.rejects(twice, TypeError, 'two updates of one record')
    assert.deepEqual((await members.find({})).records, [ann, bob], 'what fails leaves no trace')
  })

  add('thousands of updates', async (_store, { subjects }) => {
    const size = 1234
    const inserted = await subjects.insertMany(
      Array.from({ length: size }, (_, at) => sampleSubject({ code: `t${at}`, name: `Name ${at}` })),
    )
    await subjects.updateMany(inserted.map(({ id }, at) => ({ id, changes: { count: at, name: `Other ${at}` } })))
    const { records } = await subjects.find({})
    assert.deepEqual(
      records.map(({ count, name, version }) => [count, name, version]),
      inserted.map((_, at) => [at, `Other ${at}`, 2]),
    )
    assert.equal(await subjects.count(whereSubjects.startsWithText('name', 'name')), 0)
    assert.equal(await subjects.count(whereSubjects.equalsText('name', 'OTHER 1233')), 1)
  })

  add('tally of whole numbers', async (_store, { shelvings }) => {
    await shelvings.insertMany([1, 2, 2, 3, 3, 3].map((subject, at) => sampleShelving({ book: at + 1, subject })))
    assert.deepEqual(
      await shelvings.tally('subject', whereShelvings.in('subject', [2, 3, 4])),
      new Map([
        ['2', 2],
        ['3', 3],
      ]),
    )
    const some = await shelvings.tally('subject', whereShelvings.gt('subject', 1), undefined, 4)
    assert.equal(
      [...some.values()].reduce((sum, count) => sum + count, 0),
      4,
      'a limit',
    )
    assert.ok((some.get('2') ?? 0) <= 2 && (some.get('3') ?? 0) <= 3)
    assert.deepEqual(await shelvings.tally('subject', whereShelvings.and(), undefined, 0), new Map())
    const whole = await shelvings.tally('subject', whereShelvings.and())
    assert.deepEqual(
      await shelvings.tally('subject', whereShelvings.and(), undefined, 100),
      whole,
      'more than there are',
    )
  })
}
