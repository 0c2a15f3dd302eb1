import { setImmediate as turn } from 'node:timers/promises'
import type { Store } from '@platen/site'
import { openPostgresStore } from '@platen/sql/postgres'
import { openSqliteStore } from '@platen/sql/sqlite'
import t, { type Test } from 'tap'
import { someOf } from '../scale.js'
import { openNewFile } from '../site/sqlite-file.js'
import { newSchema, noServer } from '../sql/postgres/new-schema.js'
import { randomChoices } from './random-choices.js'
import { randomRecord } from './random-queries.js'
import { answer, collectionOf, randomQuestions, randomTransaction, randomWrite } from './random-writes.js'

const seed = Number(process.env.SEED ?? Date.now() % 1e9)

/** Compares totals with the records that are found without counting, whatever two stores of one database write. */
async function compareTotals(t: Test, [store, other]: readonly [Store, Store], rounds: number): Promise<void> {
  const choices = randomChoices(seed)
  for (const name of ['posts', 'comments', 'terms', 'assignments', 'users', 'meta'] as const) {
    await collectionOf(store, name).insertMany(Array.from({ length: 40 }, (_, at) => randomRecord(choices, name, at)))
  }
  let questions = randomQuestions(choices, 40)
  const write = () => {
    const writer = choices.chance(0.8) ? store : other
    return choices.chance(0.5) ? randomWrite(choices, writer) : randomTransaction(choices, writer)
  }
  for (let round = 0; round < rounds; round++) {
    await Promise.all(Array.from({ length: choices.chance(0.8) ? 1 : 4 }, write))
    // The commits of others may be visible a little later.
    await turn()
    const some = choices.some(questions, 12)
    for (const question of some) {
      const { name, where, upTo = Number.POSITIVE_INFINITY } = question
      const { records } = await collectionOf(store, name).find({ where })
      const expected = records.length > upTo ? -1 : records.length
      if (t.equal(await answer(store, question), expected, `round ${round}`)) continue
      t.comment(JSON.stringify(question, undefined, 1))
      return
    }
    if (round % 100 === 99) questions = [...questions.slice(20), ...randomQuestions(choices, 20)]
  }
}

t.test(`totals in SQLite equal the number of records (SEED=${seed})`, async t => {
  const path = `${t.testdir()}/site.sqlite`
  const stores = [await openNewFile(path), await openSqliteStore({ path, synchronous: 'normal' })] as const
  await compareTotals(t, stores, Number(process.env.ROUNDS ?? someOf(600, 3)))
  for (const store of stores) await store.close()
})

const reason = await noServer()

t.test(`totals in PostgreSQL (SEED=${seed})`, reason === undefined ? {} : { skip: reason }, async t => {
  const { url, schema, drop } = await newSchema()
  const stores = [await openPostgresStore({ url, schema }), await openPostgresStore({ url, schema })] as const
  await compareTotals(t, stores, Number(process.env.ROUNDS ?? someOf(200, 3)))
  for (const store of stores) await store.close()
  await drop()
})
