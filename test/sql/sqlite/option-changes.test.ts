import { sampleBook } from '@platen/storage/contract'
import t, { type Test } from 'tap'
import { booksIn, openLibrary } from '../library.js'

const GROUPED = { grouped: true }

const pathIn = (own: Test) => `${own.testdir()}/site.sqlite`

t.test('options that one has written are read outside by the next', async t => {
  const store = await openLibrary({ path: pathIn(t) })
  await store.options.all()
  const seen = await Promise.all(
    Array.from({ length: 5 }, (_, at) =>
      store.transaction(async tx => {
        const outside = [(await store.options.get('name')) ?? 0, (await store.options.all()).get('name') ?? 0]
        await tx.options.set('name', at + 1)
        return [...outside, await tx.options.get('name'), (await tx.options.all()).get('name')]
      }, GROUPED),
    ),
  )
  t.same(
    seen,
    Array.from({ length: 5 }, (_, at) => [at, at, at + 1, at + 1]),
  )
  await store.close()
})

t.test('what a failed transaction has set is not cached', async t => {
  const store = await openLibrary({ path: pathIn(t) })
  await store.options.set('name', 'before')
  const failing = store.transaction(async tx => {
    await tx.options.set('name', 'inside')
    t.equal((await tx.options.all()).get('name'), 'inside')
    t.equal((await store.options.all()).get('name'), 'before')
    throw new Error('on purpose')
  }, GROUPED)
  await t.rejects(failing, { message: 'on purpose' })
  t.equal((await store.options.all()).get('name'), 'before')
  t.equal(await store.options.get('name'), 'before')
  await store.transaction(async tx => t.equal(await tx.options.get('name'), 'before'), GROUPED)
  await store.close()
})

t.test('options are read again when others have committed', async t => {
  const file = pathIn(t)
  const statements: string[] = []
  const store = await openLibrary({ path: file, onStatement: sql => statements.push(sql) })
  const other = await openLibrary({ path: file })
  const readings = () => statements.splice(0).filter(sql => sql.includes('from options')).length
  await other.options.set('name', 1)
  t.equal((await store.options.all()).get('name'), 1)
  readings()
  await booksIn(store).insert(sampleBook())
  t.equal((await store.options.all()).get('name'), 1)
  t.equal(await store.options.get('name'), 1)
  await store.transaction(async tx => t.equal(await tx.options.get('name'), 1), GROUPED)
  t.equal(readings(), 0, 'own writes of records do not change them')
  for (const value of [2, 3, 4]) {
    // The snapshot of these reads is from before the change.
    await booksIn(store).count()
    const changing = other.options.set('name', value)
    await booksIn(store).count()
    await changing
    t.equal((await store.options.all()).get('name'), value)
    t.equal(await store.options.get('name'), value)
  }
  await store.transaction(async tx => t.equal(await tx.options.get('name'), 4))
  await other.close()
  await store.close()
})
