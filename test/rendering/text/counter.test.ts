import t from 'tap'
import { loadModule } from '../load-module.js'

const { createCounter } =
  await loadModule<typeof import('../../../packages/rendering/src/text/counter.js')>('text/counter.js')

t.test('each name is counted from 1, by each counter', async t => {
  const count = createCounter()
  t.same(['a', 'b', 'a', 'constructor'].map(count), [1, 1, 2, 1])
  t.equal(createCounter()('a'), 1)
})
