import { createMemoryStore } from '@platen/memory'
import { openSqliteStore } from '@platen/sql/sqlite'
import { compareStores, storeContract } from '@platen/storage/contract'
import t from 'tap'
import { randomRun, test } from './tap.js'

const folder = t.testdir()
let made = 0
// Does not wait for the disk, because no test cuts the power, and has time on busy machines.
const makeStore = () =>
  openSqliteStore({ path: `${folder}/${++made}.sqlite`, synchronous: 'normal', statementTimeout: 60_000 })

storeContract({ test, makeStore })

test('memory and SQLite agree', async () => {
  const actual = await makeStore()
  await compareStores({ expected: createMemoryStore(), actual, ...randomRun })
  await actual.close()
})
