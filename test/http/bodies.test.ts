import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { Readable } from 'node:stream'
import { bodyChunks, type MultipartForm } from '@platen/core'
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

const boundary = 'xYzZY'
const type = `multipart/form-data; boundary=${boundary}`

/** One part: the lines of its head, and its content. */
function part(head: readonly string[], content: string): string {
  return `--${boundary}\r\n${head.join('\r\n')}\r\n\r\n${content}\r\n`
}

const field = (name: string, value: string) => part([`Content-Disposition: form-data; name="${name}"`], value)
const file = (name: string, filename: string, content: string, type = 'image/png') =>
  part([`Content-Disposition: form-data; name="${name}"; filename="${filename}"`, `Content-Type: ${type}`], content)
const end = `--${boundary}--\r\n`

const whole: { name: string; body: string; fields?: [string, string][]; files?: object[] }[] = [
  { name: 'no parts', body: end },
  {
    name: 'fields, in order',
    body: field('b', '1') + field('a[]', '2') + field('a[]', '3') + end,
    fields: [
      ['b', '1'],
      ['a[]', '2'],
      ['a[]', '3'],
    ],
  },
  { name: 'an empty field', body: field('a', '') + end, fields: [['a', '']] },
  { name: 'a field with line ends', body: field('a', '1\r\n2\r\n\r\n--x') + end, fields: [['a', '1\r\n2\r\n\r\n--x']] },
  {
    name: 'UTF-8',
    body: field('ä', '☃') + file('f', 'größe.png', 'x') + end,
    fields: [['ä', '☃']],
    files: [{ field: 'f', name: 'größe.png', text: 'x' }],
  },
  {
    name: 'a file between fields',
    body: field('a', '1') + file('file', 'cat.png', 'PNG\r\n\0data') + field('b', '2') + end,
    fields: [
      ['a', '1'],
      ['b', '2'],
    ],
    files: [{ field: 'file', name: 'cat.png', type: 'image/png', text: 'PNG\r\n\0data' }],
  },
  {
    name: 'an empty file',
    body: file('f', 'a.txt', '', 'text/plain') + end,
    files: [{ field: 'f', name: 'a.txt', text: '' }],
  },
  { name: 'a path for a name', body: file('f', '../../etc/pass.png', 'x') + end, files: [{ name: 'pass.png' }] },
  {
    name: 'a field with a type',
    body: part(['Content-Disposition: form-data; name="a"', 'Content-Type: application/octet-stream'], '1') + end,
    fields: [['a', '1']],
  },
  { name: 'text around it', body: `before\r\n${field('a', '1')}${end}after`, fields: [['a', '1']] },
  { name: 'a long field', body: field('a', 'x'.repeat(2_000_000)) + end, fields: [['a', 'x'.repeat(2_000_000)]] },
  {
    name: 'bare line feeds, with CRLF and the look of a delimiter in contents',
    body: (file('f', 'a.txt', 'x', 'text/plain') + field('b', '2') + end)
      .replaceAll('\r\n', '\n')
      .replace('\n\nx\n', '\n\n1\r\n\n --xYzZY\n--xYz\r\n\n'),
    fields: [['b', '2']],
    files: [{ field: 'f', name: 'a.txt', type: 'text/plain', text: '1\r\n\n --xYzZY\n--xYz\r\n' }],
  },
  {
    name: 'a delimiter after a bare line feed, in a form of CRLF',
    body: field('a', `1\n--${boundary}\nContent-Disposition: form-data; name="b"\n\n2`) + end,
    fields: [['a', `1\n--${boundary}\nContent-Disposition: form-data; name="b"\n\n2`]],
  },
  { name: 'a dangerous name', body: field('__proto__', '1') + end, fields: [['__proto__', '1']] },
]

for (const { name, body, fields = [], files = [] } of whole) {
  t.test(`takes apart: ${name}`, async t => {
    const { send, requests } = await serve(t)
    t.equal((await send(...upload(body))).status, 200)
    const [request] = requests
    const form = request?.body?.kind === 'multipart' ? request.body.form : undefined
    t.same(form?.fields, fields)
    t.equal(form?.files.length, files.length)
    t.match(readable(form), files)
  })
}

