import t from 'tap'
import { loadModule } from '../load-module.js'

const { isIncomplete, noteIncomplete } = await loadModule<
  typeof import('../../../packages/core/src/dispatch/incomplete-response.js')
>('dispatch/incomplete-response.js')

t.test('noteIncomplete marks a response', async t => {
  const [one, other] = [1, 2].map(status => ({ status, headers: {}, body: undefined, text: () => '' }))
  if (one === undefined || other === undefined) return
  noteIncomplete(one)
  t.same([isIncomplete(one), isIncomplete(other)], [true, false])
})
