import { once } from 'node:events'
import { Agent, get, type IncomingMessage } from 'node:http'
import { connect, type Socket } from 'node:net'
import { setTimeout as wait } from 'node:timers/promises'
import { createHttpServer, createListener, createListenerServer } from '@platen/http'
import t from 'tap'
import { answer, plain, serve } from './serve.js'

t.test('connections are kept and used again', async t => {
  const { port, http } = await serve(t)
  let connections = 0
  http.server.on('connection', () => {
    connections += 1
  })
  const agent = new Agent({ keepAlive: true, maxSockets: 1 })
  t.teardown(() => agent.destroy())
  for (const _ of [1, 2, 3]) {
    const [res] = (await once(get({ port, path: '/cms-json/a', agent }), 'response')) as [IncomingMessage]
    await once(res.resume(), 'end')
    t.equal(res.headers.connection, 'keep-alive')
  }
  t.equal(connections, 1)
})

t.test('a connection lives on after a refused form', async t => {
  const { send } = await serve(t)
  const form = ['Content-Type: multipart/form-data', 'Content-Length: 3'].join('\r\n')
  const first = `POST /cms-json/a HTTP/1.1\r\nHost: x\r\n${form}\r\n\r\nabc`
  const { raw } = await send(first, plain('GET', '/cms-json/b'))
  t.match(raw, /^HTTP\/1\.1 400 [\s\S]*HTTP\/1\.1 200 /)
})

t.test('answers come in the order of the requests', async t => {
  const { send } = await serve(t, {}, async ({ path }) => {
    await wait(path === '/slow' ? 50 : 0)
    return answer({ content: path })
  })
  const { raw } = await send('GET /cms-json/slow HTTP/1.1\r\nHost: x\r\n\r\n', plain('GET', '/cms-json/quick'))
  t.match(raw, /\/slow[\s\S]*\/quick/)
})

t.test('a pipelined request is handled after the response before it', async t => {
  let running = 0
  let most = 0
  const { send, requests } = await serve(t, {}, async ({ path }) => {
    most = Math.max(most, ++running)
    await wait(5)
    running -= 1
    return answer({ content: path })
  })
  const many = Array.from({ length: 50 }, (_, at) => `GET /cms-json/${at} HTTP/1.1\r\nHost: x\r\n\r\n`)
  const body = 'POST /cms-json/posted HTTP/1.1\r\nHost: x\r\nContent-Length: 4\r\n\r\n{"a"'
  const { raw } = await send(`${many.join('')}${body}${plain('GET', '/cms-json/last')}`)
  t.equal(most, 1)
  t.equal(requests.length, 52)
  t.strictSame(raw.match(/\/(?:49|posted|last)/g), ['/49', '/posted', '/last'])
})

t.test('a client that reads nothing does not get responses to all that it requests prepared', async t => {
  const { port, requests } = await serve(t, {}, async () => answer({ content: 'x'.repeat(8 * 1024 * 1024) }))
  const socket = connect(port, '127.0.0.1').pause()
  t.teardown(() => socket.destroy())
  socket.write('GET /cms-json/a HTTP/1.1\r\nHost: x\r\n\r\n'.repeat(50))
  await wait(500)
  t.equal(requests.length, 1)
})

t.test('a client that pipelines without end is disconnected', async t => {
  const { port, requests } = await serve(t, {}, async () => wait(1000).then(() => answer()))
  const socket = connect(port, '127.0.0.1').on('error', () => {})
  socket.write('GET /cms-json/a HTTP/1.1\r\nHost: x\r\n\r\n'.repeat(1000))
  await once(socket, 'close')
  t.equal(requests.length, 1)
})

t.test('closing waits for what runs, and for nothing else', async t => {
  let begin = () => {}
  const begun = new Promise<void>(resolve => {
    begin = resolve
  })
  const { http, port, send } = await serve(t, { closeTimeout: 60_000 }, async () => {
    begin()
    await wait(200)
    return answer()
  })
  const agent = new Agent({ keepAlive: true })
  t.teardown(() => agent.destroy())
  const [used] = (await once(get({ port, path: '/elsewhere', agent }), 'response')) as [IncomingMessage]
  await once(used.resume(), 'end')
  const idle = connect(port, '127.0.0.1')
  await once(idle, 'connect')
  const running = send('GET /cms-json/a HTTP/1.1\r\nHost: x\r\n\r\n')
  await begun

  const start = performance.now()
  const closed = http.close()
  t.equal((await running).status, 200)
  await closed
  t.ok(performance.now() - start < 15_000, 'well before its time limit')
  await t.rejects(send(plain('GET', '/cms-json/a')), { code: 'ECONNREFUSED' })
  await t.resolves(http.close(), 'closing twice is fine')
})

t.test('closing cuts off what runs for too long', async t => {
  const { http, send } = await serve(t, { closeTimeout: 100 }, () => new Promise(() => {}))
  const running = send(plain('GET', '/cms-json/a')).catch(() => ({ raw: '' }))
  await wait(50)
  await http.close()
  t.equal((await running).raw, '')
})

