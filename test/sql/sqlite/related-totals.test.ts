import { openSqliteStore } from '@platen/sql/sqlite'
import { type AnyRecord, type Store, StoreError, type StoreSession } from '@platen/storage'
import t from 'tap'
import { type Choices, randomChoices } from '../../contract/random-choices.js'
import { someOf } from '../../scale.js'
import { openNewFile } from '../../site/sqlite-file.js'
import { hasFreshTotals } from './compare-totals.js'
import { collectionOf, type Question } from './random-writes.js'
import { allIds, RELATED_NAMES, relatedChanges, relatedQuestions, relatedRecord } from './related-questions.js'

const seed = Number(process.env.SEED ?? Date.now() % 1e9)
const rounds = Number(process.env.ROUNDS ?? someOf(800, 3))

/** Inserts, changes or removes a record or two. */
async function write(choices: Choices, session: StoreSession): Promise<void> {
  const name = choices.pick(RELATED_NAMES)
  const collection = collectionOf(session, name)
  const { records } = await collection.find({})
  const missing = allIds.filter(id => !records.some(record => record.id === id))
  const known = choices.pick(records)
  const insert = () => {
    const some = new Set(choices.some(missing, 2))
    return collection.insertMany([...some].map(id => relatedRecord(choices, name, id)))
  }
  if (known === undefined || choices.chance(0.3)) await insert()
  else if (choices.chance(0.25)) await collection.remove(known.id)
  else if (choices.chance(0.1)) await collection.removeWhere({ op: 'in', field: 'id', values: choices.some(allIds, 3) })
  else await collection.update(known.id, relatedChanges(choices, name))
}

const refused = (error: unknown) => {
  if (!(error instanceof StoreError)) throw error
}

async function writeTogether(choices: Choices, store: Store): Promise<void> {
  const count = choices.below(5)
  await store
    .transaction(async tx => {
      for (let at = 0; at < count; at++) await write(choices, tx)
    })
    .catch(refused)
}

t.test(`totals that depend on related records, after all kinds of writes (SEED=${seed})`, async t => {
  const choices = randomChoices(seed)
  const path = `${t.testdir()}/site.sqlite`
  let counts = 0
  const store = await openNewFile(path, {
    onStatement: sql => {
      if (sql.startsWith('select count(*)')) counts++
    },
  })
  const checker = await openSqliteStore({ path })
  for (const name of RELATED_NAMES) {
    const records: AnyRecord[] = []
    for (const id of allIds) records.push(relatedRecord(choices, name, id) as AnyRecord)
    await collectionOf(store, name).insertMany(records)
  }
  let questions: readonly Question[] = relatedQuestions(choices, 24)
  let asked = 0
  for (let round = 0; round < rounds; round++) {
    if (choices.chance(0.7)) await write(choices, store).catch(refused)
    else await writeTogether(choices, store)
    const some = choices.some(questions, 10)
    asked += some.length
    if (!(await hasFreshTotals(t, { store, checker }, some, `round ${round}`))) break
    if (round % 50 === 49) questions = [...questions.slice(12), ...relatedQuestions(choices, 12)]
  }
  t.comment(`${asked} totals were asked for, ${counts} counted`)
  t.ok(counts < asked * 0.6, `${counts} of ${asked} were counted`)
  await store.close()
  await checker.close()
})
