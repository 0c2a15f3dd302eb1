import { setTimeout as pause } from 'node:timers/promises'
import { type Store, StoreError, type StoreSession } from '@platen/storage'
import { sampleBook, sampleMember } from '@platen/storage/contract'
import Database from 'better-sqlite3'
import t, { type Test } from 'tap'
import { booksIn, membersIn, openLibrary, whereBooks } from '../library.js'

type GroupsModule = typeof import('../../../packages/sql/src/sqlite/commit-groups.js')

const { createCommitGroups }: GroupsModule = await import(
  new URL('../../../../packages/sql/dist/sqlite/commit-groups.js', import.meta.url).href
)

const GROUPED = { grouped: true }

const pathIn = (own: Test) => `${own.testdir()}/site.sqlite`

async function titles(store: StoreSession): Promise<readonly string[]> {
  return (await booksIn(store).find({})).records.map(({ title }) => title)
}

/** Adds one to an option, which is lost if it does not see the write before it. */
const count = (store: Store, name: string) =>
  store.transaction(async tx => {
    const [post] = (await booksIn(tx).find({ where: whereBooks.eq('code', name) })).records
    if (post) await booksIn(tx).update(post.id, { volume: post.volume + 1 }, { version: post.version })
    else await booksIn(tx).insert(sampleBook({ code: name, volume: 1 }))
  }, GROUPED)

/** How often a file is committed while something runs, as another connection notices it. */
async function commitsOf(file: string, work: () => Promise<unknown>): Promise<number> {
  const other = new Database(file)
  const version = other.prepare<[], number>('pragma data_version').pluck()
  let commits = 0
  let last = version.get()
  let isOver = false
  const look = () => {
    const now = version.get()
    if (now !== last) commits++
    last = now
  }
  const watch = () => {
    if (isOver) return
    look()
    setImmediate(watch)
  }
  watch()
  await work()
  isOver = true
  look()
  other.close()
  return commits
}

t.test('writes of one turn of the event loop are one commit', async t => {
  const file = pathIn(t)
  const store = await openLibrary({ path: file })
  const many = (work: (at: number) => Promise<unknown>) => () =>
    Promise.all(Array.from({ length: 40 }, (_, at) => work(at)))
  const single = (at: number) => booksIn(store).insert(sampleBook({ volume: at }))
  t.equal(await commitsOf(file, many(single)), 1)
  t.equal(
    await commitsOf(
      file,
      many(() => count(store, 'grouped')),
    ),
    1,
  )
  t.equal(
    (await booksIn(store).first({ where: whereBooks.eq('code', 'grouped') }))?.volume,
    40,
    'each sees those before it',
  )
  await store.close()
})

t.test('no write is acknowledged before its commit', async t => {
  const file = pathIn(t)
  const store = await openLibrary({ path: file })
  const other = await openLibrary({ path: file })
  const seen = await Promise.all(
    Array.from({ length: 30 }, async (_, at) => {
      const { id } = await store.transaction(tx => booksIn(tx).insert(sampleBook({ volume: at })), GROUPED)
      return [(await booksIn(store).get(id))?.volume, (await booksIn(other).get(id))?.volume]
    }),
  )
  t.same(
    seen,
    Array.from({ length: 30 }, (_, at) => [at, at]),
  )
  await other.close()
  await store.close()
})

t.test('failed tasks are undone alone', async t => {
  const file = pathIn(t)
  const store = await openLibrary({ path: file })
  await membersIn(store).insert(sampleMember('ann'))
  const failure = new Error('on purpose')
  const insert = (title: string, then?: (tx: StoreSession) => Promise<unknown>) =>
    store.transaction(async tx => {
      await booksIn(tx).insert(sampleBook({ title }))
      await then?.(tx)
      return title
    }, GROUPED)
  const fail = () => Promise.reject(failure)
  const work = () =>
    Promise.allSettled([
      insert('fails first', fail),
      insert('one'),
      insert('fails second', fail),
      insert('taken', tx => membersIn(tx).insert(sampleMember('ann'))),
      insert('two', tx => membersIn(tx).insert(sampleMember('bob'))),
      insert('taken in the group', tx => membersIn(tx).insert(sampleMember('bob'))),
      insert('goes on', async tx =>
        t.rejects(membersIn(tx).insert(sampleMember('bob')), { code: 'conflict', field: 'login' }),
      ),
      membersIn(store).insert(sampleMember('bob')),
      membersIn(store).insert(sampleMember('cid')),
      booksIn(store).update(1, { title: 'never' }, { version: 9 }),
      insert('fails last', fail),
    ])
  const settled = await work()
  t.same(
    settled.map(each => (each.status === 'fulfilled' ? 'stored' : (each.reason.code ?? each.reason.message))),
    [
      'on purpose',
      'stored',
      'on purpose',
      'conflict',
      'stored',
      'conflict',
      'stored',
      'conflict',
      'stored',
      'version',
      'on purpose',
    ],
  )
  t.same(await titles(store), ['one', 'two', 'goes on'])
  t.same(
    (await membersIn(store).find({})).records.map(({ login }) => login),
    ['ann', 'bob', 'cid'],
  )
  t.equal(await booksIn(store).count(whereBooks.containsText('title', 'fails')), 0, 'nor are their texts found')
  await store.close()
})

