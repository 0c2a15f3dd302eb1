import { postsIn, termsIn, usersIn, wherePosts, whereUsers } from '@platen/site'
import type { ContractCase } from './contract-test.js'
import { samplePost, sampleTerm, sampleUser } from './sample-records.js'

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
export function foldingCases(add: ContractCase): void {
  add('texts that are folded to the same', async (t, store) => {
    for (const [at, [text, sought, isFound]] of texts.entries()) {
      const post = await postsIn(store).insert(samplePost({ title: text, content: `a ${text} b`, mimeType: text }))
      const user = await usersIn(store).insert(sampleUser(`user-${at}`, { displayName: text }))
      for (const field of ['title', 'content', 'mimeType'] as const) {
        const condition = wherePosts.and(wherePosts.eq('id', post.id), wherePosts.containsText(field, sought))
        t.equal(await postsIn(store).count(condition), Number(isFound), `${text} ${sought} ${field}`)
      }
      const condition = whereUsers.and(whereUsers.eq('id', user.id), whereUsers.containsText('displayName', sought))
      t.equal(await usersIn(store).count(condition), Number(isFound), `${text} ${sought}`)
    }
  })

  add('an order by folded texts', async (t, store) => {
    for (const [at, name] of ['oz', 'øa', 'p', 'Öb', 'ｏｃ'].entries()) {
      await termsIn(store).insert(sampleTerm({ name, slug: `${at}` }))
    }
    const order = [{ by: 'field', field: 'name', direction: 'asc', folded: true }] as const
    const { records } = await termsIn(store).find({ order })
    t.same(records.map(({ name }) => name).join(' '), 'øa Öb ｏｃ oz p')
    const { records: rest } = await termsIn(store).find({ order, after: { values: ['ÖB'], id: 4 } })
    t.same(rest.map(({ name }) => name).join(' '), 'ｏｃ oz p')
  })

  add('unique keys and what is compared with them', async (t, store) => {
    const { equalsText, containsText } = whereUsers
    await usersIn(store).insert(sampleUser('søren'))
    const other = await usersIn(store).insert(sampleUser('soren'))
    await t.rejects(usersIn(store).insert(sampleUser('Sören', { email: 'c' })), { code: 'conflict' })
    await t.rejects(usersIn(store).update(other.id, { email: 'Søren@Example.org' }), { code: 'conflict' })
    await usersIn(store).updateMany([{ id: other.id, changes: { login: 'sören', displayName: 'Søren' } }])
    t.equal(await usersIn(store).count(equalsText('login', 'SØREN')), 1, 'updated with values of its own')
    t.equal(await usersIn(store).count(equalsText('login', 'soren')), 1, 'other letters')
    t.equal(await usersIn(store).count(containsText('displayName', 'soren')), 2)
    for (const condition of [equalsText('login', 'SØREN'), containsText('login', 'øre')]) {
      t.equal(await usersIn(store).count(condition), 1)
    }
  })
}
