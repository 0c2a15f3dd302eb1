import { createMemoryStore } from '@platen/memory'
import { type AnyCondition, defineCollection, fold, type Store, type StoreSession, text } from '@platen/storage'
import { randomChoices, sampleBook } from '@platen/storage/contract'
import Database from 'better-sqlite3'
import t, { type Test } from 'tap'
import { asLibrary, booksIn, openLibrary, whereBooks } from '../library.js'

const seed = Number(process.env['PLATEN_SEED'] ?? 1)

const INDEXES = ['', '_title', '_blurb'].map(suffix => `book_texts_search${suffix}`)
const isProof = whereBooks.eq('format', 'proof')

const proof = (parent: number, content: string) => sampleBook({ format: 'proof', parent, content })

async function onFile<T>(path: string, work: (store: Store) => Promise<T>, statements: string[] = []): Promise<T> {
  const store = await openLibrary({ path, synchronous: 'normal', onStatement: sql => statements.push(sql) })
  try {
    return await work(store)
  } finally {
    await store.close()
  }
}

/** Throws unless each index has exactly the texts of the table. */
function checkIndexes(path: string): void {
  const database = new Database(path)
  for (const index of INDEXES) database.exec(`insert into ${index} (${index}, rank) values ('integrity-check', 1)`)
  database.close()
}

/** The ids of all texts, and of all that the index has; throws if they differ. */
function indexed(path: string): readonly unknown[] {
  checkIndexes(path)
  const database = new Database(path, { readonly: true })
  const [ids, inIndex] = ['book_texts', 'book_texts_search_docsize'].map(table =>
    database.prepare(`select id from ${table} order by id`).pluck().all(),
  )
  database.close()
  if (JSON.stringify(ids) !== JSON.stringify(inIndex)) throw new Error('The index has others.')
  return ids ?? []
}

/** Makes a file what it was when no texts were left out. */
function indexAsBefore(path: string): void {
  const database = new Database(path)
  database.function('fold', text => (typeof text === 'string' ? fold(text) : text))
  database.exec(`
    insert into book_texts (id, title, blurb, content)
      select id, fold(title), fold(blurb), fold(content) from books where format = 'proof';
    delete from pending_texts;
    update collections set created = replace(created, ';format=proof', '') where name = 'books';
  `)
  database.close()
}

async function makeFile(t: Test, proofs = 5): Promise<{ path: string; post: number }> {
  const path = `${t.testdir()}/site.sqlite`
  const post = await onFile(path, async store => {
    const { id } = await booksIn(store).insert(sampleBook({ title: 'Post', content: 'A pebble.' }))
    await booksIn(store).insertMany(Array.from({ length: proofs }, (_, at) => proof(id, `A pebble of ${at}.`)))
    return id
  })
  return { path, post }
}

const found = (store: StoreSession, condition: AnyCondition | undefined, word = 'pebble') =>
  booksIn(store).count(whereBooks.and(condition as typeof isProof, whereBooks.containsText('content', word)))

t.test('proofs are not indexed, whatever is written', async t => {
  const { path, post } = await makeFile(t)
  t.same(indexed(path), [post])
  await onFile(path, async store => {
    t.same(
      [await found(store, whereBooks.eq('parent', post)), await found(store, whereBooks.eq('format', 'novel'))],
      [5, 1],
    )
    await booksIn(store).updateWhere(isProof, { title: 'Other', content: 'A boulder.' })
    t.equal(await found(store, isProof, 'boulder'), 5)
  })
  t.same(indexed(path), [post])
})

t.test('what was found nowhere is found once it comes into the index', async t => {
  const { path, post } = await makeFile(t)
  await onFile(path, async store => {
    await booksIn(store).update(post, { content: 'Sand.' })
    const inPosts = async () =>
      [
        await found(store, whereBooks.eq('format', 'novel')),
        await found(store, whereBooks.in('format', ['novel', 'essay'])),
      ] as const
    t.same(await inPosts(), [0, 0])
    await booksIn(store).update(post + 1, { format: 'novel' })
    t.same(await inPosts(), [1, 1], 'the number of matches is not the cached one')
    await booksIn(store).update(post + 1, { format: 'proof' })
    t.same(await inPosts(), [0, 0])
  })
  t.same(indexed(path), [post])
})

