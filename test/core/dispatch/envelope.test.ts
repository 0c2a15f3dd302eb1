import t from 'tap'
import { loadModule } from '../load-module.js'

const { asEnvelope, envelope } =
  await loadModule<typeof import('../../../packages/core/src/dispatch/envelope.js')>('dispatch/envelope.js')

const names = { prefix: 'cms', headerPrefix: 'X-CMS-', relationBase: 'about:cms/' }
const outcome = {
  status: 404,
  headers: { 'X-CMS-Total': '12', 'X-Other': '12', vary: 'Accept' },
  body: { a: 1 },
  linkHeader: ['<x>; rel="next"'],
  state: undefined,
  context: undefined,
  cacheable: true,
}

t.test('totals are numbers in an envelope', async t => {
  t.strictSame(asEnvelope(outcome, names), {
    body: { a: 1 },
    status: 404,
    headers: { Link: '<x>; rel="next"', 'X-CMS-Total': 12, 'X-Other': '12', vary: 'Accept' },
  })
  t.strictSame(asEnvelope({ ...outcome, headers: {}, linkHeader: [] }, names).headers, [])
})

t.test('_envelope wraps the outcome; headers for caches stay headers', async t => {
  t.equal(envelope(outcome, { query: {} }, names), outcome)
  t.match(envelope(outcome, { query: { _envelope: '' } }, names), {
    status: 200,
    headers: { vary: 'Accept' },
    body: { status: 404 },
    linkHeader: [],
    cacheable: true,
  })
})
