import { once } from 'node:events'
import { connect, type Socket } from 'node:net'
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { setTimeout as wait } from 'node:timers/promises'
import { promisify } from 'node:util'
import { createRegistry, endpoint } from '@platen/core'
import { createHttpServer, type HttpOptions } from '@platen/http'
import t from 'tap'
import { answer, exchange, plain, serve } from './serve.js'

const json = 'Content-Type: application/json'

/** A server with an endpoint for everybody. */
async function serveSlowBodies(t: { teardown(work: () => unknown): void }, options: HttpOptions) {
  const registry = createRegistry({ baseUrl: 'https://site.example/cms-json', maxAnonymousBodyBytes: 100_000 })
  registry.route('a/v1', '/sent', {
    endpoints: [
      endpoint({
        methods: 'POST',
        permission: 'public',
        handler: ({ params, files }) => ({ body: { length: JSON.stringify(params).length, files: files.length } }),
      }),
    ],
  })
  const pages: HttpOptions['pages'] = async ({ url, body, headers }) => {
    const { readForm } = await import('@platen/core')
    if (url !== '/page') return undefined
    try {
      await readForm(body, headers?.['content-type'], 65_536)
      return { status: 200, headers: {}, body: 'fine' }
    } catch (error) {
      return { status: (error as { status: number }).status, headers: {}, body: 'refused' }
    }
  }
  const server = createHttpServer(registry, { pages, closeTimeout: 500, ...options })
  const { port } = await server.listen({ port: 0, host: '127.0.0.1' })
  t.teardown(() => server.close())
  const sockets: Socket[] = []
  t.teardown(() => sockets.map(each => each.destroy()))
  /** Opens a connection and sends a part of a request; resolves with all that came back when it is closed. */
  const open = (text: string) => {
    const socket = connect(port, '127.0.0.1').on('error', () => {})
    sockets.push(socket)
    socket.write(text)
    let received = ''
    socket.on('data', chunk => {
      received += chunk
    })
    return { socket, closed: once(socket, 'close').then(() => received) }
  }
  return { port, open, send: exchange.bind(undefined, port) }
}

/** The head of a request, without `Connection: close`. */
const head = (path: string, ...headers: string[]) =>
  `${[`POST ${path} HTTP/1.1`, 'Host: x', ...headers].join('\r\n')}\r\n\r\n`

const multipart = 'Content-Type: multipart/form-data; boundary=b'
const urlencoded = 'Content-Type: application/x-www-form-urlencoded'
const part = '--b\r\nContent-Disposition: form-data; name="file"; filename="a.txt"\r\n\r\nabc'
const unfinished: readonly (readonly [name: string, request: string])[] = [
  ['a short body of JSON', `${head('/cms-json/a/v1/sent', json, 'Content-Length: 10')}{"a"`],
  ['a long one', `${head('/cms-json/a/v1/sent', json, 'Content-Length: 90000')}{"a"`],
  ['chunks', `${head('/cms-json/a/v1/sent', json, 'Transfer-Encoding: chunked')}4\r\n{"a"\r\n`],
  ['a body of which nothing arrives', head('/cms-json/a/v1/sent', json, 'Content-Length: 90000')],
  ['a body after 100 Continue', head('/cms-json/a/v1/sent', json, 'Expect: 100-continue', 'Content-Length: 900')],
  ['a form', `${head('/cms-json/a/v1/sent', urlencoded, 'Content-Length: 900')}a=1&`],
  ['a form with a file', `${head('/cms-json/a/v1/sent', multipart, 'Content-Length: 900')}${part}`],
  ['a form of a page', `${head('/page', urlencoded, 'Content-Length: 900')}a=1&`],
]

for (const [name, request] of unfinished) {
  t.test(`${name} that does not arrive is a 408, and the connection is closed`, async t => {
    const { open } = await serveSlowBodies(t, { bodyTimeout: 200 })
    const { closed } = open(request)
    t.match(await closed, /HTTP\/1\.1 408 [\s\S]*Connection: close/)
  })
}

t.test('a body that trickles is a 408, though every byte is progress', async t => {
  const { open } = await serveSlowBodies(t, { bodyTimeout: 200, minBodyRate: 1000 })
  const { socket, closed } = open(head('/cms-json/a/v1/sent', json, 'Content-Length: 9000'))
  const timer = setInterval(() => socket.write('1'), 20)
  t.match(await closed, /^HTTP\/1\.1 408 /)
  clearInterval(timer)
})

t.test('a slow body that has the rate is accepted', async t => {
  const { open } = await serveSlowBodies(t, { bodyTimeout: 200, minBodyRate: 1000 })
  const { socket, closed } = open(plain('POST', '/cms-json/a/v1/sent', [json, 'Content-Length: 40002']))
  socket.write('"')
  for (let sent = 0; sent < 4; sent++) {
    socket.write('x'.repeat(10_000))
    await wait(200)
  }
  socket.write('"')
  t.match(await closed, /^HTTP\/1\.1 200 /)
})

t.test('a head that does not arrive is a 408', async t => {
  const { open } = await serveSlowBodies(t, { headersTimeout: 300 })
  t.match(await open('POST /cms-json/a/v1/sent HTTP/1.1\r\nHost: x\r\n').closed, /^HTTP\/1\.1 408 /)
})