async function writeAtRandom(t: Test, isOld: boolean): Promise<void> {
  const path = `${t.testdir()}/site.sqlite`
  const choices = randomChoices(seed)
  const words = ['pebble', 'boulder', 'Sänd']
  const fields = () => ({
    ...(choices.chance(0.5) && { type: choices.pick(['novel', 'essay', 'proof']) }),
    ...(choices.chance(0.5) && { title: choices.some(words, 2).join(' ') }),
    ...(choices.chance(0.5) && { content: choices.some(words, 2).join(' ') }),
    ...(choices.chance(0.5) && { volume: choices.below(3) }),
  })
  const memory = await asLibrary(createMemoryStore())
  let last = 20
  const first = Array.from({ length: last }, (_, at) => sampleBook({ id: at + 1, ...fields() }))
  await booksIn(memory).insertMany(first)
  await onFile(path, async store => booksIn(store).insertMany(first))
  if (isOld) indexAsBefore(path)
  await onFile(path, async store => {
    for (let round = 0; round < 150; round++) {
      const ids = choices.some((await booksIn(memory).find({})).records, 4).map(({ id }) => id)
      const inserted = ids.map(() => sampleBook({ id: ++last, parent: choices.below(3), ...fields() }))
      const changes = fields()
      const updates = [...new Set(ids)].map(id => ({ id, changes: choices.chance(0.5) ? fields() : changes }))
      const condition = whereBooks.and(whereBooks.in('id', ids), choices.chance(0.5) ? isProof : undefined)
      const write = choices.pick<(store: StoreSession) => Promise<unknown>>([
        async tx => booksIn(tx).insertMany(inserted),
        async tx => booksIn(tx).update(ids[0] ?? 0, changes),
        async tx => booksIn(tx).updateWhere(condition, changes),
        async tx => booksIn(tx).updateMany(updates),
        async tx => booksIn(tx).removeWhere(condition),
      ])
      const [grouped, bulk, fails] = [choices.chance(0.3), choices.chance(0.2), choices.chance(0.1)]
      for (const each of [memory, store]) {
        const run = async (tx: StoreSession) => {
          await write(tx)
          if (fails) throw new Error('on purpose')
        }
        await each.transaction(run, { grouped, bulk }).catch(() => undefined)
      }
      const of = choices.pick([undefined, isProof, whereBooks.eq('format', 'novel'), whereBooks.ne('format', 'proof')])
      const search = whereBooks.or(
        ...['title', 'content'].map(field => whereBooks.containsText(field as 'title', choices.pick(words))),
      )
      const query = {
        where: choices.chance(0.8)
          ? whereBooks.and(of, search)
          : whereBooks.or(whereBooks.and(of, search), whereBooks.eq('parent', 1)),
        order: choices.chance(0.5)
          ? [{ by: 'rank' as const, conditions: [whereBooks.containsText('title', 'sand')] }]
          : [],
        total: true,
        limit: 5,
      }
      if (!t.strictSame(await booksIn(store).find(query), await booksIn(memory).find(query), `round ${round}`)) {
        t.comment(JSON.stringify(query))
        break
      }
    }
  })
  checkIndexes(path)
  await onFile(path, async store => store.optimize?.())
  const { records } = await booksIn(memory).find({ where: whereBooks.ne('format', 'proof') })
  t.same(
    indexed(path),
    records.map(({ id }) => id),
    'the index has all others',
  )
}

for (const isOld of [false, true])
  t.test(`random writes and searches, ${isOld ? 'an older' : 'a new'} file (SEED=${seed})`, t =>
    writeAtRandom(t, isOld),
  )

