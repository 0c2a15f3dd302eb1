import { createMemoryStore } from '@platen/memory'
import { openSqliteStore } from '@platen/sql/sqlite'
import { compareStores, storeContract } from '@platen/storage/contract'
import { temporaryFolder } from '../temporary-folder.js'
import { randomRun, test } from './tap.js'

const folder = temporaryFolder('contract')
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
