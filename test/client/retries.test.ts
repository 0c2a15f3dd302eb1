import { createClient, type RetryOptions } from '@platen/client'
import t from 'tap'
import { type FakeResponse, fakeServer } from './in-process.js'

const url = 'https://garden.example/cms-json'
const down = new TypeError('fetch failed')
const busy: FakeResponse = [503, { code: 'rest_store_unavailable', message: 'Busy.' }, { 'retry-after': '2' }]
const proxy: FakeResponse = [502, '<h1>Bad gateway</h1>', { 'content-type': 'text/html' }]
const many: FakeResponse = [429, { code: 'rest_too_many_attempts', message: 'Wait.' }]
const ok: FakeResponse = [200, { id: 7 }]

function aClient(responses: readonly FakeResponse[], retry: RetryOptions = {}) {
  const { fetch, sent } = fakeServer(responses)
  const waits: number[] = []
  const wait = async (milliseconds: number, signal?: AbortSignal) => {
    signal?.throwIfAborted()
    waits.push(milliseconds)
  }
  return { client: createClient({ url, fetch, retry: { wait, ...retry } }), sent, waits }
}

type Calls = Pick<ReturnType<typeof aClient>['client'], 'request'>
const send = (client: Calls, method: string, headers = {}) => client.request(method, '/cms/v2/posts/7', { headers })

for (const [name, method, responses, headers, requests] of [
  ['a read after a failure of the network', 'GET', [down, ok], {}, 2],
  ['a read after a response of a proxy', 'GET', [proxy, proxy, ok], {}, 3],
  ['a deletion', 'DELETE', [down, ok], {}, 2],
  ['a replacement', 'PUT', [[504, ''], ok], {}, 2],
  ['a creation that was not processed', 'POST', [busy, many, ok], {}, 3],
  ['a conditional change that was not processed', 'PATCH', [busy, ok], { 'if-match': '"v1"' }, 2],
] as const)
  t.test(`${name} is repeated`, async t => {
    const { client, sent } = aClient(responses)
    t.same(await send(client, method, headers), { id: 7 })
    t.equal(sent.length, requests)
  })

for (const [name, method, response, headers, error] of [
  ['a creation after a failure of the network', 'POST', down, {}, { message: 'fetch failed' }],
  ['a creation after a response of a proxy', 'POST', proxy, {}, { status: 502, code: 'client_invalid_response' }],
  ['a creation after a 503 without a time', 'POST', [503, { code: 'a', message: 'b' }], {}, { status: 503 }],
  ['a change', 'PATCH', down, {}, { message: 'fetch failed' }],
  ['a conditional replacement', 'PUT', down, { 'If-Match': '"v1"' }, { message: 'fetch failed' }],
  ['an invalid request', 'GET', [400, { code: 'rest_invalid_param', message: 'x' }], {}, { status: 400 }],
  ['a bug of the server', 'GET', [500, { code: 'rest_internal_error', message: 'x' }], {}, { status: 500 }],
  [
    'a request that has to wait for an hour',
    'GET',
    [429, { code: 'a', message: 'b' }, { 'retry-after': '3600' }],
    {},
    { status: 429 },
  ],
] as const)
  t.test(`${name} is not repeated`, async t => {
    const { client, sent, waits } = aClient([response, ok])
    t.match(await send(client, method, headers).catch((thrown: unknown) => thrown), error)
    t.same([sent.length, waits.length], [1, 0])
  })

t.test('delays double up to a limit, and are half random', async t => {
  const { client, sent, waits } = aClient(Array(8).fill(down), { times: 6, delay: 100, maxDelay: 1000 })
  await t.rejects(send(client, 'GET'), { message: 'fetch failed' })
  t.equal(sent.length, 7)
  const most = [100, 200, 400, 800, 1000, 1000]
  t.equal(waits.length, most.length)
  for (const [index, time] of waits.entries())
    t.ok(time >= most[index] / 2 && time <= most[index], `${time} of ${most[index]}`)
  t.ok(new Set(waits.map((time, index) => time / most[index])).size > 1)
})

t.test('the server says how long to wait, in seconds or by a date', async t => {
  const date = new Date(Date.now() + 10_000).toUTCString()
  const { client, waits } = aClient([busy, [429, { code: 'a', message: 'b' }, { 'retry-after': date }], ok], {
    delay: 0,
  })
  await send(client, 'POST')
  t.equal(waits[0], 2000)
  t.ok(waits[1] > 8000 && waits[1] <= 10_000, `${waits[1]}`)
})

