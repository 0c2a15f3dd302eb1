import t from 'tap'
import { aHandler } from './handling.js'

const json = { 'content-type': 'application/json' }

for (const [what, init, params] of [
  ['JSON', { method: 'POST', headers: json, body: '{"a":[1,{"b":2}]}' }, { a: [1, { b: 2 }] }],
  ['a form', { method: 'POST', body: new URLSearchParams({ a: '1', 'b[c]': '2' }) }, { a: '1', b: { c: '2' } }],
  ['no body', { method: 'POST' }, {}],
  ['an empty body', { method: 'DELETE', body: '' }, {}],
  ['text', { method: 'PUT', body: 'a=1' }, {}],
] satisfies readonly (readonly [string, RequestInit, object])[]) {
  t.test(`${what} is read`, async t => t.same((await aHandler().sent('', init)).params, params))
}

function form(parts: Readonly<Record<string, string | File>>): FormData {
  const data = new FormData()
  for (const [name, value] of Object.entries(parts)) data.append(name, value)
  return data
}

t.test('a multipart form has fields and files', async t => {
  const file = new File(['hello'], 'a.txt', { type: 'text/plain' })
  const { params, files } = await aHandler().sent('', {
    method: 'POST',
    body: form({ title: 'x', 'meta[a]': '1', file }),
  })
  t.same(params, { title: 'x', meta: { a: '1' } })
  t.match(files, [{ field: 'file', name: 'a.txt', size: 5 }])
})

t.test('a form may have bare line feeds, wherever its pieces end', async t => {
  const lines = ['--x', 'Content-Disposition: form-data; name="a"', '', '1\r', '2', '--x--', '']
  const body = new TextEncoder().encode(lines.join('\n'))
  const headers = { 'content-type': 'multipart/form-data; boundary="x"' }
  for (let size = 1; size <= body.length; size++) {
    const pieces = new ReadableStream<Uint8Array>({
      start(controller) {
        for (let at = 0; at < body.length; at += size) controller.enqueue(body.slice(at, at + size))
        controller.close()
      },
    })
    const init = { method: 'POST', headers, body: pieces, duplex: 'half' as const }
    t.same((await aHandler().sent('', init)).params, { a: '1\r\n2' }, `${size} bytes at a time`)
  }
})

t.test('a broken form is a mistake of the client', async t => {
  const headers = { 'content-type': 'multipart/form-data; boundary=x' }
  for (const body of ['no form at all', '--x\r\nContent-Disposition: form-data; name="a"\r\n\r\ncut off'])
    t.match(await (await aHandler().send('/sent', { method: 'POST', headers, body })).json(), {
      code: 'rest_invalid_multipart',
    })
})

t.test('bodies that are too large are refused', async t => {
  const big = 'x'.repeat(5000)
  const limited = aHandler({ maxBodyBytes: 4000, maxFields: 2, maxFiles: 1 })
  const file = new File(['hello'], 'a.txt')
  for (const [what, body, headers] of [
    ['JSON', JSON.stringify({ big }), json],
    ['a form', form({ big }), {}],
    ['a file', form({ file: new File([big], 'big.txt') }), {}],
    ['many fields', form({ a: '1', b: '2', c: '3' }), {}],
    ['many files', form({ a: file, b: file }), {}],
  ] as const) {
    const response = await limited.send('/sent', { method: 'POST', body, headers })
    t.equal(response.status, 413, what)
    t.match(await response.json(), { code: 'rest_request_too_large' }, what)
  }
  t.equal((await limited.send('/sent', { method: 'POST', body: form({ a: '1', file }) })).status, 200)
  t.same(limited.errors, [])
})

t.test('a limit applies to a stream without a length, and ends reading', async t => {
  let sent = 0
  const body = new ReadableStream<Uint8Array>({
    pull(controller) {
      sent += 1000
      controller.enqueue(new Uint8Array(1000).fill(0x20))
    },
  })
  const { send } = aHandler({ maxBodyBytes: 10_000 })
  t.equal((await send('/sent', { method: 'POST', headers: json, body, duplex: 'half' })).status, 413)
  t.ok(sent < 30_000, `${sent} bytes were taken`)
})

t.test('a stream that breaks off gets a response', async t => {
  const body = new ReadableStream<Uint8Array>({
    start(controller) {
      controller.enqueue(new TextEncoder().encode('{"a":'))
    },
    pull(controller) {
      controller.error(new Error('gone'))
    },
  })
  const { send, errors } = aHandler()
  const response = await send('/sent', { method: 'POST', headers: json, body, duplex: 'half' })
  t.match(await response.json(), { code: 'rest_request_aborted' })
  t.same(errors, [])
})

t.test('a body that was read before is the host’s mistake', async t => {
  const { handler, errors } = aHandler()
  const request = new Request('https://site.example/cms-json/echo/v1/sent', {
    method: 'POST',
    headers: json,
    body: '{}',
  })
  await request.text()
  t.equal((await handler(request)).status, 500)
  t.match(errors, [{ message: /already been read/ }])
})

t.test('a body that does not arrive is a 408', async t => {
  const body = new ReadableStream<Uint8Array>({
    start(controller) {
      controller.enqueue(new TextEncoder().encode('{"a":'))
    },
  })
  const { send, errors } = aHandler({ bodyTimeout: 50 })
  const response = await send('/sent', { method: 'POST', headers: json, body, duplex: 'half' })
  t.equal(response.status, 408)
  t.match(await response.json(), { code: 'rest_request_timeout' })
  t.same(errors, [])
})

t.test('bodies share a limited memory, also those of forms, and free it', async t => {
  const { send, sent } = aHandler({ maxBufferedBytes: 10_000 })
  const stuck = (first: BodyInit | Uint8Array<ArrayBuffer>) =>
    new ReadableStream<Uint8Array>({
      async start(controller) {
        controller.enqueue(new Uint8Array(await new Response(first).arrayBuffer()))
      },
    })
  const part = '--x\r\nContent-Disposition: form-data; name="a"\r\n\r\n'
  const headers = { 'content-type': 'multipart/form-data; boundary=x' }
  const posts = [
    send('/sent', { method: 'POST', headers: json, body: stuck('"'.padEnd(4000)), duplex: 'half' }),
    send('/sent', { method: 'POST', headers, body: stuck(part.padEnd(4000)), duplex: 'half' }),
    send('/sent', { method: 'POST', headers, body: stuck(part.padEnd(4000)), duplex: 'half' }),
  ]
  const refused = await Promise.race(posts)
  t.equal(refused.status, 503)
  t.equal(refused.headers.get('retry-after'), '10')
  for (let count = 0; count < 4; count++) {
    const { params } = await sent('', { method: 'POST', headers: json, body: JSON.stringify({ a: 'x'.repeat(3000) }) })
    t.equal(String(params['a']).length, 3000)
  }
})
