import { fork, spawnSync } from 'node:child_process'
import { fileURLToPath } from 'node:url'
import { sampleBook } from '@platen/storage/contract'
import t from 'tap'
import { booksIn, openLibrary, whereBooks } from '../library.js'

const script = fileURLToPath(new URL('writing-process.js', import.meta.url))

/** Runs a process that writes to the file; resolves with its exit code. */
function writeInProcess(path: string, name: string, count: number, lanes = 1): Promise<number | null> {
  return new Promise((resolve, reject) => {
    const child = fork(script, [path, name, String(count), String(lanes)])
    child.once('error', reject)
    child.once('exit', code => resolve(code))
  })
}

t.test('processes that start at once create one schema, and all their writes are stored', async t => {
  const path = `${t.testdir()}/site.sqlite`
  const names = ['a', 'b', 'c']
  const codes = await Promise.all(names.map(name => writeInProcess(path, name, 60)))
  t.same(codes, [0, 0, 0])
  const store = await openLibrary({ path })
  for (const name of names) t.equal(await booksIn(store).count(whereBooks.eq('code', name)), 60, name)
  t.equal(await store.options.get('count'), 180, 'reading and writing in a transaction is not disturbed')
  t.equal(await booksIn(store).count(whereBooks.containsText('title', 'of a process')), 180)
  await store.close()
})

t.test('processes whose writes are committed in groups', async t => {
  const path = `${t.testdir()}/site.sqlite`
  const store = await openLibrary({ path })
  await booksIn(store).insert(sampleBook({ code: 'counter', volume: 0 }))
  const names = ['a', 'b']
  t.same(await Promise.all(names.map(name => writeInProcess(path, name, 100, 10))), [0, 0])
  for (const name of names) t.equal(await booksIn(store).count(whereBooks.eq('code', name)), 80, name)
  t.equal(
    (await booksIn(store).first({ where: whereBooks.eq('code', 'counter') }))?.volume,
    160,
    'each sees those before it',
  )
  await store.close()
})

t.test('writes of a process and of this one at the same time', async t => {
  const path = `${t.testdir()}/site.sqlite`
  const store = await openLibrary({ path })
  const revision = store.revision()
  t.equal((await booksIn(store).find({ total: true })).total, 0)
  const child = writeInProcess(path, 'child', 100)
  for (let at = 0; at < 100; at++) {
    await store.transaction(async tx => {
      await booksIn(tx).insert(sampleBook({ code: 'parent' }))
      await tx.options.set('count', Number((await tx.options.get('count')) ?? 0) + 1)
    })
  }
  t.equal(await child, 0)
  t.equal(await store.options.get('count'), 200)
  t.not(store.revision(), revision)
  t.equal((await booksIn(store).find({ total: true, limit: 1 })).total, 200, 'no count is remembered for too long')
  await store.close()
})

t.test('two stores on one file', async t => {
  const path = `${t.testdir()}/site.sqlite`
  const [one, two] = await Promise.all([openLibrary({ path }), openLibrary({ path })])
  const post = await booksIn(one).insert(sampleBook({ title: 'One' }))
  t.equal((await booksIn(two).get(post.id))?.title, 'One')
  t.equal(await booksIn(two).count(), 1)
  const revision = two.revision()
  t.equal(two.revision(), revision)
  await one.transaction(async contents => {
    await booksIn(contents).insert(sampleBook())
    t.equal(await booksIn(two).count(), 1, 'what is not committed is not seen')
    t.equal(two.revision(), revision)
  })
  for (let waited = 0; two.revision() === revision && waited < 1000; waited++)
    await new Promise(resolve => setTimeout(resolve, 1))
  t.not(two.revision(), revision, 'a write by another one changes the revision')
  t.equal(await booksIn(two).count(), 2)
  const both = await Promise.all([
    one.transaction(async contents => {
      await new Promise(resolve => setTimeout(resolve, 30))
      return booksIn(contents).insert(sampleBook())
    }),
    booksIn(two).insert(sampleBook()),
    booksIn(two).insert(sampleBook()),
  ])
  t.equal(new Set(both.map(({ id }) => id)).size, 3, 'they wait for each other without standing in the way')
  t.equal(await booksIn(one).count(), 5)
  await booksIn(two).update(post.id, { title: 'Two' }, { version: 1 })
  await t.rejects(booksIn(one).update(post.id, { title: 'Three' }, { version: 1 }), { code: 'version' })
  await one.close()
  t.equal(await booksIn(two).count(), 5)
  await two.close()
})

t.test('a turn of the event loop that never ends sees what others write', async t => {
  const path = `${t.testdir()}/site.sqlite`
  const store = await openLibrary({ path })
  t.teardown(() => store.close())
  const before = store.revision()
  const text = `import { openSqliteStore } from '@platen/sql/sqlite'
    const store = await openSqliteStore({ path: ${JSON.stringify(path)} })
    await store.options.set('title', 'Theirs')
    await store.close()`
  const end = performance.now() + 30_000
  // A process that writes while this one waits: no turn of the event loop comes between.
  spawnSync(process.execPath, ['--input-type=module', '-e', text])
  while (store.revision() === before && performance.now() < end) await undefined
  t.not(store.revision(), before)
})
