import { type RestError as AnyError, failureResponse, RestError, requestLine } from '@platen/core'
import t from 'tap'
import { growsWith } from '../../growth.js'
import { loadModule } from '../load-module.js'

const { toRestError } =
  await loadModule<typeof import('../../../packages/core/src/dispatch/to-rest-error.js')>('dispatch/to-rest-error.js')
const { RestError: ModuleRestError } =
  await loadModule<typeof import('../../../packages/core/src/rest-error.js')>('rest-error.js')

const request = { method: 'GET', path: '/x' }
const translated = new ModuleRestError('busy', 'Busy.', 503)

function convert(thrown: unknown, translateError: (thrown: unknown) => AnyError | undefined = () => undefined) {
  const reported: unknown[] = []
  const error = toRestError(thrown, request, {
    translateError,
    reportError: (each, line) => reported.push([each, line]),
    reportedErrors: new WeakSet(),
  })
  return { error, reported }
}

t.test(
  'errors of the interface stay, others are translated or neutral; servers hear of what is their own fault',
  async t => {
    const own = new ModuleRestError('own', 'Own.', 500)
    t.same(convert(own), { error: own, reported: [] })
    const thrown = new Error('secret')
    const caused = new ModuleRestError('own', 'Own.', 502, { cause: thrown })
    t.same(convert(caused), { error: caused, reported: [[caused, request]] })
    const refused = new ModuleRestError('own', 'Own.', 404, { cause: thrown })
    t.same(convert(refused), { error: refused, reported: [] })
    t.match(convert(thrown), { error: { code: 'rest_internal_error', cause: thrown }, reported: [[thrown, request]] })
    t.match(
      convert(thrown, () => translated),
      { error: translated, reported: [[thrown, request]] },
    )
    const taken = new ModuleRestError('taken', 'Taken.', 409)
    t.same(
      convert(thrown, () => taken),
      { error: taken, reported: [] },
    )
    t.equal(
      convert(thrown, () => {
        throw new Error('again')
      }).error.cause,
      thrown,
    )
  },
)

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

const lines: { method?: unknown; target: unknown; line: string }[] = [
  { target: '/a/b', line: 'GET /a/b' },
  { target: '/a?password=x&_cmsnonce=y', line: 'GET /a' },
  { target: '/a#x', line: 'GET /a' },
  { target: 'http://user:secret@host.example/a?b', line: 'GET /a' },
  { target: 'HTTPS://secret@host.example', line: 'GET ' },
  { target: 'ws+x://user:p@ss:w@host/a', line: 'GET /a' },
  { target: '//user:secret@host/a', line: 'GET //host/a' },
  { target: '/a\r\nb\u001b[31m', line: 'GET /a%0D%0Ab%1B[31m' },
  { target: '/größe', line: 'GET /gr%C3%B6%C3%9Fe' },
  { target: '/\ud800', line: 'GET /%EF%BF%BD' },
  { target: '*', line: 'GET *' },
  { target: undefined, line: 'GET ' },
  { target: Symbol('a'), line: 'GET ' },
  { method: 7, target: '/a', line: ' /a' },
  { method: 'A\nB', target: '/a', line: 'A%0AB /a' },
]
for (const { method = 'GET', target, line } of lines) {
  t.test(`logs name ${String(target)} as "${line}"`, async t => {
    const made = requestLine(method, target)
    t.equal(`${made.method} ${made.path}`, line)
  })
}

t.test('a long target is cut, in constant time', async t => {
  for (const unit of ['a', '/', '?', '@', '://', 'a:', '\u2028']) {
    // Were it linear, so many times would take far longer than anything may.
    const cut = (target: string) => {
      for (let times = 0; times < 200; times++) requestLine('GET', target)
      t.ok(requestLine('GET', target).path.length <= 1024)
    }
    t.equal(await growsWith(unit, cut, 3_000_000 * unit.length), undefined, unit)
  }
})

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
