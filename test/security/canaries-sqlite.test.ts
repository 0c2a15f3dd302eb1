import { openSqliteStore } from '@platen/sql/sqlite'
import { testCanaries } from './canary-matrix.js'

testCanaries(async t => {
  const store = await openSqliteStore({ path: `${t.testdir()}/site.sqlite` })
  t.teardown(() => store.close())
  return { store }
}, 11)