t.test('of several updates with the same version, one wins', async t => {
  const store = await openLibrary({ path: pathIn(t) })
  const post = await booksIn(store).insert(sampleBook({ title: 'before' }))
  const settled = await Promise.allSettled(
    Array.from({ length: 20 }, (_, at) =>
      store.transaction(tx => booksIn(tx).update(post.id, { title: `by ${at}` }, { version: post.version }), GROUPED),
    ),
  )
  t.same(
    settled.map(each => (each.status === 'fulfilled' ? 'stored' : each.reason.code)),
    ['stored', ...Array.from({ length: 19 }, () => 'version')],
  )
  t.equal((await booksIn(store).get(post.id))?.title, 'by 0')
  await store.close()
})

t.test('other writes do not wait for a transaction that is not grouped', async t => {
  const store = await openLibrary({ path: pathIn(t) })
  let open: () => void = () => undefined
  const opened = new Promise<void>(resolve => {
    open = resolve
  })
  const log: string[] = []
  const noted = (name: string, work: Promise<unknown>) => work.then(() => log.push(name))
  const before = noted('before', booksIn(store).insert(sampleBook({ title: 'before' })))
  const long = noted(
    'long',
    store.transaction(async tx => {
      await booksIn(tx).insert(sampleBook({ title: 'long' }))
      await opened
    }),
  )
  const after = noted('after', booksIn(store).insert(sampleBook({ title: 'after' })))
  await before
  await pause(20)
  t.same(log, ['before'])
  t.same(await titles(store), ['before'])
  open()
  await Promise.all([long, after])
  t.same(log, ['before', 'long', 'after'])
  await store.close()
})

t.test('one that is grouped and waits for a write before it is refused', async t => {
  const store = await openLibrary({ path: pathIn(t), busyTimeout: 100 })
  const before = booksIn(store).insert(sampleBook({ title: 'before' }))
  let session: StoreSession | undefined
  const waiting = store.transaction(async tx => {
    session = tx
    await booksIn(tx).insert(sampleBook({ title: 'waiting' }))
    await before
    await booksIn(tx).insert(sampleBook({ title: 'too late' }))
  }, GROUPED)
  await t.rejects(waiting, { code: 'unavailable' })
  t.equal((await before).title, 'before', 'the other one is committed')
  if (session === undefined) throw new Error('It did not begin.')
  await t.rejects(booksIn(session).insert(sampleBook()), { code: 'unavailable' })
  await booksIn(store).insert(sampleBook({ title: 'after' }))
  t.same(await titles(store), ['before', 'after'])

  const first = store.transaction(async tx => {
    await pause(250)
    return booksIn(tx).insert(sampleBook({ title: 'alone' }))
  }, GROUPED)
  t.equal((await first).title, 'alone', 'nobody waits for the first of a group')
  await store.close()
})

t.test('a grouped transaction that takes longer than a turn', async t => {
  const store = await openLibrary({ path: pathIn(t) })
  const slow = (title: string) =>
    store.transaction(async tx => {
      await booksIn(tx).insert(sampleBook({ title }))
      await pause(5)
      await booksIn(tx).update((await booksIn(tx).first({ where: whereBooks.eq('title', title) }))?.id ?? 0, {
        blurb: 'x',
      })
    }, GROUPED)
  const quick = (title: string) => booksIn(store).insert(sampleBook({ title }))
  await Promise.all([slow('a'), quick('b'), slow('c'), quick('d'), slow('e')])
  t.same(await titles(store), ['a', 'b', 'c', 'd', 'e'])
  t.equal(await booksIn(store).count(whereBooks.eq('blurb', 'x')), 3)
  await store.close()
})

