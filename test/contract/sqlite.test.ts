import { openSqliteStore } from '@platen/sql/sqlite'
import t from 'tap'
import { storeContract } from './store-contract.js'

const folder = t.testdir()
let made = 0

storeContract(t, () => openSqliteStore({ path: `${folder}/${++made}.sqlite` }))
