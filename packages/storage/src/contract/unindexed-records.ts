import assert from 'node:assert/strict'
import { defineCollection, type Store, text } from '../index.js'
import { type AddCase, insertAll } from './cases.js'
import { libraryIn, sampleCollections } from './sample-collections.js'
import { sampleBook } from './sample-records.js'

const whereBooks = sampleCollections.books.where

const { and, containsText, endsWith, eq, exists, ne, not, notIn, or, in: isIn } = whereBooks

const word = or(containsText('title', 'garten'), containsText('content', 'garten'))
const isProof = eq('format', 'proof')

const codesOf = async (store: Store, condition: typeof word) => {
  const order = [{ by: 'field', field: 'code', direction: 'asc' }] as const
  const { records, total } = await libraryIn(store).books.find({ where: condition, order, limit: 20, total: true })
  const { length } = records
  if (length !== total || (await libraryIn(store).books.count(condition)) !== length)
    throw new Error('The numbers differ.')
  return records.map(({ code }) => code).join(' ')
}

const essays = defineCollection({
  name: 'essays',
  columns: { kind: text(), body: text({ long: true }) },
  search: ['body'],
  searchIndexExcept: { kind: `a writer's draft` },
})

/** Searches in texts of which an index leaves some out, such as those of proofs. */
export function unindexedCases(add: AddCase): void {
  add('searches with and without proofs', async (store, { books }) => {
    const of = (code: string, format: string, parent = 0, content = 'Im GÄRTEN wächst Gras.') =>
      sampleBook({ code, format, parent, content })
    const [novel, essay] = await insertAll(books, [of('novel', 'novel'), of('essay', 'essay')])
    const [ofNovel = 0, ofEssay = 0] = [novel?.id, essay?.id]
    await books.insertMany([
      of('novel-1', 'proof', ofNovel),
      of('novel-2', 'proof', ofNovel, 'Nichts wächst.'),
      of('novel-sketch', 'proof', ofNovel),
      of('essay-1', 'proof', ofEssay, 'Nichts.'),
      sampleBook({ code: 'essay-2', format: 'proof', parent: ofEssay, title: 'Gärten' }),
      of('other', 'novel', 0, 'Nichts.'),
    ])
    const within = (parent: number) => and(isProof, eq('parent', parent))
    const parentHas = exists(whereBooks, { foreign: 'id', local: 'parent' }, word)
    const childHas = exists(whereBooks, { foreign: 'parent', local: 'id' }, and(isProof, word))
    const anyChildHas = exists(whereBooks, { foreign: 'parent', local: 'id' }, containsText('title', 'garten'))
    for (const [name, condition, expected] of [
      ['all', word, 'essay essay-2 novel novel-1 novel-sketch'],
      ['of a format', and(eq('format', 'novel'), word), 'novel'],
      ['of formats', and(isIn('format', ['novel', 'essay']), word), 'essay novel'],
      ['of formats with proofs', and(isIn('format', ['novel', 'proof']), word), 'essay-2 novel novel-1 novel-sketch'],
      ['of no format', and(isIn('format', []), word), ''],
      ['no proofs', and(ne('format', 'proof'), word), 'essay novel'],
      ['none of some formats', and(notIn('format', ['proof', 'essay']), word), 'novel'],
      ['not one of some formats', and(not(isIn('format', ['proof', 'essay'])), word), 'novel'],
      ['neither novels nor essays', and(notIn('format', ['novel', 'essay']), word), 'essay-2 novel-1 novel-sketch'],
      ['proofs of a novel', and(within(ofNovel), word), 'novel-1 novel-sketch'],
      ['of another', and(within(ofEssay), word), 'essay-2'],
      ['of a novel that do not have it', and(within(ofNovel), not(word)), 'novel-2'],
      ['but sketches', and(within(ofNovel), word, not(endsWith('code', 'sketch'))), 'novel-1'],
      ['with the parent alone', and(eq('parent', ofNovel), word), 'novel-1 novel-sketch'],
      ['novels, or proofs of a essay', and(or(eq('format', 'novel'), within(ofEssay)), word), 'essay-2 novel'],
      ['each with the word', or(and(eq('format', 'novel'), word), and(within(ofEssay), word)), 'essay-2 novel'],
      ['proofs, or the word', or(isProof, word), 'essay essay-1 essay-2 novel novel-1 novel-2 novel-sketch'],
      ['not a proof with it', not(and(isProof, word)), 'essay essay-1 novel novel-2 other'],
      [
        'not a novel with it',
        not(and(eq('format', 'novel'), word)),
        'essay essay-1 essay-2 novel-1 novel-2 novel-sketch other',
      ],
      ['neither a proof nor with it', not(or(isProof, word)), 'other'],
      ['with a parent that has it', and(isProof, parentHas), 'essay-1 essay-2 novel-1 novel-2 novel-sketch'],
      ['with a proof that has it', childHas, 'essay novel'],
      ['with anything below it that has it', anyChildHas, 'essay'],
      ['a whole text', and(within(ofNovel), whereBooks.equalsText('content', 'nichts WÄCHST.')), 'novel-2'],
      ['the start of a text', and(isProof, whereBooks.startsWithText('content', 'NICHTS')), 'essay-1 novel-2'],
      ['its end', whereBooks.endsWithText('content', 'gras.'), 'essay novel novel-1 novel-sketch'],
    ] as const) {
      assert.equal(await codesOf(store, condition), expected, name)
    }
    const order = [{ by: 'rank', conditions: [containsText('title', 'garten')] }] as const
    const best = await books.find({ where: and(isProof, word), order, limit: 1 })
    assert.equal(best.records[0]?.code, 'essay-2', 'the best first')
  })

  add('records whose format changes are found as what they are', async (store, { books }) => {
    const [one, two, three] = (
      await books.insertMany([
        sampleBook({ code: 'one', content: 'Garten' }),
        sampleBook({ code: 'two', format: 'proof', content: 'Garten' }),
        sampleBook({ code: 'three', format: 'proof', content: 'Meer' }),
      ])
    ).map(({ id }) => id)
    if (one === undefined || two === undefined || three === undefined) throw new Error('Nothing was inserted.')
    const found = async () => [
      await codesOf(store, and(eq('format', 'novel'), word)),
      await codesOf(store, and(isProof, word)),
      await codesOf(store, word),
    ]
    assert.deepEqual(await found(), ['one', 'two', 'one two'])
    await books.update(two, { format: 'novel' })
    assert.deepEqual(await found(), ['one two', '', 'one two'], 'one that comes in')
    await books.update(two, { content: 'Meer' })
    assert.deepEqual(await found(), ['one', '', 'one'], 'is searched with its later texts')
    await books.update(one, { format: 'proof', title: 'Gras' })
    assert.deepEqual(await found(), ['', 'one', 'one'], 'one that leaves, with another text')
    await books.update(one, { content: 'Meer' })
    assert.deepEqual(await found(), ['', '', ''])
    await books.update(three, { format: 'novel', content: 'Garten' })
    assert.deepEqual(await found(), ['three', '', 'three'], 'one that comes in with another text')
    await books.updateWhere(isIn('id', [one, two]), { format: 'proof', content: 'Garten' })
    assert.deepEqual(await found(), ['three', 'one two', 'one three two'])
    await books.updateWhere(isProof, { format: 'novel' })
    assert.deepEqual(await found(), ['one three two', '', 'one three two'])
    await books.updateMany([
      { id: one, changes: { format: 'proof', content: 'Meer' } },
      { id: two, changes: { format: 'essay', content: 'Meer' } },
      { id: three, changes: { format: 'proof' } },
    ])
    assert.deepEqual(await found(), ['', 'three', 'three'])
    await books.updateMany([
      { id: one, changes: { format: 'novel', title: 'Gärten' } },
      { id: three, changes: { format: 'proof', title: 'Mehr' } },
    ])
    assert.deepEqual(await found(), ['one', 'three', 'one three'])
    await books.removeWhere(isIn('id', [one, three]))
    assert.deepEqual(await found(), ['', '', ''])
    const added = await books.insertMany(
      ['Garten', 'Meer', 'Garten'].map((content, at) => sampleBook({ code: `n${at}`, format: 'proof', content })),
    )
    const changes = [{ format: 'novel' }, { format: 'novel', content: 'Garten' }, { format: 'proof' }] as const
    await books.updateMany(added.map(({ id }, at) => ({ id, changes: changes[at] ?? {} })))
    assert.deepEqual(await found(), ['n0 n1', 'n2', 'n0 n1 n2'])
  })

  add('another collection leaves records out, too', async store => {
    await store.prepare([essays])
    const collection = store.collection(essays)
    const kind = `a writer's draft`
    const [first] = await insertAll(collection, [
      { kind: 'final', body: 'Über das Meer' },
      { kind, body: 'Über das Meer' },
      { kind, body: 'Das Meer' },
    ])
    const has = essays.where.containsText('body', 'uber')
    const ofKind = (name: string) => essays.where.and(essays.where.eq('kind', name), has)
    const counts = async () => [
      await collection.count(has),
      await collection.count(ofKind('final')),
      await collection.count(ofKind(kind)),
    ]
    assert.deepEqual(await counts(), [2, 1, 1])
    await collection.update(first?.id ?? 0, { kind })
    assert.deepEqual(await counts(), [2, 0, 2])
    await collection.updateWhere(essays.where.and(), { kind: 'final', body: 'Über allem' })
    assert.deepEqual(await counts(), [3, 3, 0])
  })
}
