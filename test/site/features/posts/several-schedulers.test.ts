import { openSqliteStore } from '@platen/sql/sqlite'
import type { Store } from '@platen/storage'
import t from 'tap'
import { checkSchedulers } from './several-schedulers.js'

t.test('of three processes over a file, one publishes each scheduled post', async t => {
  const path = `${t.testdir()}/site.sqlite`
  const stores: Store[] = []
  for (let at = 0; at < 3; at++) stores.push(await openSqliteStore({ path, synchronous: 'normal' }))
  t.teardown(() => Promise.all(stores.map(store => store.close())))
  await checkSchedulers(t, stores)
})
