import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { Readable } from 'node:stream'
import { bodyChunks } from '@platen/core'
import { createListener } from '@platen/http'
import t from 'tap'
import { answer, exchange, plain, serve } from './serve.js'

const bodies: { name: string; headers: string[]; body: string; bytes: string | undefined }[] = [
  { name: 'none', headers: [], body: '', bytes: undefined },
  { name: 'none, and says so', headers: ['Content-Length: 0'], body: '', bytes: undefined },
  { name: 'JSON', headers: ['Content-Length: 7', 'Content-Type: application/json'], body: '{"a":1}', bytes: '{"a":1}' },
  {
    name: 'a form',
    headers: ['Content-Length: 7', 'Content-Type: application/x-www-form-urlencoded'],
    body: 'a=1&b=2',
    bytes: 'a=1&b=2',
  },
  { name: 'bytes of no type', headers: ['Content-Length: 3'], body: 'abc', bytes: 'abc' },
  { name: 'broken JSON', headers: ['Content-Length: 2', 'Content-Type: application/json'], body: '{"', bytes: '{"' },
  { name: 'chunks', headers: ['Transfer-Encoding: chunked'], body: '2\r\nab\r\n1\r\nc\r\n0\r\n\r\n', bytes: 'abc' },
  { name: 'chunks, but empty', headers: ['Transfer-Encoding: chunked'], body: '0\r\n\r\n', bytes: '' },
]

for (const method of ['POST', 'GET', 'DELETE']) {
  for (const { name, headers, body, bytes } of bodies) {
    t.test(`${method} with ${name}`, async t => {
      const { send, requests } = await serve(t)
      t.equal((await send(plain(method, '/cms-json/a', headers, body))).status, 200)
      const [request] = requests
      if (bytes === undefined) t.equal(request?.body, undefined)
      else t.ok(request?.body?.kind === 'bytes' && Buffer.from(request.body.bytes).toString() === bytes)
    })
  }
}

t.test('bytes that are not text stay as they are', async t => {
  const { send, requests } = await serve(t)
  const bytes = Buffer.from([0xff, 0x00, 0xc3, 0x28, 0x80])
  await send(plain('POST', '/cms-json/a', ['Content-Type: application/json', 'Content-Length: 5']), bytes)
  t.ok(requests[0]?.body?.kind === 'bytes' && Buffer.compare(requests[0].body.bytes, bytes) === 0)
})

const large = 'x'.repeat(1001)
const limits: { name: string; headers: string[]; body: string; refused: boolean }[] = [
  { name: 'as large as allowed', headers: ['Content-Length: 1000'], body: large.slice(1), refused: false },
  { name: 'one byte more', headers: ['Content-Length: 1001'], body: large, refused: true },
  { name: 'chunked, as large', headers: ['Transfer-Encoding: chunked'], body: chunked(large.slice(1)), refused: false },
  { name: 'chunked, one byte more', headers: ['Transfer-Encoding: chunked'], body: chunked(large), refused: true },
  {
    name: 'a form with files',
    headers: ['Transfer-Encoding: chunked', 'Content-Type: multipart/form-data; boundary=b'],
    body: chunked(large),
    refused: true,
  },
]

for (const { name, headers, body, refused } of limits) {
  t.test(`a body ${name}`, async t => {
    const { send, requests, errors } = await serve(t, { maxBodyBytes: 1000 })
    const got = await send(plain('POST', '/cms-json/a', headers, body))
    t.equal(got.status, refused ? 413 : 200)
    t.equal(requests.length, refused ? 0 : 1)
    if (refused) t.match(JSON.parse(got.body), { code: 'rest_request_too_large', data: { status: 413 } })
    t.same(errors, [])
  })
}

t.test('a client gets the refusal though it goes on sending', async t => {
  const { origin, requests } = await serve(t, { maxBodyBytes: 1_000_000 })
  const size = 64 * 1024
  const body = Readable.toWeb(Readable.from(Array.from({ length: 400 }, () => Buffer.alloc(size))))
  const options = { method: 'POST', body, duplex: 'half' } as unknown as RequestInit
  const got = await fetch(`${origin}/cms-json/a`, options)
  t.equal(got.status, 413)
  t.equal(got.headers.get('connection'), 'close')
  t.match(await got.json(), { code: 'rest_request_too_large' })
  t.same(requests, [])
})

t.test('a client that announces too much and sends nothing is let go', async t => {
  const { send } = await serve(t, { maxBodyBytes: 1000 })
  const got = await send('POST /cms-json/a HTTP/1.1\r\nHost: x\r\nContent-Length: 99999999999\r\n\r\n')
  t.equal(got.status, 413)
})

const expecting = (length: number) =>
  plain('POST', '/cms-json/a', ['Expect: 100-continue', `Content-Length: ${length}`])

t.test('a client that waits sends a body that will be accepted', async t => {
  const { send } = await serve(t)
  const { raw } = await send(expecting(3), 'abc')
  t.match(raw, /^HTTP\/1\.1 100 Continue\r\n\r\nHTTP\/1\.1 200 OK/)
})

t.test('a client that waits does not send a body that will be refused', async t => {
  const { send } = await serve(t, { maxBodyBytes: 1000 })
  t.match((await send(expecting(1001))).raw, /^HTTP\/1\.1 413 /)
})

t.test('another expectation is refused', async t => {
  const { send, requests } = await serve(t)
  t.equal((await send(plain('GET', '/cms-json/a', ['Expect: the-best']))).status, 417)
  t.same(requests, [])
})

t.test('a body that another middleware has read is reported as a wrong setup', async t => {
  const errors: unknown[] = []
  const listener = createListener({ dispatch: async () => answer() }, { onError: error => errors.push(error) })
  const server = createServer((req, res) => req.resume().on('end', () => setTimeout(() => listener(req, res), 10)))
  t.teardown(() => server.close())
  await once(server.listen(0, '127.0.0.1'), 'listening')
  const { port } = server.address() as AddressInfo
  const got = await exchange(port, plain('POST', '/cms-json/a', ['Content-Length: 3'], 'abc'))
  t.equal(got.status, 500)
  t.match(errors, [/mount/])
})

function chunked(text: string): string {
  return `${text.length.toString(16)}\r\n${text}\r\n0\r\n\r\n`
}

t.test('a body in chunks of one byte is not handled byte by byte', async t => {
  let count = 0
  let size = 0
  const listener = createListener({
    async dispatch({ body }) {
      for await (const chunk of bodyChunks(body)) {
        count += 1
        size += chunk.length
      }
      return answer()
    },
  })
  const server = createServer(listener).listen(0, '127.0.0.1')
  await once(server, 'listening')
  t.teardown(() => server.close())
  const { port } = server.address() as AddressInfo
  const body = `${'1\r\nx\r\n'.repeat(50_000)}0\r\n\r\n`
  const { status } = await exchange(port, plain('POST', '/cms-json/a', ['Transfer-Encoding: chunked'], body))
  t.same([status, size], [200, 50_000])
  t.ok(count < 6000, `${count} chunks`)
})
