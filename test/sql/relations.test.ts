import { assignmentsIn, postsIn, termsIn } from '@platen/site'
import { openSqliteStore } from '@platen/sql/sqlite'
import t from 'tap'
import { samplePost, sampleTerm } from '../contract/sample-records.js'

t.test('a term that several posts have is one record', async t => {
  const store = await openSqliteStore({ path: `${t.testdir()}/site.sqlite` })
  const [first, second] = await postsIn(store).insertMany([samplePost(), samplePost()])
  const term = await termsIn(store).insert(sampleTerm())
  if (first === undefined || second === undefined) return
  await assignmentsIn(store).insertMany([first, second].map(({ id }) => ({ object: id, term: term.id, position: 0 })))
  const { terms } = await postsIn(store).related([first.id, second.id], ['terms'])
  t.strictSame(terms?.get(first.id), [term])
  t.equal(terms?.get(first.id)?.[0], terms?.get(second.id)?.[0])
  await store.close()
})
