import t from 'tap'
import { noServer, openNewSchema } from '../../../sql/postgres/new-schema.js'
import { makeSite } from '../../make-site.js'
import { EXPLAINED, recordedDifferences, withRecordedKeys } from './recorded-queries.js'

const reason = await noServer()

t.test('queries of the dialect wp in PostgreSQL', reason ? { skip: reason } : {}, async t => {
  const store = await openNewSchema()
  t.teardown(() => store.close())
  const differences = await recordedDifferences(await makeSite({ ...withRecordedKeys, store }))
  t.same(differences.get('unexplained') ?? [], [])
  t.same(Object.fromEntries([...differences].map(([rule, queries]) => [rule, queries.length])), EXPLAINED)
})
