import { openNewFile } from '../site/sqlite-file.js'
import { testCanaries } from './canary-matrix.js'

testCanaries(async t => {
  const store = await openNewFile(`${t.testdir()}/site.sqlite`)
  t.teardown(() => store.close())
  return { store }
}, 11)