const broken: { name: string; body: string; type?: string }[] = [
  { name: 'no boundary told', body: field('a', '1') + end, type: 'multipart/form-data' },
  { name: 'an empty boundary', body: field('a', '1') + end, type: 'multipart/form-data; boundary=' },
  { name: 'another boundary', body: field('a', '1') + end, type: 'multipart/form-data; boundary=other' },
  { name: 'nothing at all', body: '' },
  { name: 'no boundary in it', body: 'nothing of the kind' },
  { name: 'cut short before the end', body: field('a', '1') },
  { name: 'cut short in a field', body: field('a', '1').slice(0, -3) },
  { name: 'cut short in a file', body: file('f', 'a.png', 'x'.repeat(100_000)).slice(0, -10_000) },
  { name: 'cut short in the head of a part', body: `--${boundary}\r\nContent-Disp` },
  { name: 'cut short after the boundary', body: `--${boundary}` },
  { name: 'a part without a name', body: part(['Content-Disposition: form-data'], '1') + end },
  {
    name: 'a file without a name of its field',
    body: part(['Content-Disposition: form-data; filename="a.png"'], '1') + end,
  },
]

for (const { name, body, type: given } of broken) {
  t.test(`refuses: ${name}`, async t => {
    const { send, requests, errors } = await serve(t)
    const got = await send(...upload(body, given))
    t.equal(got.status, 400)
    t.match(JSON.parse(got.body), { code: 'rest_invalid_multipart', data: { status: 400 } })
    t.same([requests, errors], [[], []])
  })
}

const many: { name: string; body: string; refused: boolean }[] = [
  { name: 'as many fields as allowed', body: field('a', '1').repeat(3) + end, refused: false },
  { name: 'a field too many', body: field('a', '1').repeat(4) + end, refused: true },
  { name: 'very many fields', body: field('a', '1').repeat(50_000) + end, refused: true },
  { name: 'very many parts without a head', body: `--${boundary}\r\n\r\n`.repeat(100_000) + end, refused: true },
  { name: 'as many files as allowed', body: file('f', 'a', '1').repeat(2) + end, refused: false },
  { name: 'a file too many', body: file('f', 'a', '1').repeat(3) + end, refused: true },
]

for (const { name, body, refused } of many) {
  t.test(name, async t => {
    const { send, requests } = await serve(t, { maxFields: 3, maxFiles: 2 })
    const got = await send(...upload(body))
    t.equal(got.status, refused ? 413 : 200)
    t.equal(requests.length, refused ? 0 : 1)
    if (refused) t.match(JSON.parse(got.body), { code: 'rest_request_too_large' })
  })
}

t.test('what a client of the platform sends', async t => {
  const { origin, requests } = await serve(t)
  const form = new FormData()
  form.append('title', 'A "cat"')
  form.append('file', new Blob(['bytes'], { type: 'image/png' }), 'cat.png')
  t.equal((await fetch(`${origin}/cms-json/cms/v2/media`, { method: 'POST', body: form })).status, 200)
  const body = requests[0]?.body
  t.same(body?.kind === 'multipart' && body.form.fields, [['title', 'A "cat"']])
  t.match(readable(body?.kind === 'multipart' ? body.form : undefined), [
    { name: 'cat.png', type: 'image/png', text: 'bytes' },
  ])
})

t.test('whatever the bytes are, there is an answer', async t => {
  const { origin, errors } = await serve(t)
  const sound = Buffer.from(field('a', '1') + file('f', 'a.png', 'x\r\ny') + field('b', '2') + end)
  // A fixed sequence, so that a failure can be repeated.
  let state = 1
  const random = (below: number) => {
    state = (state * 1103515245 + 12345) % 2147483648
    return state % below
  }
  const seen = new Set<number>()
  for (let round = 0; round < 300; round += 1) {
    const bytes = Buffer.from(sound)
    for (let change = 0; change <= round % 5; change += 1) bytes[random(bytes.length)] = random(256)
    const cut = round % 3 === 0 ? bytes.subarray(0, random(bytes.length)) : bytes
    const got = await fetch(`${origin}/cms-json/a`, { method: 'POST', headers: { 'content-type': type }, body: cut })
    await got.arrayBuffer()
    seen.add(got.status)
  }
  t.same([...seen].sort(), [200, 400])
  t.same(errors, [])
})

function upload(body: string, given = type): [string, string] {
  const length = Buffer.byteLength(body).toString(16)
  const chunk = length === '0' ? '' : `${length}\r\n${body}\r\n`
  const headers = [`Content-Type: ${given}`, 'Transfer-Encoding: chunked']
  return [plain('POST', '/cms-json/a', headers), `${chunk}0\r\n\r\n`]
}

function readable(form: MultipartForm | undefined) {
  return form?.files.map(({ bytes, ...file }) => ({ ...file, text: Buffer.from(bytes).toString() }))
}
