import { createMemoryStore } from '@platen/memory'
import { compareStores, storeContract } from '@platen/storage/contract'
import t from 'tap'
import { noServer, openNewSchema } from '../sql/postgres/new-schema.js'
import { randomRun, test } from './tap.js'

const reason = await noServer()

if (reason === undefined) {
  storeContract({ test, makeStore: () => openNewSchema() })

  test('memory and PostgreSQL agree', async () => {
    const actual = await openNewSchema()
    await compareStores({ expected: createMemoryStore(), actual, ...randomRun })
    await actual.close()
  })
} else t.test('the contract over PostgreSQL', { skip: reason }, async () => undefined)
