import { fork } from 'node:child_process'
import { setImmediate as turn } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import { postsIn, wherePosts } from '@platen/site'
import { openSqliteStore } from '@platen/sql/sqlite'
import Database from 'better-sqlite3'
import t from 'tap'
import { randomChoices } from '../../contract/random-choices.js'
import { randomRecord } from '../../contract/random-queries.js'
import { samplePost } from '../../contract/sample-records.js'
import { someOf } from '../../scale.js'
import { openNewFile } from '../../site/sqlite-file.js'
import { countedAnew, hasFreshTotals } from './compare-totals.js'
import {
  answer,
  collectionOf,
  type Question,
  randomQuestions,
  randomTransaction,
  randomWrite,
} from './random-writes.js'

const seed = Number(process.env.SEED ?? Date.now() % 1e9)
const rounds = Number(process.env.ROUNDS ?? someOf(600, 3))

t.test(`totals equal fresh counts, whatever is written (SEED=${seed})`, async t => {
  const choices = randomChoices(seed)
  const path = `${t.testdir()}/site.sqlite`
  let counts = 0
  const store = await openNewFile(path, {
    onStatement: sql => {
      if (sql.startsWith('select count(*)')) counts++
    },
  })
  const [other, checker] = [await openSqliteStore({ path, synchronous: 'normal' }), await openSqliteStore({ path })]
  const raw = new Database(path, { timeout: 0 })
  for (const name of ['posts', 'comments', 'terms', 'assignments', 'users', 'meta'] as const) {
    await collectionOf(store, name).insertMany(Array.from({ length: 40 }, (_, at) => randomRecord(choices, name, at)))
  }
  let questions = randomQuestions(choices, 40)
  const own = () => (choices.chance(0.5) ? randomWrite(choices, store) : randomTransaction(choices, store))
  const theirs = async () => {
    if (choices.chance(0.5)) return randomWrite(choices, other)
    const update = raw.prepare('update posts set status = ?, menu_order = ? where id % 3 = ?')
    const values = ['draft', 3, choices.below(3)]
    try {
      update.run(values)
    } catch (error) {
      // A transaction of the store is open.
      if (!(error instanceof Database.SqliteError) || error.code !== 'SQLITE_BUSY') throw error
    }
  }
  const ask = async () => {
    for (const question of choices.some(questions, 5)) await answer(store, question)
  }

  let asked = 0
  for (let round = 0; round < rounds; round++) {
    const steps = choices.chance(0.8)
      ? [own]
      : choices.chance(0.2)
        ? [theirs]
        : choices.some([own, own, ask, theirs], 6)
    await Promise.all(steps.map(step => step()))
    // Others may see what others have written a little later.
    await turn()
    const some = choices.some(questions, 12)
    asked += some.length
    if (!(await hasFreshTotals(t, { store, checker }, some, `round ${round}`))) break
    if (round % 100 === 99) questions = [...questions.slice(20), ...randomQuestions(choices, 20)]
  }
  t.comment(`${asked} totals were asked for, ${counts} counted`)
  t.ok(counts < asked * 0.7, `${counts} of ${asked} were counted`)
  raw.close()
  for (const each of [store, other, checker]) await each.close()
})

t.test('totals while another process writes', async t => {
  const path = `${t.testdir()}/site.sqlite`
  const [store, checker] = [await openSqliteStore({ path }), await openSqliteStore({ path })]
  const questions: Question[] = [undefined, wherePosts.eq('slug', 'child'), wherePosts.eq('status', 'publish')].map(
    where => ({
      name: 'posts',
      where,
      upTo: undefined,
    }),
  )
  const script = fileURLToPath(new URL('writing-process.js', import.meta.url))
  const child = fork(script, [path, 'child', '60'])
  const exit = new Promise<number | null>(resolve => child.once('exit', resolve))
  let isOver = false
  exit.then(() => {
    isOver = true
  })
  let written = 0
  while (!isOver || written < 20) {
    for (const question of questions) await answer(store, question)
    await postsIn(store).insert(samplePost({ slug: 'parent' }))
    written++
    for (const question of questions) await answer(store, question)
    await turn()
  }
  t.equal(await exit, 0)
  await turn()
  const found = await Promise.all(questions.map(question => answer(store, question)))
  t.same(found, await countedAnew(checker, questions))
  t.same(found.slice(0, 2), [60 + written, 60])
  await store.close()
  await checker.close()
})