for (const [value, time] of [
  ['1.5', 1500],
  ['-5', 0],
  ['Thu, 01 Jan 1970 00:00:00 GMT', 0],
  ['soon', undefined],
] as const)
  t.test(`Retry-After: ${value}`, async t => {
    const response: FakeResponse = [503, { code: 'a', message: 'b' }, { 'retry-after': value }]
    const { client, waits } = aClient([response, ok], { delay: 0 })
    const result = await send(client, 'POST').catch((error: unknown) => error)
    t.match(result, time === undefined ? { status: 503 } : { id: 7 })
    t.same(waits, time === undefined ? [] : [time])
  })

t.test('a delay of weeks does not end at once', async t => {
  const weeks: FakeResponse = [429, { code: 'a', message: 'b' }, { 'retry-after': '9999999999' }]
  const { fetch, sent } = fakeServer([weeks, ok])
  const client = createClient({ url, fetch, retry: { maxDelay: Number.POSITIVE_INFINITY } })
  await t.rejects(client.get('/cms/v2/posts', { signal: AbortSignal.timeout(50) }), { name: 'TimeoutError' })
  t.equal(sent.length, 1)
})

t.test('a request that was aborted before the delay is not repeated', async t => {
  const controller = new AbortController()
  let requests = 0
  const fetch = async () => {
    requests++
    controller.abort(new Error('enough'))
    return Response.json({ code: 'a', message: 'b' }, { status: 503 })
  }
  for (const retry of [{}, { wait: async () => {} }]) {
    const client = createClient({ url, fetch, retry: { delay: 5000, ...retry } })
    await t.rejects(client.get('/cms/v2/posts', { signal: controller.signal }), { message: 'enough' })
  }
  t.equal(requests, 1)
})

t.test('by default, a request is repeated three times; never with times 0', async t => {
  const three = aClient(Array(5).fill(down))
  await t.rejects(send(three.client, 'GET'))
  t.equal(three.sent.length, 4)
  const none = aClient([down, ok], { times: 0 })
  await t.rejects(send(none.client, 'GET'))
  t.equal(none.sent.length, 1)
})

t.test('an aborted request ends at once, with the reason', async t => {
  const controller = new AbortController()
  const reason = new Error('enough')
  const { client, sent } = aClient([down, ok], {
    async wait(_, signal) {
      controller.abort(reason)
      signal?.throwIfAborted()
    },
  })
  await t.rejects(client.get('/cms/v2/posts', { signal: controller.signal }), reason)
  t.equal(sent.length, 1)
  await t.rejects(client.get('/cms/v2/posts', { signal: controller.signal }), reason)
})

t.test('the default delay ends when the signal aborts', async t => {
  const { fetch } = fakeServer([down, down, ok])
  const client = createClient({ url, fetch, retry: { delay: 4 } })
  t.same(await client.get('/cms/v2/posts/7'), { id: 7 })
  const slow = createClient({ url, fetch: fakeServer([busy]).fetch })
  const controller = new AbortController()
  setTimeout(() => controller.abort(new Error('enough')), 20)
  const start = Date.now()
  await t.rejects(slow.get('/cms/v2/posts/7', { signal: controller.signal }), { message: 'enough' })
  t.ok(Date.now() - start < 1500)
})

t.test('a response that takes too long is a failure on the way', async t => {
  let requests = 0
  const fetch = (request: Request) =>
    new Promise<Response>((resolve, reject) => {
      if (++requests === 2) return resolve(Response.json({ id: 7 }))
      // The timer of a signal does not keep a process alive, as a connection does.
      const connection = setTimeout(() => reject(new Error('no timeout')), 5_000)
      request.signal.addEventListener('abort', () => {
        clearTimeout(connection)
        reject(request.signal.reason)
      })
    })
  const client = createClient({ url, fetch, timeout: 20, retry: { delay: 0 } })
  t.same(await client.get('/cms/v2/posts/7'), { id: 7 })
  requests = 0
  await t.rejects(client.post('/cms/v2/posts', {}), { name: 'TimeoutError' })
  requests = 0
  const once = createClient({ url, fetch, timeout: 0, retry: { times: 0 } })
  await t.rejects(once.get('/cms/v2/posts', { timeout: 20 }), { name: 'TimeoutError' })
})

t.test('an invalid URL is not repeated', async t => {
  const { fetch, sent } = fakeServer([ok])
  const client = createClient({ url: '/cms-json', fetch, retry: { wait: async () => void t.fail('waits') } })
  await t.rejects(client.get('/cms/v2/posts'), TypeError)
  const absolute = createClient({ url: 'https://garden.example', fetch })
  for (const path of ['@evil.example/x', '.evil.example', 'https://evil.example/'])
    await t.rejects(absolute.get(path), TypeError)
  t.equal(sent.length, 0)
})
