import t from 'tap'
import { onEveryStore } from '../../every-store.js'
import { EXPLAINED, recordedDifferences, recordedQueries, withRecordedKeys } from './recorded-queries.js'

onEveryStore(t, 'queries of the dialect wp find what the reference found', async (t, make) => {
  const differences = await recordedDifferences(await make(withRecordedKeys))
  t.same(differences.get('unexplained') ?? [], [])
  const counts = Object.fromEntries([...differences].map(([rule, queries]) => [rule, queries.length]))
  t.same(counts, EXPLAINED)
  t.ok(recordedQueries > 500)
})
