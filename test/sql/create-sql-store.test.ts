import { createSqlStore } from '@platen/sql'
import { storeContract } from '@platen/storage/contract'
import { test } from '../contract/tap.js'
import { temporaryFolder } from '../temporary-folder.js'
import { otherDialect } from './other-dialect.js'

const folder = temporaryFolder('sql-store')
let made = 0

/** Its one connection makes reads wait for writers. */
const WAITING = ['nobody sees what is not committed', 'writers take turns']

storeContract({
  test: (name, body) => WAITING.includes(name) || test(name, body),
  makeStore: () => createSqlStore({ dialect: otherDialect(`${folder}/${++made}.sqlite`) }),
})