t.test('bodies that do not arrive cannot take all memory, and do not keep others from sending theirs', async t => {
  const { open, send } = await serveSlowBodies(t, { maxBufferedBytes: 500_000 })
  const body = `"${'x'.repeat(80_000)}`
  const attackers = Array.from({ length: 40 }, () =>
    open(`${head('/cms-json/a/v1/sent', json, 'Content-Length: 90000')}${body}`),
  )
  const responses: string[] = []
  for (const { closed } of attackers) closed.then(response => responses.push(response))
  while (responses.length < 34) await wait(20)
  for (const response of responses)
    t.match(response, /^HTTP\/1\.1 503 [\s\S]*Retry-After: 10\r\n[\s\S]*rest_server_busy/)
  for (let count = 0; count < 5; count++) {
    const { status } = await send(plain('POST', '/cms-json/a/v1/sent', [json, 'Content-Length: 80002'], `${body}"`))
    t.equal(status, 200)
  }
})

t.test('of bodies that are handled, the memory is free again', async t => {
  const { send } = await serveSlowBodies(t, { maxBufferedBytes: 100_000 })
  const file = `${part}${'x'.repeat(50_000)}\r\n--b--\r\n`
  for (let count = 0; count < 5; count++) {
    const large = `"${'x'.repeat(80_000)}"`
    t.equal((await send(plain('POST', '/cms-json/a/v1/sent', [json, 'Content-Length: 80002'], large))).status, 200)
    const form = plain('POST', '/cms-json/a/v1/sent', [multipart, `Content-Length: ${file.length}`], file)
    t.match(await send(form), { status: 200, body: /"files":1/ })
  }
})

t.test('a body of an anonymous caller has a lower limit', async t => {
  const { send } = await serveSlowBodies(t, {})
  const large = `"${'x'.repeat(100_000)}"`
  const { status, body } = await send(plain('POST', '/cms-json/a/v1/sent', [json, 'Content-Length: 100002'], large))
  t.equal(status, 413)
  t.match(body, /rest_request_too_large/)
})

const MIB = 1024 * 1024

/** A server whose responses are larger than what the system buffers. */
async function largeResponses(t: Parameters<typeof serve>[0], maxUnreadBytes: number) {
  const { port, requests } = await serve(t, { maxUnreadBytes }, async () => answer({ content: 'x'.repeat(16 * MIB) }))
  /** Sends a request; the response is read later, and how much of it there is. */
  const ask = async () => {
    const socket = connect(port, '127.0.0.1').on('error', () => {})
    const closed = once(socket, 'close')
    const count = requests.length
    socket.pause().write('GET /cms-json/a HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n')
    while (requests.length === count) await wait(5)
    await wait(5)
    return { socket, read: (rate?: number) => amount(socket, closed, rate) }
  }
  return ask
}

/** Reads a response, at most `rate` bytes in 10 milliseconds. */
async function amount(socket: Socket, closed: Promise<unknown>, rate = Number.POSITIVE_INFINITY): Promise<string> {
  let received = 0
  if (rate === Number.POSITIVE_INFINITY) socket.on('data', chunk => (received += chunk.length)).resume()
  else {
    const timer = setInterval(() => {
      for (let left = rate; left > 0; ) {
        const chunk: Buffer | null = socket.read()
        if (chunk === null) break
        received += chunk.length
        left -= chunk.length
      }
    }, 10)
    closed.finally(() => clearInterval(timer))
  }
  await closed
  return received > 16 * MIB ? 'whole' : 'cut off'
}

t.test('of clients that read nothing, neither the first nor the last are disconnected', async t => {
  const ask = await largeResponses(t, 40 * MIB)
  const asked = [await ask(), await ask(), await ask()]
  t.strictSame(await Promise.all(asked.map(({ read }) => read())), ['whole', 'cut off', 'whole'])
})

t.test('a client that reads gets its response, and then no longer counts', async t => {
  const ask = await largeResponses(t, 40 * MIB)
  for (const _ of [1, 2, 3, 4]) t.equal(await (await ask()).read(), 'whole')
})

t.test('a single response may be larger than all may be together', async t => {
  const ask = await largeResponses(t, 8 * MIB)
  t.equal(await (await ask()).read(), 'whole')
})

t.test('many that read nothing do not cut off one that reads slowly, whenever it came', async t => {
  const ask = await largeResponses(t, 80 * MIB)
  const attack = async () => {
    for (let count = 0; count < 10; count++) await ask()
  }
  const rate = 50 * 1024
  const before = (await ask()).read(rate)
  await attack()
  const during = (await ask()).read(rate)
  // That a client reads shows when the system has sent what it buffered at first.
  await wait(1500)
  await attack()
  t.same([await before, await during], ['whole', 'whole'])
})

t.test('responses of a fallback count as well, such as files that are streamed', async t => {
  const piece = Buffer.alloc(64 * 1024)
  function* file() {
    for (let count = 0; count < 16 * 16; count++) yield piece
  }
  const { port, http } = await serve(t, {
    maxUnreadBytes: 400 * 1024,
    fallback: (_req, res) => pipeline(Readable.from(file()), res).catch(() => {}),
  })
  const attack = async (count: number) => {
    for (let each = 0; each < count; each++) {
      const socket = connect(port, '127.0.0.1').pause()
      t.teardown(() => socket.destroy())
      socket.on('error', () => {}).write('GET /file HTTP/1.1\r\nHost: x\r\n\r\n')
    }
  }
  const connections = () => promisify(http.server.getConnections.bind(http.server))()
  await attack(20)
  while ((await connections()) < 20) await wait(10)
  while ((await connections()) > 10) await wait(100)
  t.ok((await connections()) > 1, 'within the limit, they stay')
  const response = await fetch(`http://127.0.0.1:${port}/file`)
  t.equal((await response.arrayBuffer()).byteLength, 16 * MIB)
})
