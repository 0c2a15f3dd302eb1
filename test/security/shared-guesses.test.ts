import { openSqliteStore } from '@platen/sql/sqlite'
import type { Store } from '@platen/storage'
import t from 'tap'
import { checkSharedGuesses } from './shared-guesses.js'

t.test('two processes over a file limit guesses together', async t => {
  const path = `${t.testdir()}/site.sqlite`
  const stores: Store[] = []
  for (let at = 0; at < 2; at++) stores.push(await openSqliteStore({ path, synchronous: 'normal' }))
  t.teardown(() => Promise.all(stores.map(store => store.close())))
  await checkSharedGuesses(t, stores)
})