t.test('a file that has proofs in its index', async t => {
  const { path, post } = await makeFile(t)
  indexAsBefore(path)
  t.equal(indexed(path).length, 6)
  const statements: string[] = []
  await onFile(
    path,
    async store => {
      t.notMatch(statements.join('\n'), /drop|book_texts" \(|"_search"/, 'they stay')
      t.same(
        [await found(store, whereBooks.eq('parent', post)), await found(store, whereBooks.ne('format', 'proof'))],
        [5, 1],
      )
      t.equal(await found(store, undefined), 6)
      await booksIn(store).update(post + 1, { content: 'A boulder.' })
      await booksIn(store).update(post + 2, { format: 'novel' })
      await booksIn(store).update(post + 3, { format: 'proof' })
      await booksIn(store).remove(post + 4)
      await booksIn(store).insert(proof(post, 'A pebble.'))
      t.same([await found(store, isProof), await found(store, isProof, 'boulder')], [3, 1])
      t.equal(await found(store, whereBooks.eq('format', 'novel')), 2)
    },
    statements,
  )
  t.same(indexed(path), [post, post + 1, post + 2, post + 5], 'those that were written as what they are have left it')
  const later: string[] = []
  await onFile(path, async store => t.equal(await booksIn(store).count(isProof), 4), later)
  t.notMatch(later.join('\n'), /collections" \(|update|delete/, 'the file is that of this version')
})

t.test('proofs leave an index when it is put in order', async t => {
  const { path, post } = await makeFile(t, 40)
  indexAsBefore(path)
  await onFile(path, async store => {
    t.equal(await store.optimize?.(), true)
    t.equal(await found(store, isProof), 40)
    t.equal(await store.optimize?.(), false, 'once')
  })
  t.same(indexed(path), [post])
})

t.test('a removed post takes proofs with it that are in the index', async t => {
  const { path, post } = await makeFile(t)
  indexAsBefore(path)
  await onFile(path, async store => {
    await booksIn(store).removeWhere(whereBooks.and(whereBooks.eq('parent', post), isProof))
    await booksIn(store).remove(post)
    t.equal(await found(store, undefined), 0)
  })
  t.same(indexed(path), [])
})

t.test('searches read what the index does not have, and nothing else', async t => {
  const { path, post } = await makeFile(t)
  const statements: string[] = []
  await onFile(
    path,
    async store => {
      const during = async (condition: AnyCondition | undefined) => {
        statements.length = 0
        await booksIn(store).find({
          where: whereBooks.and(condition as typeof isProof, whereBooks.containsText('content', 'pebble')),
          order: [{ by: 'field', field: 'acquired', direction: 'desc' }],
          limit: 10,
          total: true,
        })
        return { all: statements.join('\n'), count: statements.length }
      }
      for (const condition of [whereBooks.eq('format', 'novel'), whereBooks.notIn('format', ['proof', 'essay'])]) {
        const { all } = await during(condition)
        t.match(all, /book_texts_search/)
        t.notMatch(all, /fold\(/)
      }
      const { all, count } = await during(whereBooks.and(whereBooks.eq('parent', post), isProof))
      t.notMatch(all, /book_texts_search/)
      t.match(all, /fold\(/)
      t.equal(count, 2, 'the matches are counted and read')
      const database = new Database(path, { readonly: true })
      for (const name of ['fold', 'in_time']) database.function(name, { varargs: true }, () => 1)
      const last = statements.at(-1) ?? ''
      const values = Array<number>((last.match(/\?/g) ?? []).length).fill(1)
      const plan = database.prepare<unknown[], { detail: string }>(`explain query plan ${last}`).all(values)
      database.close()
      t.match(plan.map(({ detail }) => detail).join('\n'), /INDEX books_by_parent/)
    },
    statements,
  )
})

t.test('several words in long texts, which are folded once', async t => {
  const { path, post } = await makeFile(t, 0)
  const padding = 'Nichts über Gärten. '.repeat(100)
  await onFile(path, async store => {
    const contents = ['Sänd und Kies', 'Kies', 'Sänd', 'Sänd, Kies']
    await booksIn(store).insertMany(contents.map(content => proof(post, `${padding}${content}`)))
    const has = (word: string) => whereBooks.containsText('content', word)
    const condition = whereBooks.and(isProof, whereBooks.eq('parent', post), has('sand'), has('kies'), has('garten'))
    const { records } = await booksIn(store).find({ where: condition, order: [] })
    t.same(
      records.map(({ id }) => id - post),
      [1, 4],
    )
  })
})

t.test('a write has no more statements than it had', async t => {
  const { path, post } = await makeFile(t)
  const statements: string[] = []
  await onFile(
    path,
    async store => {
      const during = async (work: () => Promise<unknown>) => {
        statements.length = 0
        await work()
        return statements.filter(sql => /^(insert|update|delete)/.test(sql)).map(sql => /"(\w+)"/.exec(sql)?.[1])
      }
      t.same(await during(() => booksIn(store).insert(proof(post, 'x'))), ['books'])
      t.equal((await during(() => booksIn(store).update(post, { content: 'x' }))).length, 2)
      t.equal((await during(() => booksIn(store).update(post, { status: 'draft' }))).length, 1)
      t.equal((await during(() => booksIn(store).update(post + 1, { content: 'x' }))).length, 2)
      t.equal((await during(() => booksIn(store).update(post, { format: 'essay' }))).length, 2)
    },
    statements,
  )
})

const columns = { kind: text(), body: text({ long: true }) }
const notes = (except: Readonly<Record<string, string>>) =>
  defineCollection({ name: 'jottings', columns, search: ['body'], searchIndexExcept: except })

t.test('a collection that leaves out others than before', async t => {
  const path = `${t.testdir()}/site.sqlite`
  const indexedNotes = () => {
    const database = new Database(path)
    database.exec("insert into jotting_texts_search (jotting_texts_search, rank) values ('integrity-check', 1)")
    const ids = database.prepare('select id from jotting_texts order by id').pluck().all()
    database.close()
    return ids
  }
  for (const [except, expected] of [
    [{}, [1, 2]],
    [{ kind: 'a' }, [1, 2]],
    [{ kind: 'b' }, [1]],
    [{ kind: 'a' }, [2]],
    [{}, [1, 2]],
  ] as const) {
    await onFile(path, async store => {
      const declared = notes(except)
      await store.prepare([declared])
      const own = store.collection(declared)
      if ((await own.count()) === 0)
        await own.insertMany(['a', 'b'].map(kind => ({ kind, body: `A pebble in ${kind}.` })))
      const { and, containsText, eq } = declared.where
      for (const kind of ['a', 'b']) t.equal(await own.count(and(eq('kind', kind), containsText('body', 'pebble'))), 1)
      t.equal(await own.count(containsText('body', 'pebble')), 2)
    })
    t.same(indexedNotes(), expected, JSON.stringify(except))
  }
})
