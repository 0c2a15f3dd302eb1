import { storeContract } from '@platen/storage/contract'
import t from 'tap'
import { openNewSchema } from '../sql/postgres/new-schema.js'
import { noPooler, testPooler } from '../sql/postgres/pgbouncer.js'
import { test } from './tap.js'

const reason = await noPooler()

if (reason === undefined) {
  const url = await testPooler()
  storeContract({ test, makeStore: () => openNewSchema({ url }) })
} else t.test('the contract through PgBouncer', { skip: reason }, async () => undefined)
