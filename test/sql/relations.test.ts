import { sampleBook, sampleSubject } from '@platen/storage/contract'
import t from 'tap'
import { booksIn, openLibrary, shelvingsIn, subjectsIn } from './library.js'

t.test('a subject that several books have is one record', async t => {
  const store = await openLibrary({ path: `${t.testdir()}/site.sqlite` })
  const [first, second] = await booksIn(store).insertMany([sampleBook(), sampleBook()])
  const subject = await subjectsIn(store).insert(sampleSubject())
  if (first === undefined || second === undefined) return
  await shelvingsIn(store).insertMany([first, second].map(({ id }) => ({ book: id, subject: subject.id, position: 0 })))
  const { subjects } = await booksIn(store).related([first.id, second.id], ['subjects'])
  t.strictSame(subjects.get(first.id), [subject])
  t.equal(subjects.get(first.id)?.[0], subjects.get(second.id)?.[0])
  await store.close()
})
