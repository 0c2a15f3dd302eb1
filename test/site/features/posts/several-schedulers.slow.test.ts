import { openPostgresStore } from '@platen/sql/postgres'
import type { Store } from '@platen/storage'
import t from 'tap'
import { newSchema, noServer } from '../../../sql/postgres/new-schema.js'
import { checkSchedulers } from './several-schedulers.js'

const reason = await noServer()

t.test(
  'of three processes over a database, one publishes each',
  reason === undefined ? {} : { skip: reason },
  async t => {
    const { url, schema, drop } = await newSchema()
    const stores: Store[] = []
    for (let at = 0; at < 3; at++) stores.push(await openPostgresStore({ url, schema }))
    t.teardown(async () => {
      await Promise.all(stores.map(store => store.close()))
      await drop()
    })
    await checkSchedulers(t, stores)
  },
)
