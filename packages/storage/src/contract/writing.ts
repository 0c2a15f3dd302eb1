import assert from 'node:assert/strict'
import type { BaseRecord, Collection, NewRecord } from '../index.js'
import { type AddCase, insertAll, rejects } from './cases.js'
import { type MemberRecord, sampleCollections } from './sample-collections.js'
import { sampleBook, sampleCard, sampleMember, sampleNote, sampleSubject } from './sample-records.js'

const whereBooks = sampleCollections.books.where
const whereSubjects = sampleCollections.subjects.where
const whereMembers = sampleCollections.members.where
const whereNotes = sampleCollections.notes.where

/** Inserting, changing and removing. */
export function writingCases(add: AddCase): void {
  add(
    'every field of every collection is stored',
    async (_store, { books, subjects, shelvings, members, reviews, notes, cards }) => {
      const text = `ä 日本 😀 "'%_\\\n\t\u{10FFFF}`
      await expectStored(books, {
        format: `format ${text}`,
        status: `status ${text}`,
        author: 2,
        acquired: '2024-01-02T00:00:00',
        due: null,
        code: `code ${text}`,
        title: `title ${text}`,
        restriction: `restriction ${text}`,
        parent: 3,
        volume: -4,
        isbn: `isbn ${text}`,
        language: `language ${text}`,
        reviewCount: 5,
        blurb: `blurb ${text}`,
        content: `content ${text}`,
      })
      const subject = { scheme: 'place', name: text, code: 's', description: text, parent: 2, group: 3, count: 4 }
      await expectStored(subjects, subject)
      await expectStored(shelvings, { book: 2, subject: 3, position: -4 })
      await expectStored(members, {
        login: 'Ä',
        email: 'a@example.org',
        code: 'c',
        displayName: text,
        description: text,
        locale: 'de_DE',
        roles: ['editor', text],
        rights: { [text]: true, denied: false },
        joined: '2024-01-05T00:00:00',
      })
      await expectStored(reviews, {
        book: 2,
        parent: 3,
        author: 4,
        signature: text,
        email: 'b@example.org',
        written: '2024-01-06T00:00:00',
        received: '2024-01-07T00:00:00',
        status: 'hold',
        kind: 'note',
        content: text,
      })
      const value = { list: [1, null, { deep: text }], fraction: 0.25 }
      await expectStored(notes, { kind: 'review', object: 2, key: text, value })
      const card = { number: 'n', member: 2, label: text, issued: 1700000000, lastUsed: 1700000001, lastPlace: '::1' }
      await expectStored(cards, card)
    },
  )

  add('ill-formed text', async (_store, { books }) => {
    const { id, title, code } = await books.insert(sampleBook({ title: 'a\ud800b', code: 'a\0b' }))
    assert.deepEqual([title, code], ['a\uFFFDb', 'a\uFFFDb'], 'half characters and NUL are replaced')
    assert.equal((await books.get(id))?.title, title)
    assert.equal((await books.update(id, { title: '\udc00\0' })).title, '\uFFFD\uFFFD')
    assert.equal(await books.count(whereBooks.eq('title', '\uFFFD\uFFFD')), 1)
  })

  add('ids', async (_store, { books, subjects }) => {
    const [first, second] = await insertAll(subjects, [sampleSubject({ code: 'a' }), sampleSubject({ code: 'b' })])
    assert.ok(first.id > 0 && second.id > first.id, 'they grow')
    assert.ok(await subjects.remove(second.id))
    const third = await subjects.insert(sampleSubject({ code: 'c' }))
    assert.ok(third.id > second.id, 'they are not given twice')
    const chosen = await subjects.insert({ ...sampleSubject({ code: 'd' }), id: 1000 })
    assert.deepEqual([chosen.id, chosen.version], [1000, 1], 'a caller may choose one')
    assert.ok((await subjects.insert(sampleSubject({ code: 'e' }))).id > 1000, 'and they grow on from there')
    const between = await subjects.insert({ ...sampleSubject({ code: 'f' }), id: 500 })
    assert.equal(between.id, 500)
    assert.ok((await subjects.insert(sampleSubject({ code: 'g' }))).id > 1001)
    const mixed = await insertAll(subjects, [
      { ...sampleSubject({ code: 'h' }), id: 2000 },
      sampleSubject({ code: 'i' }),
      { ...sampleSubject({ code: 'j' }), id: 1500 },
    ])
    assert.deepEqual(
      mixed.map(({ code }) => code),
      ['h', 'i', 'j'],
      'in the order in which they were given',
    )
    assert.deepEqual([mixed[0].id, mixed[1].id > 2000, mixed[2].id], [2000, true, 1500])
    assert.deepEqual(await subjects.insertMany([]), [])
    await rejects(subjects.insert({ ...sampleSubject({ code: 'k' }), id: 500 }), 'conflict', 'id')
    assert.equal((await books.insert(sampleBook())).id < 500, true, 'each collection counts for itself')
    assert.equal(await subjects.get(424242), undefined)
  })

  add('inserts that keep versions', async (_store, { books, subjects }) => {
    const book = await books.insert(sampleBook({ code: 'a', title: 'Before' }))
    await books.update(book.id, { title: 'After' })
    const changed = await books.update(book.id, { volume: 7 })
    assert.equal(changed.version, 3)
    await books.remove(book.id)
    const other = { ...sampleBook({ code: 'b' }), id: book.id + 5 }
    const copies = await books.insertMany([changed, other], { keepVersions: true })
    assert.deepEqual(copies[0], changed)
    assert.deepEqual(await books.get(book.id), changed)
    assert.deepEqual([copies[1]?.version, (await books.get(other.id))?.version], [1, 1])
    await rejects(books.update(book.id, { volume: 8 }, { version: 2 }), 'version')
    assert.equal((await books.update(book.id, { volume: 8 }, { version: 3 })).version, 4)
    await books.remove(book.id)
    assert.equal((await books.insertMany([changed]))[0]?.version, 1, 'only where it is requested')
    const versioned = { ...sampleSubject({ code: 'x' }), version: 9 }
    const [subject] = await subjects.insertMany([versioned], { keepVersions: true })
    assert.equal(subject?.version, 9, 'also with an id of the store')
  })

  add('records are frozen, and copies', async (_store, { members, notes }) => {
    const value = { list: [{ deep: 1 }] }
    const roles = ['editor']
    const rights: Record<string, boolean> = { a: true }
    const saved = await notes.insert(sampleNote({ value }))
    const member = await members.insert(sampleMember('ann', { roles, rights }))
    for (const item of value.list) item.deep = 2
    roles.push('author')
    rights.b = true
    for (const record of [saved, ...(await notes.find({})).records]) {
      assert.deepEqual(record.value, { list: [{ deep: 1 }] }, 'what was given is copied')
      assert.ok(Object.isFrozen(record) && Object.isFrozen(record.value))
      assert.ok(Object.isFrozen((record.value as typeof value).list[0]), 'all the way down')
    }
    assert.ok(Object.isFrozen(await notes.get(saved.id)))
    const stored = await members.get(member.id)
    assert.deepEqual([stored?.roles, stored?.rights], [['editor'], { a: true }])
    assert.ok(Object.isFrozen(stored?.roles) && Object.isFrozen(stored?.rights))
    const found = await members.find({})
    assert.ok(Object.isFrozen(found) && Object.isFrozen(found.records))
    assert.ok(Object.isFrozen(await members.update(member.id, { locale: 'de' })))
    assert.equal((await notes.insert(sampleNote({ value: undefined }))).value, null, 'what JSON does not know is null')
    const dated = await notes.insert(sampleNote({ value: { at: new Date(0), nan: Number.NaN, gone: undefined } }))
    assert.deepEqual(dated.value, { at: '1970-01-01T00:00:00.000Z', nan: null })
  })

  add('update', async (_store, { books, members, notes }) => {
    const [book, other] = await insertAll(books, [sampleBook({ title: 'Before', content: 'Words' }), sampleBook()])
    const changed = await books.update(book.id, { title: 'Äfter', due: null })
    assert.deepEqual(changed, { ...book, title: 'Äfter', due: null, version: 2 })
    assert.deepEqual(await books.get(book.id), changed)
    assert.deepEqual(await books.get(other.id), other, 'others stay as they are')
    assert.equal(await books.count(whereBooks.containsText('title', 'after')), 1, 'it is found by its new text')
    assert.equal(await books.count(whereBooks.containsText('title', 'before')), 0, 'and not by the old one')
    assert.equal(await books.count(whereBooks.equalsText('title', 'AFTER')), 1)
    assert.equal(await books.count(whereBooks.containsText('content', 'word')), 1, 'nor lost by the others')
    assert.equal((await books.update(book.id, {})).version, 3, 'the version grows also when nothing changes')
    assert.equal((await books.update(book.id, { title: 'Third' }, { version: 3 })).version, 4)
    await rejects(books.update(book.id, { title: 'Late' }, { version: 3 }), 'version')
    await rejects(books.update(book.id, { title: 'Early' }, { version: 5 }), 'version')
    assert.equal((await books.get(book.id))?.title, 'Third')
    assert.equal((await books.update(book.id, {}, { version: undefined })).version, 5)
    await rejects(books.update(4711, { title: 'Nobody' }), 'not_found')
    const counted = await books.update(book.id, { reviewCount: 3 }, { keepVersion: true })
    assert.deepEqual([counted.reviewCount, counted.version], [3, 5], 'an update may leave the version')
    assert.deepEqual(await books.get(book.id), counted)
    assert.equal((await books.update(book.id, { reviewCount: 4 }, { version: 5, keepVersion: true })).version, 5)
    await rejects(books.update(book.id, { reviewCount: 5 }, { version: 4, keepVersion: true }), 'version')
    assert.equal((await books.update(book.id, { reviewCount: 4 })).version, 6)
    await rejects(books.update(4711, { title: 'Nobody' }, { version: 1 }), 'not_found')
    const member = await members.insert(sampleMember('ann', { roles: ['author'] }))
    assert.deepEqual((await members.update(member.id, { roles: ['editor'] })).roles, ['editor'])
    assert.equal(await members.count(whereMembers.has('roles', 'author')), 0)
    const value = await notes.insert(sampleNote({ value: 1 }))
    assert.deepEqual((await notes.update(value.id, { value: { a: [1] } })).value, { a: [1] })
  })

  add('updateWhere and removeWhere', async (_store, { books }) => {
    const [inserted] = await insertAll(books, [
      sampleBook({ code: 'a', title: 'Title a', volume: 0 }),
      sampleBook({ code: 'b', title: 'Title b', volume: 1 }),
      sampleBook({ code: 'c', title: 'Title c', volume: 2 }),
      sampleBook({ code: 'd', title: 'Title d', volume: 3 }),
    ])
    assert.equal(await books.updateWhere(whereBooks.gt('volume', 1), { title: 'Néw', status: 'draft' }), 2)
    assert.deepEqual(
      (await books.find({})).records.map(({ title, version }) => [title, version]),
      [
        ['Title a', 1],
        ['Title b', 1],
        ['Néw', 2],
        ['Néw', 2],
      ],
    )
    assert.equal(await books.count(whereBooks.containsText('title', 'NEW')), 2)
    assert.equal(
      await books.updateWhere(whereBooks.containsText('title', 'new'), { title: 'Again' }),
      2,
      'by what it changes',
    )
    assert.equal(await books.count(whereBooks.containsText('title', 'again')), 2)
    assert.equal(await books.count(whereBooks.containsText('title', 'new')), 0)
    assert.equal(await books.updateWhere(whereBooks.eq('code', 'nobody'), { title: 'x' }), 0)
    assert.equal(await books.updateWhere(whereBooks.and(), {}), 4, 'all of them, with nothing')
    assert.equal((await books.get(inserted.id))?.version, 2)
    const withParent = whereBooks.exists(whereBooks, { foreign: 'volume', local: 'parent' }, whereBooks.eq('code', 'a'))
    assert.equal(await books.updateWhere(withParent, { parent: 2 }), 4, 'by others of the same collection')
    assert.equal(await books.removeWhere(whereBooks.containsText('title', 'again')), 2)
    assert.deepEqual(
      (await books.find({})).records.map(({ code }) => code),
      ['a', 'b'],
    )
    assert.equal(await books.removeWhere(whereBooks.eq('code', 'c')), 0)
    assert.equal(await books.remove(inserted.id), true)
    assert.equal(await books.remove(inserted.id), false)
    assert.equal(await books.get(inserted.id), undefined)
    assert.equal(await books.count(whereBooks.containsText('title', 'title')), 1)
    assert.equal(await books.removeWhere(whereBooks.and()), 1)
    assert.equal(await books.count(), 0)
    assert.equal(await books.count(whereBooks.containsText('title', 'title')), 0)
  })

  add('conflicts', async (_store, { subjects, members, cards }) => {
    await members.insertMany([sampleMember('ann'), sampleMember('bob'), sampleMember('Ünal')])
    const newcomer = (fields: Partial<NewRecord<MemberRecord>>) => members.insert(sampleMember('new', fields))
    await rejects(newcomer({ login: 'ann' }), 'conflict', 'login')
    await rejects(newcomer({ login: 'ANN' }), 'conflict', 'login')
    await rejects(newcomer({ login: 'UNAL' }), 'conflict', 'login')
    await rejects(newcomer({ email: 'Bob@Example.ORG' }), 'conflict', 'email')
    await rejects(newcomer({ code: 'bob' }), 'conflict', 'code')
    assert.equal((await newcomer({ code: 'Bob' })).code, 'Bob', 'codes are compared exactly')
    const ann = await members.first({ where: whereMembers.eq('login', 'ann') })
    assert.ok(ann)
    if (!ann) return
    await rejects(members.update(ann.id, { login: 'BOB' }), 'conflict', 'login')
    await rejects(members.update(ann.id, { email: 'bob@example.org' }), 'conflict', 'email')
    assert.equal((await members.get(ann.id))?.version, 1, 'a failed update leaves no trace')
    assert.equal(
      (await members.update(ann.id, { login: 'ANN', email: 'ANN@example.org' })).login,
      'ANN',
      'none with itself',
    )
    await rejects(members.updateWhere(whereMembers.in('login', ['bob', 'ANN']), { code: 'same' }), 'conflict', 'code')
    assert.equal(await members.count(whereMembers.eq('code', 'same')), 0, 'a failed updateWhere leaves no trace')
    assert.equal((await members.get(ann.id))?.version, 2)
    assert.equal(await members.updateWhere(whereMembers.eq('login', 'ANN'), { code: 'ann' }), 1)
    await members.remove(ann.id)
    assert.equal((await members.insert(sampleMember('Ann'))).login, 'Ann', 'what was removed is free again')

    const news = await subjects.insert(sampleSubject({ code: 'news' }))
    await rejects(subjects.insert(sampleSubject({ code: 'news', name: 'Other' })), 'conflict', 'code')
    const tag = await subjects.insert(sampleSubject({ code: 'news', scheme: 'place' }))
    await rejects(subjects.update(tag.id, { scheme: 'topic' }), 'conflict', 'code')
    assert.equal((await subjects.insert(sampleSubject({ code: 'News' }))).name, news.name)

    await cards.insert(sampleCard('u'))
    await rejects(cards.insert(sampleCard('u')), 'conflict', 'number')

    const before = await subjects.count()
    await rejects(subjects.insertMany([sampleSubject({ code: 'x' }), sampleSubject({ code: 'x' })]), 'conflict', 'code')
    assert.equal(await subjects.count(), before, 'a failed insertMany leaves no trace')
    assert.equal(await subjects.count(whereSubjects.eq('code', 'x')), 0)
    assert.equal((await subjects.insert(sampleSubject({ code: 'x' }))).code, 'x')
  })

  add('ten thousand records', async (_store, { books, notes }) => {
    const size = 10000
    const fields = Array.from({ length: size }, (_, at) => sampleNote({ object: at, key: `k${at % 10}`, value: at }))
    const inserted = await notes.insertMany(fields)
    assert.equal(new Set(inserted.map(({ id }) => id)).size, size)
    const ids = inserted.map(({ id }) => id)
    assert.equal(await notes.count(whereNotes.in('id', ids)), size, 'a list of as many values')
    assert.equal(
      await notes.count(whereNotes.notIn('object', ids.slice(1))),
      size - (await notes.count(whereNotes.in('object', ids.slice(1)))),
    )
    assert.equal(
      await notes.count(
        whereNotes.in(
          'key',
          Array.from({ length: size }, (_, at) => `k${at}`),
        ),
      ),
      size,
    )
    const backwards = [...ids].reverse()
    const placed = await notes.find({
      order: [{ by: 'position', field: 'id', values: backwards }],
      limit: 3,
      offset: 1,
    })
    assert.deepEqual(
      placed.records.map(({ id }) => id),
      backwards.slice(1, 4),
      'an order by as many values',
    )
    const related = await books.related(
      fields.map(({ object }) => object),
      ['subjects', 'notes', 'proofs'],
    )
    assert.equal(related.notes.size, size, 'relations of as many records')
    assert.equal((await notes.find({ where: whereNotes.eq('key', 'k3') })).records.length, size / 10)
    assert.equal(await notes.updateWhere(whereNotes.eq('key', 'k3'), { value: 'three' }), size / 10)
    assert.equal(await notes.removeWhere(whereNotes.in('id', ids.slice(5))), size - 5)
    assert.equal(await notes.count(), 5)
  })
}

/** Inserts a record, and reads it in every way. */
async function expectStored<R extends BaseRecord, L, N extends object>(
  collection: Collection<R, L, N>,
  fields: N,
): Promise<void> {
  const inserted = await collection.insert(fields)
  assert.deepEqual(inserted, { ...fields, id: inserted.id, version: 1 })
  assert.deepEqual(await collection.get(inserted.id), inserted)
  assert.deepEqual((await collection.find({})).records, [inserted])
  assert.deepEqual(await collection.first({}), inserted)
}
