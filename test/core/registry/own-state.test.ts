import t from 'tap'
import { aRegistry } from '../a-registry.js'

t.test('registries share no state', async t => {
  const [one, other] = [aRegistry(), aRegistry()].map(({ registry }) => registry.dispatchContext)
  if (one === undefined || other === undefined) return t.fail('no registries')
  const encoded = one.encodeText('é')
  t.equal(one.encodeText('é'), encoded)
  t.not(other.encodeText('é'), encoded)
  const [first, second] = [{}, {}]
  one.unfinishedLists.set(first, 2 ** 30)
  t.ok(one.unfinishedLists.waits(second))
  t.notOk(one.unfinishedLists.waits(first))
  t.notOk(other.unfinishedLists.waits(second))
  for (const name of ['resolvedRequests', 'reportedErrors', 'router'] as const) t.not(one[name], other[name], name)
})