t.test('a disk that gets full while some are grouped', async t => {
  const database = new Database(pathIn(t))
  database.pragma('journal_mode = wal')
  database.exec('create table texts (id integer primary key, text text not null)')
  const insert = database.prepare<[string]>('insert into texts (text) values (?)')
  const all = database.prepare<[], string>('select text from texts order by id').pluck()
  const groups = createCommitGroups({
    database,
    busyTimeout: 1000,
    beforeCommit: () => undefined,
    afterCommit: () => undefined,
    afterFailure: () => undefined,
  })
  const content = 'text '.repeat(2000)
  const write = (name: string) => groups.run({ run: () => insert.run(`${name} ${content}`) }, true)
  database.pragma(`max_page_count = ${Number(database.pragma('page_count', { simple: true })) + 40}`)

  const acknowledged: string[] = []
  const codes = new Set<string>()
  for (let round = 0; round < 6; round++) {
    const names = ['a', 'b', 'c', 'd', 'e'].map(name => `${round}${name}`)
    const settled = await Promise.allSettled(names.map(write))
    for (const [at, each] of settled.entries()) {
      if (each.status === 'fulfilled') acknowledged.push(names[at] ?? '')
      else codes.add(each.reason.code)
    }
  }
  t.same([...codes].sort(), ['SQLITE_FULL', 'full'])
  t.ok(acknowledged.length > 0)
  t.same(
    all.all().map(text => text.slice(0, 2)),
    acknowledged,
    'what was acknowledged is stored, and nothing else',
  )

  database.pragma('max_page_count = 100000')
  await write('after')
  t.equal(all.all().length, acknowledged.length + 1, 'with space again, writes succeed')
  await groups.finish(() => database.close())
})

t.test('a commit that fails is reported to all that wait for it', async t => {
  const database = new Database(pathIn(t))
  database.exec('create table names (name text)')
  const insert = database.prepare<[string]>('insert into names (name) values (?)')
  let isBroken = true
  const groups = createCommitGroups({
    database,
    busyTimeout: 1000,
    beforeCommit() {
      if (isBroken) throw new StoreError('failed', 'on purpose')
    },
    afterCommit: () => undefined,
    afterFailure: () => undefined,
  })
  const fail = () => {
    throw new StoreError('conflict', 'judged by what was never committed')
  }
  const run = () =>
    Promise.allSettled([
      groups.run({ run: () => insert.run('one') }, true),
      groups.run({ run: () => insert.run('two') }, true),
      groups.run({ run: fail }, true),
    ])
  const codes = async () => (await run()).map(each => (each.status === 'fulfilled' ? 'stored' : each.reason.code))
  t.same(await codes(), ['failed', 'failed', 'failed'])
  t.equal(database.inTransaction, false)
  isBroken = false
  t.same(await codes(), ['stored', 'stored', 'conflict'])
  t.same(database.prepare('select name from names').pluck().all(), ['one', 'two'])
  database.close()
})

t.test('a store that is closed commits what has been written', async t => {
  const file = pathIn(t)
  const store = await openLibrary({ path: file })
  const writes = Array.from({ length: 10 }, () => booksIn(store).insert(sampleBook()))
  const closed = store.close()
  await Promise.all(writes)
  await closed
  const again = await openLibrary({ path: file })
  t.equal(await booksIn(again).count(), 10)
  await again.close()
})

t.test('random writers, as if they ran one after the other', async t => {
  const store = await openLibrary({ path: pathIn(t) })
  let seed = 7
  const random = (below: number) => {
    seed = (seed * 1103515245 + 12345) % 2147483648
    return seed % below
  }
  const failure = new Error('on purpose')
  let expected = 0
  const writer = async (at: number) => {
    const [fails, waits, grouped] = [random(3) === 0, random(5) === 0, random(4) > 0]
    const done = store.transaction(
      async tx => {
        const [counter] = (await booksIn(tx).find({ where: whereBooks.eq('code', 'counter') })).records
        if (waits) await pause(random(3))
        await booksIn(tx).insert(sampleBook({ code: `writer-${at}` }))
        if (counter) await booksIn(tx).update(counter.id, { volume: counter.volume + 1 }, { version: counter.version })
        if (fails) throw failure
      },
      { grouped },
    )
    if (fails) await t.rejects(done, failure)
    else {
      await done
      expected++
    }
  }
  await booksIn(store).insert(sampleBook({ code: 'counter', volume: 0 }))
  for (let round = 0; round < 10; round++) {
    await Promise.all(Array.from({ length: 12 }, (_, at) => writer(round * 100 + at)))
  }
  t.equal((await booksIn(store).first({ where: whereBooks.eq('code', 'counter') }))?.volume, expected)
  t.equal(await booksIn(store).count(whereBooks.startsWithText('code', 'writer-')), expected)
  await store.close()
})
