import { binaryBody } from '@platen/core'
import { toFetchHandler } from '@platen/fetch'
import t from 'tap'
import { aHandler } from './handling.js'

t.test('a request below the root gets a response', async t => {
  const { send } = aHandler()
  const response = await send('/sent?a=1&list[]=2')
  t.equal(response.status, 200)
  t.equal(response.headers.get('content-type'), 'application/json; charset=UTF-8')
  t.match(await response.json(), { params: { a: '1', list: ['2'] }, secure: true })
})

for (const [basePath, url, status] of [
  ['/cms-json', 'https://a.example/cms-json', 200],
  ['/cms-json/', 'https://a.example/cms-json/', 200],
  ['/cms-json', 'https://a.example/cms-jsonx', 404],
  ['/cms-json', 'https://a.example/other', 404],
  ['', 'https://a.example/echo/v1', 200],
  ['/api/v2', 'https://a.example/api/v2/echo/v1?x', 200],
] as const) {
  t.test(`the root ${basePath} and ${url}`, async t => {
    const { handler, registry } = aHandler({ basePath })
    registry.get('', '/', { permission: 'public', handler: () => ({ body: {} }) })
    t.equal((await handler(new Request(url))).status, status)
  })
}

t.test('a dispatcher may name its root', async t => {
  const { registry } = aHandler()
  const own = { dispatch: registry.dispatch, basePath: '/wp-json' }
  const status = async (path: string, basePath?: string) =>
    (await toFetchHandler(own, { basePath })(new Request(`https://a.example${path}/echo/v1/sent`))).status
  t.equal(await status('/wp-json'), 200)
  t.equal(await status('/cms-json'), 404)
  t.equal(await status('', ''), 200)
  t.equal(await status('/api', '/api'), 200)
})

t.test('a parameter names a path below the root', async t => {
  const { handler } = aHandler({ routeParameter: 'rest_route' })
  const response = await handler(new Request('https://a.example/any?rest_route=/echo/v1/sent&a=1'))
  t.match(await response.json(), { params: { a: '1' } })
  t.equal((await handler(new Request('https://a.example/any?rest_route=echo/v1/sent'))).status, 404)
  t.equal((await aHandler().handler(new Request('https://a.example/any?rest_route=/echo/v1/sent'))).status, 404)
})

t.test('requests outside of the root go to the fallback', async t => {
  const { handler } = aHandler({ fallback: request => new Response(`own ${new URL(request.url).pathname}`) })
  t.equal(await (await handler(new Request('https://a.example/page'))).text(), 'own /page')
  const failing = aHandler({ fallback: () => Promise.reject(new Error('no page')) })
  t.equal((await failing.handler(new Request('https://a.example/page'))).status, 500)
  t.match(failing.errors, [{ message: 'no page' }])
})

t.test('statuses without a body have none', async t => {
  const { send } = aHandler()
  const nothing = await send('/nothing')
  t.equal(nothing.status, 204)
  t.equal(nothing.body, null)
  const first = await send('/sent')
  const tag = first.headers.get('etag') ?? ''
  const again = await send('/sent', { headers: { 'if-none-match': tag } })
  t.equal(again.status, 304)
  t.equal(again.body, null)
  t.equal(again.headers.get('etag'), tag)
  const head = await send('/sent', { method: 'HEAD' })
  t.equal(head.status, 200)
  t.equal(await head.text(), '')
})

t.test('the client’s address and scheme', async t => {
  const forwarded = { 'x-forwarded-for': '10.0.0.1, 203.0.113.9', 'x-forwarded-proto': 'http' }
  const clientAddress = () => '198.51.100.7'
  t.match(await aHandler().sent('', { headers: forwarded }), { address: '', secure: true }, 'nobody is trusted')
  t.match(await aHandler({ clientAddress }).sent(''), { address: '198.51.100.7' })
  const behind = aHandler({ trustProxy: true, clientAddress })
  t.match(await behind.sent('', { headers: forwarded }), { address: '203.0.113.9', secure: false })
  t.match(await behind.sent(''), { address: '198.51.100.7', secure: true })
})

t.test('header values are UTF-8, or Latin-1', async t => {
  const word = Buffer.from('caf\u00e9 \u2603').toString('latin1')
  t.equal((await aHandler().sent('', { headers: { 'x-word': word } })).word, 'café ☃')
  t.equal((await aHandler().sent('', { headers: { 'x-word': 'café' } })).word, 'café')
})

t.test('an invalid header does not fail the response, and Vary is merged', async t => {
  const response = await aHandler().send('/odd')
  t.equal(response.status, 200)
  t.notOk(response.headers.get('x-word')?.includes('\n'))
  const vary = (response.headers.get('vary') ?? '').toLowerCase().split(', ').toSorted()
  t.same(vary, ['authorization', 'cookie', 'origin', 'x-word'])
})

