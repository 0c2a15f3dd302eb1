import { defineCollection, foldKey, type Store, text } from '@platen/storage'
import { sampleBook, sampleMember, sampleSubject } from '@platen/storage/contract'
import Database from 'better-sqlite3'
import t from 'tap'
import { booksIn, membersIn, openLibrary, subjectsIn, whereBooks, whereMembers, whereSubjects } from '../library.js'

const columns = { title: text({ folded: true }), note: text({ long: true }) }
const notes = defineCollection({ name: 'jottings', columns, search: ['title', 'note'] })
const uniqueNotes = defineCollection({
  ...{ name: 'jottings', columns, search: ['title', 'note'] },
  unique: { title: [{ folded: 'title' }] },
})

async function onFile<T>(path: string, work: (store: Store) => Promise<T>, statements: string[] = []): Promise<T> {
  const store = await openLibrary({ path, onStatement: sql => statements.push(sql) })
  try {
    return await work(store)
  } finally {
    await store.close()
  }
}

/** Makes a file what it was when all texts were folded as unique keys are. */
function foldAsBefore(path: string): void {
  const database = new Database(path)
  database.function('fold_key', (given: unknown) => (typeof given === 'string' ? foldKey(given) : given))
  database.exec(`
    update books set title_folded = fold_key(title);
    update book_texts set title = fold_key(books.title), content = fold_key(books.content) from books where books.id = book_texts.id;
    update subjects set name_folded = fold_key(name), code_folded = fold_key(code);
    update members set display_name_folded = fold_key(display_name);
    update collections set created = json_remove(created, '$.folds');
  `)
  database.close()
}

/** How many records of each kind a search finds. */
const found = async (store: Store) => [
  await booksIn(store).count(whereBooks.containsText('title', 'smorre')),
  await booksIn(store).count(whereBooks.containsText('content', 'rodgrod')),
  await booksIn(store).count(whereBooks.equalsText('title', 'smorrebrod')),
  await subjectsIn(store).count(whereSubjects.containsText('name', 'boger')),
  await membersIn(store).count(whereMembers.containsText('displayName', 'soren')),
  await membersIn(store).count(whereMembers.equalsText('login', 'soren')),
]

/** Stores some records that both ways fold to the same, and some that they do not. */
async function fill(store: Store, plain: number): Promise<void> {
  for (let at = 1; at <= 3; at++) {
    await booksIn(store).insertMany(
      Array.from({ length: plain }, () => sampleBook({ title: `Plain ${at}`, content: 'Plain' })),
    )
    await booksIn(store).insert(sampleBook({ title: 'Smørrebrød', content: 'Rødgrød' }))
  }
  await subjectsIn(store).insert(sampleSubject({ name: 'Bøger' }))
  await membersIn(store).insert(sampleMember('søren'))
  await membersIn(store).insert(sampleMember('soren', { displayName: 'Other' }))
}

const ALL = [3, 3, 3, 1, 1, 1]
const UPDATED = 'update "book_texts"'
const FILLED = 'insert into "book_texts_search" (rowid'

for (const { name, plain, expected, other } of [
  { name: 'some of them', plain: 10, expected: UPDATED, other: FILLED },
  { name: 'many', plain: 1, expected: FILLED, other: UPDATED },
]) {
  t.test(`a file whose texts were folded otherwise, ${name}`, async t => {
    const path = `${t.testdir()}/site.sqlite`
    await onFile(path, async store => {
      await fill(store, plain)
      t.strictSame(await found(store), ALL)
    })
    foldAsBefore(path)
    const before = contentOf(path)
    const statements: string[] = []
    await onFile(path, async store => t.strictSame(await found(store), ALL), statements)
    const all = statements.join('\n')
    t.ok(all.includes(expected) && !all.includes(other), 'what differs is indexed again, or everything')
    t.strictSame(contentOf(path), before, 'nothing else is changed, no version raised')
    checkIndexes(path)

    const later: string[] = []
    await onFile(
      path,
      async store => {
        t.strictSame(await found(store), ALL)
        t.notMatch(later.join('\n'), /update|drop/i, 'once')
        const { id } = await booksIn(store).insert(sampleBook({ title: 'Smør' }))
        await booksIn(store).update(id, { title: 'Øl' })
        t.equal(await booksIn(store).count(whereBooks.containsText('title', 'smor')), 3, 'later writes are indexed')
      },
      later,
    )
    checkIndexes(path)
  })
}

t.test('what fails while everything is indexed leaves the file as it was', async t => {
  const path = `${t.testdir()}/site.sqlite`
  await onFile(path, store => fill(store, 1))
  foldAsBefore(path)
  const onStatement = (sql: string) => {
    if (sql.startsWith(FILLED)) throw new Error('on purpose')
  }
  await t.rejects(openLibrary({ path, onStatement }))
  checkIndexes(path)
  const statements: string[] = []
  await onFile(path, async store => t.strictSame(await found(store), ALL), statements)
  t.ok(statements.join('\n').includes(FILLED), 'the next one who opens it does all of it')
  checkIndexes(path)
})

/** Throws if the indexes over texts do not have exactly the texts of the table. */
function checkIndexes(path: string): void {
  const database = new Database(path)
  for (const index of ['book_texts_search', 'book_texts_search_title', 'book_texts_search_blurb']) {
    database.exec(`insert into ${index} (${index}, rank) values ('integrity-check', 1)`)
  }
  const triggers = database.prepare<[], number>(
    "select count(*) from sqlite_schema where type = 'trigger' and name like 'book_texts%'",
  )
  t.equal(triggers.pluck().get(), 5)
  database.close()
}

/** The records of a file, without what is made from them. */
function contentOf(path: string): unknown {
  const database = new Database(path, { readonly: true })
  const content = [
    'id, version, title, content from books',
    'id, version, name from subjects',
    'login_folded from members',
  ].map(each => database.prepare(`select ${each}`).all())
  database.close()
  return content
}

t.test('a field that becomes a unique key, and one that is none any more', async t => {
  const path = `${t.testdir()}/site.sqlite`
  const { containsText } = notes.where
  const counts = async (store: Store, definition: typeof notes) => {
    await store.prepare([definition])
    const own = store.collection(definition)
    return [await own.count(containsText('title', 'øre')), await own.count(containsText('title', 'ore'))]
  }
  await onFile(path, async store => {
    await store.prepare([notes])
    await store.collection(notes).insertMany([
      { title: 'Søren', note: 'a' },
      { title: 'Soren', note: 'b' },
    ])
    t.strictSame(await counts(store, notes), [2, 2])
  })
  await onFile(path, async store => {
    t.strictSame(await counts(store, uniqueNotes), [1, 1])
    await t.rejects(store.collection(uniqueNotes).insert({ title: 'sören', note: '' }), { code: 'conflict' })
  })
  await onFile(path, async store => t.strictSame(await counts(store, notes), [2, 2]))
})