t.test('listening on a port in use is rejected', async t => {
  const { port } = await serve(t)
  const second = createHttpServer({ dispatch: async () => answer() })
  await t.rejects(second.listen({ port, host: '127.0.0.1' }), { code: 'EADDRINUSE' })
})

t.test('a request that does not arrive in time', async t => {
  const { send, requests } = await serve(t, { requestTimeout: 300 })
  const got = await send('POST /cms-json/a HTTP/1.1\r\nHost: x\r\nContent-Length: 10\r\n\r\nhalf')
  t.equal(got.status, 408)
  t.same(requests, [])
})

t.test('a client that reads nothing of a response loses its connection', async t => {
  const { http, port } = await serve(t, { stallTimeout: 300 }, async () => answer({ content: 'x'.repeat(30_000_000) }))
  const socket = connect(port, '127.0.0.1').on('error', () => {})
  t.teardown(() => socket.destroy())
  const [connection] = (await once(http.server, 'connection')) as [Socket]
  socket.write(plain('GET', '/cms-json/a'))
  await once(connection, 'close')
  t.ok(socket.bytesRead < 1_000_000)
})

t.test('neither slow work nor slow reading ends a connection', async t => {
  const { port } = await serve(t, { stallTimeout: 300 }, async () => {
    await wait(900)
    return answer({ content: 'x'.repeat(30_000_000) })
  })
  const [response] = (await once(get({ port, path: '/cms-json/a' }), 'response')) as [IncomingMessage]
  let size = 0
  for await (const chunk of response as AsyncIterable<Uint8Array>) {
    if (Math.floor((size + chunk.length) / 5_000_000) > Math.floor(size / 5_000_000)) await wait(150)
    size += chunk.length
  }
  t.equal(size, 30_000_000)
})

const odd: { name: string; request: string; status: number }[] = [
  { name: 'what is not HTTP', request: 'hello\r\n\r\n', status: 400 },
  { name: 'no host', request: 'GET /cms-json/a HTTP/1.1\r\n\r\n', status: 400 },
  {
    name: 'two lengths',
    request: plain('POST', '/cms-json/a', ['Content-Length: 1', 'Content-Length: 2'], 'ab'),
    status: 400,
  },
  {
    name: 'a length and chunks',
    request: plain('POST', '/cms-json/a', ['Content-Length: 1', 'Transfer-Encoding: chunked'], '0\r\n\r\n'),
    status: 400,
  },
  {
    name: 'broken chunks',
    request: plain('POST', '/cms-json/a', ['Transfer-Encoding: chunked'], 'zz\r\n'),
    status: 400,
  },
  {
    name: 'headers that are too large',
    request: plain('GET', '/cms-json/a', [`X-A: ${'x'.repeat(20_000)}`]),
    status: 431,
  },
  { name: 'a wish for another protocol', request: plain('GET', '/cms-json/a', ['Upgrade: websocket']), status: 200 },
  { name: 'HTTP/1.0', request: 'GET /cms-json/a HTTP/1.0\r\n\r\n', status: 200 },
]

for (const { name, request, status } of odd) {
  t.test(`${name}: ${status}, and the server lives on`, async t => {
    const { send, errors } = await serve(t)
    t.equal((await send(request)).status, status)
    t.equal((await send(plain('GET', '/cms-json/a'))).status, 200)
    t.same(errors, [])
  })
}

t.test('unknown and invalid options are refused', async t => {
  const dispatcher = { dispatch: async () => answer({}) }
  for (const [options, message] of [
    [{ basepath: '/api' }, /createListener: unknown key "basepath"; did you mean "basePath"\?/],
    [{ basePath: 'api' }, /"basePath" must be a path/],
    [{ trustProxy: '1' }, /"trustProxy" must be true or false or a whole number from 0/],
    [{ cors: { origin: [] } }, /unknown key "cors\.origin"/],
    [{ maxBufferedBytes: 0 }, /"maxBufferedBytes" must be a positive number/],
    [{ maxUnreadBytes: '1 MB' }, /"maxUnreadBytes" must be/],
    [{ minBodyRate: -1 }, /"minBodyRate" must be/],
    [{ bodyTimeout: '10 s' }, /"bodyTimeout" must be/],
    [{ headersTimeout: 0.5 }, /"headersTimeout" must be/],
    [{ stallTimeout: -1 }, /"stallTimeout" must be a whole number from 0/],
  ] as const) {
    t.throws(() => createListener(dispatcher, options as object), { name: 'RangeError', message })
    t.throws(() => createHttpServer(dispatcher, options as object), { name: 'RangeError', message })
  }
  t.throws(() => createListenerServer(() => {}, { closeTimeOut: 1 } as object), /did you mean "closeTimeout"\?/)
  t.doesNotThrow(() => createHttpServer(dispatcher, { basePath: '', trustProxy: 2, cors: false, requestTimeout: 0 }))
})
