import t from 'tap'
import { loadModule } from './load-module.js'

const { once } = await loadModule<typeof import('../../packages/core/src/once.js')>('once.js')

t.test('a value is computed with the first call, once', async t => {
  let calls = 0
  const value = once(() => ({ call: ++calls }))
  t.equal(calls, 0)
  t.equal(value(), value())
  t.equal(calls, 1)
})

t.test('a failure is not memoized', async t => {
  let calls = 0
  const value = once(() => {
    if (++calls === 1) throw new Error('not yet')
    return {}
  })
  t.throws(() => value(), { message: 'not yet' })
  t.ok(value())
})
