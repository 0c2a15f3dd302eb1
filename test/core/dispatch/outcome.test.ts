import { RestError } from '@platen/core'
import t from 'tap'
import { loadModule } from '../load-module.js'

const { emptyOutcome, errorOutcome, plainOutcome, withAllow } =
  await loadModule<typeof import('../../../packages/core/src/dispatch/outcome.js')>('dispatch/outcome.js')

t.test('the outcome of an error has its status and body, and is not cacheable', async t => {
  t.match(errorOutcome(new RestError('a', 'A.', 418)), { status: 418, body: { code: 'a' }, cacheable: false })
  t.equal(errorOutcome(new RestError('a', 'A.', null)).status, 500)
  t.match(emptyOutcome, { status: 200, body: [] })
})

t.test('Allow is added unless it is empty', async t => {
  const outcome = { ...plainOutcome(200, 1), headers: { a: 'b' } }
  t.strictSame(withAllow(outcome, 'GET, PUT'), { ...outcome, headers: { a: 'b', Allow: 'GET, PUT' } })
  t.equal(withAllow(outcome, ''), outcome)
})

t.test('an error can have headers', async t => {
  const error = new RestError('slow', 'Slow down.', 429, { headers: { 'Retry-After': '7' } })
  t.strictSame(errorOutcome(error).headers, { 'Retry-After': '7' })
  t.same(withAllow(errorOutcome(error), 'GET').headers, { 'Retry-After': '7', Allow: 'GET' })
  t.strictSame(errorOutcome(new RestError('a', 'A.', 418)).headers, {})
})
