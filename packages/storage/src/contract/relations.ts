import assert from 'node:assert/strict'
import type { Related, RelationsOf } from '../index.js'
import { type AddCase, insertAll } from './cases.js'
import { sampleCollections } from './sample-collections.js'
import {
  sampleBook,
  sampleCard,
  sampleMember,
  sampleNote,
  sampleReview,
  sampleShelving,
  sampleSubject,
} from './sample-records.js'

const whereBooks = sampleCollections.books.where
const whereSubjects = sampleCollections.subjects.where
const whereShelvings = sampleCollections.shelvings.where
const whereMembers = sampleCollections.members.where
const whereReviews = sampleCollections.reviews.where
const whereNotes = sampleCollections.notes.where
const whereCards = sampleCollections.cards.where

/** Existence of related records, and related records that are loaded along. */
export function relationCases(add: AddCase): void {
  add('the highest related records', async (_store, { books, reviews }) => {
    const [one, two, none] = await insertAll(books, [sampleBook(), sampleBook(), sampleBook()])
    const on = (book: { readonly id: number }, second: number, more = {}) =>
      sampleReview({
        book: book.id,
        status: 'approved',
        kind: 'review',
        written: `2024-01-01T00:00:${String(second).padStart(2, '0')}`,
        ...more,
      })
    const inserted = await reviews.insertMany([
      ...Array.from({ length: 14 }, (_, at) => on(one, (at * 5) % 14)),
      on(one, 50, { status: 'hold' }),
      on(one, 51, { kind: 'note' }),
      on(two, 7),
      on(two, 7),
      on(none, 1, { status: 'spam' }),
    ])
    const { newestReviews } = await books.related([one.id, two.id, none.id], ['newestReviews'])
    const seconds = newestReviews.get(one.id)?.map(({ written }) => Number(written.slice(-2)))
    assert.deepEqual(seconds, [13, 12, 11, 10, 9, 8, 7, 6, 5, 4], 'the first of them, in their order')
    assert.deepEqual(
      newestReviews.get(two.id)?.map(({ id }) => id),
      [inserted[17]?.id, inserted[16]?.id],
      'ties by id',
    )
    assert.equal(newestReviews.get(none.id), undefined)
  })

  add('exists', async (_store, { books, subjects, shelvings, members, reviews, notes, cards }) => {
    const [one, two, three, four] = await insertAll(books, [
      sampleBook({ code: 'one', author: 1 }),
      sampleBook({ code: 'two', author: 2, parent: 1, due: null }),
      sampleBook({ code: 'three', author: 1, status: 'draft', due: '2024-05-05T00:00:00' }),
      sampleBook({ code: 'four', author: 9 }),
    ])
    const [news, sport] = await insertAll(subjects, [
      sampleSubject({ code: 'news' }),
      sampleSubject({ code: 'sport', scheme: 'place' }),
    ])
    await shelvings.insertMany([
      sampleShelving({ book: one.id, subject: news.id }),
      sampleShelving({ book: one.id, subject: sport.id, position: 1 }),
      sampleShelving({ book: three.id, subject: sport.id }),
      sampleShelving({ book: 777, subject: news.id }),
    ])
    await members.insertMany([sampleMember('ann'), sampleMember('bob'), sampleMember('cid')])
    await notes.insertMany([
      sampleNote({ object: one.id, key: 'thumbnail', value: three.id }),
      sampleNote({ object: two.id, key: 'thumbnail', value: String(three.id) }),
      sampleNote({ object: two.id, key: 'essay', value: 'four' }),
      sampleNote({ object: two.id, key: 'list', value: ['four', one.id] }),
      sampleNote({ kind: 'member', object: 3, key: 'thumbnail', value: null }),
    ])
    await reviews.insertMany([
      sampleReview({ book: one.id }),
      sampleReview({ book: three.id, written: '2024-05-05T00:00:00' }),
    ])
    await cards.insertMany([
      sampleCard('p1', { member: 2, lastPlace: 'two' }),
      sampleCard('p2', { member: 2 }),
      sampleCard('p3', { member: 3, lastUsed: 3, lastPlace: '2024-05-05T00:00:00' }),
    ])
    const codes = async (condition: Parameters<typeof whereBooks.not>[0]) =>
      (await books.find({ where: condition })).records.map(({ code }) => code)
    const inSubject = (...ids: number[]) =>
      whereBooks.exists(whereShelvings, { foreign: 'book', local: 'id' }, whereShelvings.in('subject', ids))
    const inEach = (...lists: number[][]) =>
      whereBooks.existsForEach(whereShelvings, { foreign: 'book', local: 'id' }, 'subject', lists)
    const subjectOf = (scheme: string) =>
      whereBooks.exists(
        whereShelvings,
        { foreign: 'book', local: 'id' },
        whereShelvings.exists(whereSubjects, { foreign: 'id', local: 'subject' }, whereSubjects.eq('scheme', scheme)),
      )
    const tables: readonly [string, Promise<string[]>, string[]][] = [
      ['of a subject', codes(inSubject(news.id)), ['one']],
      ['of some subjects', codes(inSubject(news.id, sport.id)), ['one', 'three']],
      ['of no subject', codes(inSubject()), []],
      ['of an unknown subject', codes(inSubject(99)), []],
      [
        'without a condition',
        codes(whereBooks.exists(whereShelvings, { foreign: 'book', local: 'id' })),
        ['one', 'three'],
      ],
      ['not', codes(whereBooks.not(inSubject(sport.id))), ['two', 'four']],
      ['and', codes(whereBooks.and(inSubject(sport.id), whereBooks.eq('status', 'available'))), ['one']],
      ['two at once', codes(whereBooks.and(inSubject(sport.id), inSubject(news.id))), ['one']],
      ['or', codes(whereBooks.or(inSubject(news.id), whereBooks.eq('author', 9))), ['one', 'four']],
      ['for each of no lists', codes(inEach()), ['one', 'two', 'three', 'four']],
      ['for each of one list', codes(inEach([news.id, sport.id])), ['one', 'three']],
      ['for each list', codes(inEach([news.id, 99], [sport.id, 99])), ['one']],
      ['for each list, one of them empty', codes(inEach([news.id], [])), []],
      ['for each of many lists', codes(inEach(...Array(20).fill([sport.id]), [99, sport.id])), ['one', 'three']],
      ['for each of many lists, all subjects', codes(inEach(...Array(20).fill([sport.id]), [news.id])), ['one']],
      ['for each of many lists, one of them empty', codes(inEach(...Array(20).fill([sport.id]), [])), []],
      ['for each of many lists, a subject of no book', codes(inEach(...Array(20).fill([sport.id]), [99])), []],
      ['not for each of many lists', codes(whereBooks.not(inEach(...Array(20).fill([sport.id])))), ['two', 'four']],
      ['within exists', codes(subjectOf('place')), ['one', 'three']],
      ['within exists, the other', codes(subjectOf('topic')), ['one']],
      [
        'the same collection',
        codes(whereBooks.exists(whereBooks, { foreign: 'id', local: 'parent' }, whereBooks.eq('code', 'one'))),
        ['two'],
      ],
      ['children', codes(whereBooks.exists(whereBooks, { foreign: 'parent', local: 'id' })), ['one']],
      ['a member', codes(whereBooks.exists(whereMembers, { foreign: 'id', local: 'author' })), ['one', 'two', 'three']],
      [
        'with folded text',
        codes(
          whereBooks.exists(whereMembers, { foreign: 'id', local: 'author' }, whereMembers.containsText('login', 'AN')),
        ),
        ['one', 'three'],
      ],
      [
        'reviews',
        codes(whereBooks.exists(whereReviews, { foreign: 'book', local: 'id' }, whereReviews.eq('status', 'approved'))),
        ['one', 'three'],
      ],
      [
        'notes',
        codes(
          whereBooks.exists(
            whereNotes,
            { foreign: 'object', local: 'id' },
            whereNotes.and(
              whereNotes.eq('kind', 'book'),
              whereNotes.eq('key', 'thumbnail'),
              whereNotes.eq('value', three.id),
            ),
          ),
        ),
        ['one'],
      ],
      [
        'a number in JSON',
        codes(whereBooks.exists(whereNotes, { foreign: 'value', local: 'id' }, whereNotes.eq('key', 'thumbnail'))),
        ['three'],
      ],
      ['a text in JSON', codes(whereBooks.exists(whereNotes, { foreign: 'value', local: 'code' })), ['four']],
      ['fields of different kinds', codes(whereBooks.exists(whereSubjects, { foreign: 'code', local: 'id' })), []],
      [
        'null equals null',
        codes(whereBooks.exists(whereCards, { foreign: 'lastPlace', local: 'due' })),
        ['two', 'three'],
      ],
      [
        'null on this side',
        codes(whereBooks.exists(whereReviews, { foreign: 'written', local: 'due' })),
        ['one', 'three', 'four'],
      ],
      [
        'not, null on this side',
        codes(whereBooks.not(whereBooks.exists(whereReviews, { foreign: 'written', local: 'due' }))),
        ['two'],
      ],
      ['null on the other side', codes(whereBooks.exists(whereCards, { foreign: 'lastUsed', local: 'id' })), ['three']],
      [
        'not, null on the other side',
        codes(whereBooks.not(whereBooks.exists(whereCards, { foreign: 'lastPlace', local: 'code' }))),
        ['one', 'three', 'four'],
      ],
    ]
    for (const [name, found, expected] of tables) assert.deepEqual(await found, expected, name)

    const published = whereMembers.exists(
      whereBooks,
      { foreign: 'author', local: 'id' },
      whereBooks.eq('status', 'available'),
    )
    assert.deepEqual(
      (await members.find({ where: published })).records.map(({ login }) => login),
      ['ann', 'bob'],
    )
    const ofOne = whereSubjects.exists(
      whereShelvings,
      { foreign: 'subject', local: 'id' },
      whereShelvings.eq('book', one.id),
    )
    assert.deepEqual(
      (await subjects.find({ where: ofOne })).records.map(({ code }) => code),
      ['news', 'sport'],
    )
    const ofBob = whereCards.exists(whereMembers, { foreign: 'id', local: 'member' }, whereMembers.eq('login', 'bob'))
    assert.equal(await cards.count(ofBob), 2)
    const onDrafts = whereReviews.exists(whereBooks, { foreign: 'id', local: 'book' }, whereBooks.eq('status', 'draft'))
    assert.equal(await reviews.count(onDrafts), 1)
    const jsonOfJson = whereNotes.exists(
      whereNotes,
      { foreign: 'value', local: 'value' },
      whereNotes.eq('kind', 'member'),
    )
    assert.equal(await notes.count(jsonOfJson), 1)
    const page = await books.find({
      where: inSubject(news.id, sport.id),
      order: [{ by: 'field', field: 'id', direction: 'desc' }],
      limit: 1,
      total: true,
    })
    assert.deepEqual([page.records.map(({ code }) => code), page.total], [['three'], 2])
    assert.equal(four.code, 'four')
  })

  add('relations', async (_store, { books, subjects, shelvings, members, reviews, notes }) => {
    const [a, b, c] = await insertAll(books, [
      sampleBook({ code: 'a' }),
      sampleBook({ code: 'b' }),
      sampleBook({ code: 'c' }),
    ])
    const [x, y, z] = await insertAll(subjects, [
      sampleSubject({ code: 'x' }),
      sampleSubject({ code: 'y' }),
      sampleSubject({ code: 'z' }),
    ])
    await shelvings.insertMany([
      sampleShelving({ book: b.id, subject: x.id, position: 2 }),
      sampleShelving({ book: b.id, subject: y.id, position: 1 }),
      sampleShelving({ book: b.id, subject: z.id, position: 1 }),
      sampleShelving({ book: a.id, subject: x.id }),
      sampleShelving({ book: a.id, subject: 999 }),
    ])
    await notes.insertMany([
      sampleNote({ object: a.id, key: 'k', value: 2 }),
      sampleNote({ object: a.id, key: 'a', value: { deep: ['x'] } }),
      sampleNote({ object: b.id, key: 'k', value: null }),
      sampleNote({ object: a.id, key: 'k', value: 1 }),
      sampleNote({ kind: 'subject', object: a.id, key: 'k', value: 'of a subject' }),
      sampleNote({ kind: 'member', object: a.id, key: 'k', value: 'of a member' }),
      sampleNote({ kind: 'review', object: a.id, key: 'k', value: 'of a review' }),
    ])
    const proof = (parent: number, code: string, format = 'proof') =>
      sampleBook({ format, parent, code, status: 'inherit' })
    const proofs = await insertAll(books, [
      proof(a.id, `${a.id}-proof`),
      proof(a.id, `${a.id}-proof`),
      proof(a.id, `${a.id}-sketch`),
      proof(b.id, `${b.id}-sketch`),
      proof(c.id, `${c.id}-sketch`),
      proof(b.id, 'child', 'essay'),
    ])
    const all = ['subjects', 'subjectNames', 'notes', 'proofs', 'sketches'] as const
    const expectRelated = (related: Related<RelationsOf<typeof sampleCollections.books>, (typeof all)[number]>) => {
      assert.deepEqual(Object.keys(related).sort(), [...all].sort(), 'the requested relations')
      const { subjects: loadedSubjects, subjectNames, notes: loadedNotes, proofs: summaries, sketches } = related
      assert.deepEqual([...loadedSubjects.keys()].sort(), [a.id, b.id], 'only books that have subjects')
      assert.deepEqual(
        loadedSubjects.get(b.id)?.map(({ code }) => code),
        ['y', 'z', 'x'],
        'by position, then as assigned',
      )
      assert.deepEqual(loadedSubjects.get(a.id), [x], 'whole subjects; missing ones are left out')
      const names = [y, z, x].map(({ id, scheme, name, code }) => ({ id, scheme, name, code }))
      assert.deepEqual(subjectNames.get(b.id), names, 'of some fields, nothing else')
      assert.ok(Object.isFrozen(subjectNames.get(b.id)?.[0]))
      assert.deepEqual([...loadedNotes.keys()].sort(), [a.id, b.id])
      assert.deepEqual(
        loadedNotes.get(a.id)?.map(({ key, value }) => [key, value]),
        [
          ['k', 2],
          ['a', { deep: ['x'] }],
          ['k', 1],
        ],
      )
      assert.deepEqual(
        loadedNotes.get(b.id)?.map(({ kind, object, value }) => [kind, object, value]),
        [['book', b.id, null]],
      )
      assert.deepEqual(
        [...summaries].sort(([left], [right]) => left - right),
        [
          [a.id, { count: 3, latest: proofs[2].id }],
          [b.id, { count: 1, latest: proofs[3].id }],
          [c.id, { count: 1, latest: proofs[4].id }],
        ],
        'sketches count, other children do not',
      )
      assert.deepEqual(
        [...sketches].sort(([left], [right]) => left - right).map(([id, own]) => [id, own.map(each => each.id)]),
        [
          [a.id, [proofs[2].id]],
          [b.id, [proofs[3].id]],
          [c.id, [proofs[4].id]],
        ],
      )
      assert.ok(Object.isFrozen(loadedSubjects.get(a.id)) && Object.isFrozen(loadedSubjects.get(a.id)?.[0]))
      assert.ok(Object.isFrozen(loadedNotes.get(a.id)) && Object.isFrozen(loadedNotes.get(a.id)?.[1]?.value))
    }
    const found = await books.find({ where: whereBooks.in('id', [a.id, b.id, c.id]), with: all })
    assert.equal(found.records.length, 3)
    expectRelated(found.related)
    expectRelated(await books.related([c.id, a.id, b.id, a.id, 12345], all))

    assert.deepEqual(Object.keys((await books.find({})).related), [], 'nothing unless asked for')
    assert.deepEqual(Object.keys(await books.related([a.id], ['notes'])), ['notes'])
    const none = await books.find({ where: whereBooks.eq('code', 'nobody'), with: all })
    assert.deepEqual([none.related.subjects.size, none.related.notes.size, none.related.proofs.size], [0, 0, 0])
    assert.equal((await books.related([], all)).subjects.size, 0)
    assert.equal((await subjects.related([a.id], ['notes'])).notes.get(a.id)?.[0]?.value, 'of a subject')
    assert.equal((await members.related([a.id], ['notes'])).notes.get(a.id)?.[0]?.value, 'of a member')
    assert.equal((await reviews.related([a.id], ['notes'])).notes.get(a.id)?.[0]?.value, 'of a review')
    const undeclared = 'subjects' as 'notes'
    await assert.rejects(subjects.related([a.id], [undeclared]), TypeError, 'relations are declared')
    await assert.rejects(subjects.find({ where: whereSubjects.eq('id', x.id), with: [undeclared] }), TypeError)
  })
}
