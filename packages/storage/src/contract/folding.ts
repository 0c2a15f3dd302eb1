import assert from 'node:assert/strict'
import type { AddCase } from './cases.js'
import { sampleCollections } from './sample-collections.js'
import { sampleBook, sampleMember, sampleSubject } from './sample-records.js'

const whereBooks = sampleCollections.books.where
const whereMembers = sampleCollections.members.where

/** Texts, the searches in them, and the searches that match. */
const texts: readonly (readonly [text: string, sought: string, found: boolean])[] = [
  ['Smørrebrød', 'SMÖRREBROD', true],
  ['Smorrebrod', 'rød', true],
  ['Łódź', 'lod', true],
  ['ＦＵＬＬ', 'full', true],
  ['ガラス', 'からす', true],
  ['Ґанок', 'гано', true],
  ['Йод', 'иод', false],
  ['и\u0306од', 'йод', true],
  ['Æble', 'aebl', false],
  ['Straße', 'strass', false],
  ['٢٠٢٤', '2024', true],
  ['हिंदी', 'हद', false],
]

/** That texts are folded as `fold` does it, and unique keys by `foldKey`. */
export function foldingCases(add: AddCase): void {
  add('texts that are folded to the same', async (_store, { books, members }) => {
    for (const [at, [text, sought, isFound]] of texts.entries()) {
      const book = await books.insert(sampleBook({ title: text, content: `a ${text} b`, language: text }))
      const member = await members.insert(sampleMember(`member-${at}`, { displayName: text }))
      for (const field of ['title', 'content', 'language'] as const) {
        const condition = whereBooks.and(whereBooks.eq('id', book.id), whereBooks.containsText(field, sought))
        assert.equal(await books.count(condition), Number(isFound), `${text} ${sought} ${field}`)
      }
      const condition = whereMembers.and(
        whereMembers.eq('id', member.id),
        whereMembers.containsText('displayName', sought),
      )
      assert.equal(await members.count(condition), Number(isFound), `${text} ${sought}`)
    }
  })

  add('an order by folded texts', async (_store, { subjects }) => {
    for (const [at, name] of ['oz', 'øa', 'p', 'Öb', 'ｏｃ'].entries()) {
      await subjects.insert(sampleSubject({ name, code: `${at}` }))
    }
    const order = [{ by: 'field', field: 'name', direction: 'asc', folded: true }] as const
    const { records } = await subjects.find({ order })
    assert.deepEqual(records.map(({ name }) => name).join(' '), 'øa Öb ｏｃ oz p')
    const { records: rest } = await subjects.find({ order, after: { values: ['ÖB'], id: 4 } })
    assert.deepEqual(rest.map(({ name }) => name).join(' '), 'ｏｃ oz p')
  })

  add('unique keys and what is compared with them', async (_store, { members }) => {
    const { equalsText, containsText } = whereMembers
    await members.insert(sampleMember('søren'))
    const other = await members.insert(sampleMember('soren'))
    await assert.rejects(members.insert(sampleMember('Sören', { email: 'c' })), { code: 'conflict' })
    await assert.rejects(members.update(other.id, { email: 'Søren@Example.org' }), {
      code: 'conflict',
    })
    await members.updateMany([{ id: other.id, changes: { login: 'sören', displayName: 'Søren' } }])
    assert.equal(await members.count(equalsText('login', 'SØREN')), 1, 'updated with values of its own')
    assert.equal(await members.count(equalsText('login', 'soren')), 1, 'other letters')
    assert.equal(await members.count(containsText('displayName', 'soren')), 2)
    for (const condition of [equalsText('login', 'SØREN'), containsText('login', 'øre')]) {
      assert.equal(await members.count(condition), 1)
    }
  })
}