t.test('what a handler throws is reported, and answered neutrally', async t => {
  const reported: unknown[] = []
  const failing = toFetchHandler(
    { dispatch: () => Promise.reject(new Error('select secret')) },
    { onError: (error, { method, path }) => reported.push([method, path, error]) },
  )
  const response = await failing(new Request('https://a.example/cms-json/x?password=1'))
  t.equal(response.status, 500)
  t.notMatch(await response.text(), /secret/)
  t.match(reported, [['GET', '/cms-json/x', { message: 'select secret' }]])
})

t.test('pages of other origins', async t => {
  const origin = 'https://app.example'
  const { send } = aHandler({ cors: { origins: [origin] } })
  const answered = await send('/sent', { headers: { origin } })
  t.equal(answered.headers.get('access-control-allow-origin'), origin)
  t.equal(answered.headers.get('access-control-allow-credentials'), 'true')
  const other = await send('/sent', { headers: { origin: 'https://evil.example' } })
  t.equal(other.headers.get('access-control-allow-credentials'), null)
  const asking = { origin, 'access-control-request-method': 'DELETE' }
  const preflight = await send('/missing', { method: 'OPTIONS', headers: asking })
  t.ok(preflight.ok)
  t.match(preflight.headers.get('access-control-allow-methods'), /DELETE/)
  t.equal(
    (await aHandler({ cors: false }).send('/sent', { headers: { origin } })).headers.get('vary')?.includes('Origin'),
    false,
  )
})

t.test('the response of a file has its bytes', async t => {
  const { handler, registry } = aHandler({ basePath: '' })
  const bytes = Uint8Array.from({ length: 256 }, (_, i) => i)
  registry.get('', '/file', {
    permission: 'public',
    handler: () => ({ body: binaryBody('application/zip', bytes), fieldsApplied: true }),
  })
  const answered = await handler(new Request('https://a.example/file'))
  t.equal(answered.headers.get('content-type'), 'application/zip')
  t.strictSame(new Uint8Array(await answered.arrayBuffer()), bytes)
})

t.test('unknown and invalid options are refused', async t => {
  const { registry } = aHandler()
  for (const [options, message] of [
    [{ stallTimeout: 1 }, /toFetchHandler: unknown key "stallTimeout"/],
    [{ clientAddress: '192.0.2.1' }, /"clientAddress" must be a function/],
    [{ trustProxy: -1 }, /"trustProxy" must be true or false or a whole number from 0/],
  ] as const)
    t.throws(() => toFetchHandler(registry, options as object), { name: 'RangeError', message })
})

t.test('what is no dispatcher is refused', async t => {
  for (const given of [undefined, {}, { dispatch: true }])
    t.throws(() => toFetchHandler(given as never), {
      name: 'RangeError',
      message: /"dispatcher" .*(missing|"dispatch")/,
    })
})

t.test('pages are served outside of the root, before the fallback', async t => {
  const seen: unknown[] = []
  const { handler } = aHandler({
    basePath: '/api',
    pages: async ({ url, method, secure, body }) => {
      seen.push({ url, method, secure, hasBody: body !== undefined })
      if (!url.startsWith('/console')) return undefined
      return { status: 200, headers: { 'Set-Cookie': ['a=1', 'b=2'] }, body: 'A page' }
    },
    fallback: () => new Response('The rest'),
  })
  const page = await handler(new Request('https://a.example/console?x=1', { method: 'POST', body: 'y=2' }))
  t.same(page.headers.getSetCookie(), ['a=1', 'b=2'])
  t.equal(await page.text(), 'A page')
  t.equal(await (await handler(new Request('https://a.example/other'))).text(), 'The rest')
  t.equal(await (await handler(new Request('https://a.example/console', { method: 'HEAD' }))).text(), '')
  t.same(seen, [
    { url: '/console?x=1', method: 'POST', secure: true, hasBody: true },
    { url: '/other', method: 'GET', secure: true, hasBody: false },
    { url: '/console', method: 'HEAD', secure: true, hasBody: false },
  ])
})

t.test('a page that fails is a neutral 500', async t => {
  const errors: unknown[] = []
  const pages = async () => {
    throw new Error('secret')
  }
  const { handler } = aHandler({ basePath: '/api', pages, onError: error => errors.push(error) })
  const response = await handler(new Request('https://a.example/console'))
  t.equal(response.status, 500)
  t.notMatch(await response.text(), /secret/)
  t.match(errors, [{ message: 'secret' }])
})

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
