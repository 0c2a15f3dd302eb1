import type { Principal } from '@platen/core'
import t from 'tap'
import { loadModule } from '../load-module.js'

const { refusal } =
  await loadModule<typeof import('../../../packages/site/src/kernel/refusals/refusal.js')>('kernel/refusals/refusal.js')

const request = (authenticated: boolean) => ({ principal: { authenticated } as Principal })

t.test('a refusal is 401 for anonymous callers and 403 for others', async t => {
  const [anonymous, known] = [false, true].map(each => refusal(request(each), 'rest_no', 'No.'))
  t.match(anonymous, { code: 'rest_no', message: 'No.', status: 401 })
  t.match(known, { code: 'rest_no', message: 'No.', status: 403 })
})

t.test('the same refusal is shared, one with another message is not', async t => {
  t.equal(refusal(request(true), 'rest_again', 'No.'), refusal(request(true), 'rest_again', 'No.'))
  t.equal(refusal(request(true), 'rest_again', 'Never.').message, 'Never.')
  t.equal(refusal(request(true), 'rest_again', 'No.').message, 'No.')
})

t.test('a long message is not cached', async t => {
  const long = 'x'.repeat(1000)
  t.not(refusal(request(true), 'rest_long', long), refusal(request(true), 'rest_long', long))
})
