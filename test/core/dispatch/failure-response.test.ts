import { failureResponse, RestError } from '@platen/core'
import t from 'tap'

t.test('a RestError is sent as it is; any other error is reported, and the response is neutral', async t => {
  const reported: unknown[] = []
  const known = failureResponse(new RestError('gone', 'Gone.', 410), error => reported.push(error))
  t.match(known, { status: 410, body: { code: 'gone' }, headers: { 'Cache-Control': 'private, no-store' } })
  t.match(known.headers, { 'X-Content-Type-Options': 'nosniff', 'Referrer-Policy': 'no-referrer' })
  t.match(known.headers['Content-Security-Policy'], /default-src 'none'/)
  t.same(JSON.parse(known.text()), known.body)
  t.same(reported, [])
  const failed = new Error('secret')
  const neutral = failureResponse(failed, error => reported.push(error))
  t.equal(neutral.status, 500)
  t.notMatch(neutral.text(), /secret/)
  t.same(reported, [failed])
})

t.test('headers of an error are sent, in addition to those of every response', async t => {
  const headers = { 'Retry-After': '7', 'Cache-Control': 'public' }
  const response = failureResponse(new RestError('slow', 'Slow down.', 429, { headers }), () => {})
  t.match(response.headers, { 'Retry-After': '7', 'Cache-Control': 'private, no-store' })
})
