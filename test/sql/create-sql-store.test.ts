import { createSqlStore } from '@platen/sql'
import t from 'tap'
import { storeContract } from '../contract/store-contract.js'
import { otherDialect } from './other-dialect.js'

const folder = t.testdir()
let made = 0

const oneConnection = 'its one connection makes reads wait for writers'

storeContract(t, () => createSqlStore({ dialect: otherDialect(`${folder}/${++made}.sqlite`) }), {
  'nobody sees what is not committed': oneConnection,
  'writers take turns': oneConnection,
})
