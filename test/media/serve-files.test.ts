import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import {
  createDiskStorage,
  createMemoryStorage,
  type ServeFilesOptions,
  serveFiles,
  toFilesHandler,
} from '@platen/media'
import { DEFAULT_FILE_TYPES, type FileStorage } from '@platen/site/media'
import t, { type Test } from 'tap'

const url = 'https://site.example/files'

const OF_CONNECTION = ['connection', 'date', 'keep-alive', 'transfer-encoding']

/** What both servers must agree on; a response without a file is one for something else. */
async function comparable(response: Response | undefined) {
  if (response === undefined || response.status === 418) return undefined
  const headers = [...response.headers].filter(([name]) => !OF_CONNECTION.includes(name))
  return { status: response.status, headers: headers.sort(), text: await response.text() }
}

/** Serves files with Node and with the fetch API; the returned function asserts that both respond equally. */
async function serving(t: Test, options?: ServeFilesOptions, storage: FileStorage = createMemoryStorage({ url })) {
  const keep = (path: string, text: string) => storage.put(path, { bytes: new TextEncoder().encode(text), type: '' })
  await keep('2026/a.txt', '0123456789')
  await keep('2026/a.html', '<p>x</p>')
  await keep('2026/ä b.png', 'png')
  await keep('2026/a.unknown', 'x')
  await keep('2026/a.svg', '<svg/>')
  await keep('2026/empty.txt', '')
  const serve = serveFiles(storage, options)
  const server = createServer(async (req, res) => {
    if (!(await serve(req, res))) res.writeHead(418).end()
  })
  await new Promise<void>(resolve => server.listen(0, '127.0.0.1', resolve))
  t.teardown(() => server.close())
  const { port } = server.address() as AddressInfo
  const handler = toFilesHandler(storage, options)
  return async (path: string, init?: RequestInit) => {
    const address = `http://127.0.0.1:${port}${path}`
    const response = await fetch(address, init)
    const other = await handler(new Request(address, init))
    t.same(await comparable(other), await comparable(response.clone()), `${path} with the fetch API`)
    return response
  }
}

t.test('serves files with their types, and without running scripts', async t => {
  const get = await serving(t, { types: { ...DEFAULT_FILE_TYPES, svg: { type: 'image/svg+xml' } } })
  const types = [
    ['/files/2026/a.txt', 'text/plain; charset=UTF-8', null],
    ['/files/2026/a.html', 'text/html; charset=UTF-8', 'attachment'],
    ['/files/2026/a.svg', 'image/svg+xml', 'attachment'],
    ['/files/2026/%C3%A4%20b.png', 'image/png', null],
    ['/files/2026/a.unknown', 'application/octet-stream', 'attachment'],
  ] as const
  for (const [path, type, disposition] of types) {
    const answer = await get(path)
    t.equal(answer.status, 200, path)
    t.equal(answer.headers.get('content-type'), type)
    t.equal(answer.headers.get('content-disposition'), disposition)
    t.equal(answer.headers.get('cache-control'), 'public, max-age=3600')
    t.equal(answer.headers.get('x-content-type-options'), 'nosniff')
    t.equal(answer.headers.get('referrer-policy'), 'no-referrer')
    t.match(answer.headers.get('content-security-policy'), /^sandbox;/)
    await answer.text()
  }
})

t.test('pages of other origins may read files, unless they may not', async t => {
  const get = await serving(t)
  const name = 'access-control-allow-origin'
  t.equal((await get('/files/2026/a.txt')).headers.get(name), '*')
  t.equal(
    (await get('/files/2026/a.txt', { headers: { range: 'bytes=0-1', origin: 'https://b.example' } })).headers.get(
      name,
    ),
    '*',
  )
  t.equal((await get('/files/2026/a.txt', { headers: { 'if-none-match': '*' } })).headers.get(name), '*')
  const own = await serving(t, { anyOrigin: false })
  t.equal((await own('/files/2026/a.txt', { headers: { origin: 'https://b.example' } })).headers.get(name), null)
})

t.test('paths without a file', async t => {
  const get = await serving(t)
  const statuses = [
    ['/files/', 404],
    ['/files/2026', 404],
    ['/files/none.txt', 404],
    ['/files/%2e%2e%2fsecret', 404],
    ['/files/%E4', 404],
    ['/other', 418],
    ['/filesystem', 418],
  ] as const
  for (const [path, status] of statuses) t.equal((await get(path)).status, status, path)
  t.equal((await get('/files/2026/a.txt', { method: 'POST' })).status, 405)
})

t.test('a proxy may have changed the path', async t => {
  const get = await serving(t, { path: '/elsewhere/' })
  t.equal(await (await get('/elsewhere/2026/a.txt')).text(), '0123456789')
  t.equal((await get('/files/2026/a.txt')).status, 418)
})

const RANGES = [
  [undefined, 200, '0123456789', null],
  ['bytes=0-', 206, '0123456789', 'bytes 0-9/10'],
  ['bytes=2-4', 206, '234', 'bytes 2-4/10'],
  ['bytes=-3', 206, '789', 'bytes 7-9/10'],
  ['bytes=-30', 206, '0123456789', 'bytes 0-9/10'],
  ['bytes=8-30', 206, '89', 'bytes 8-9/10'],
  ['bytes=10-', 416, '', 'bytes */10'],
  ['bytes=4-2', 416, '', 'bytes */10'],
  ['bytes=-', 200, '0123456789', null],
  ['bytes=0-1,3-4', 200, '0123456789', null],
  ['lines=1-2', 200, '0123456789', null],
] as const

for (const [range, status, text, content] of RANGES) {
  t.test(`the range ${range}`, async t => {
    for (const storage of [createMemoryStorage({ url }), createDiskStorage({ folder: t.testdir(), url })]) {
      const get = await serving(t, {}, storage)
      const answer = await get('/files/2026/a.txt', range === undefined ? {} : { headers: { range } })
      t.equal(answer.status, status)
      t.equal(await answer.text(), text)
      t.equal(answer.headers.get('content-range'), content)
      t.equal(answer.headers.get('x-content-type-options'), 'nosniff')
    }
  })
}

t.test('the rest of a file is sent while the file is the same', async t => {
  const get = await serving(t)
  const tag = (await get('/files/2026/a.txt')).headers.get('etag') ?? ''
  for (const [given, status] of [
    [tag, 206],
    [`W/${tag}`, 200],
    ['"x"', 200],
    ['Sun, 22 Nov 2026 18:21:36 GMT', 200],
  ] as const)
    t.equal(
      (await get('/files/2026/a.txt', { headers: { range: 'bytes=5-', 'if-range': given } })).status,
      status,
      given,
    )
  t.match(await get('/files/2026/a.txt', { method: 'HEAD', headers: { range: 'bytes=5-' } }), { status: 200 })
})

t.test('what a browser has is not sent again', async t => {
  const get = await serving(t)
  const tag = (await get('/files/2026/a.txt')).headers.get('etag') ?? ''
  const again = await get('/files/2026/a.txt', { headers: { 'if-none-match': `"x", ${tag}` } })
  t.equal(again.status, 304)
  t.equal(await again.text(), '')
  t.equal((await get('/files/2026/a.txt', { headers: { 'if-none-match': '*' } })).status, 304)
  t.equal((await get('/files/2026/a.html', { headers: { 'if-none-match': tag } })).status, 200)
})

t.test('a path that no disk takes', async t => {
  const get = await serving(t, {}, createDiskStorage({ folder: t.testdir(), url }))
  for (const name of ['x'.repeat(300), '%E6%97%A5'.repeat(100), `${'a/'.repeat(3000)}b`])
    t.equal((await get(`/files/${name}`)).status, 404)
})

t.test('HEAD', async t => {
  const get = await serving(t)
  const answer = await get('/files/2026/a.txt', { method: 'HEAD' })
  t.equal(answer.headers.get('content-length'), '10')
  t.equal(await answer.text(), '')
})

t.test('files on disk are streamed', async t => {
  const storage = createDiskStorage({ folder: t.testdir(), url })
  const whole = async () => t.fail('a file is read into memory')
  const get = await serving(t, {}, { ...storage, get: whole as unknown as FileStorage['get'] })
  const answer = await get('/files/2026/a.txt')
  t.equal(await answer.text(), '0123456789')
  t.ok(Date.parse(answer.headers.get('last-modified') ?? '') > 0)
  const tag = answer.headers.get('etag') ?? ''
  t.equal((await get('/files/2026/a.txt', { headers: { 'if-none-match': tag } })).status, 304)
  t.equal(await (await get('/files/2026/empty.txt')).text(), '')
  for (const path of ['/files/2026', '/files/.hidden', '/files/none']) t.equal((await get(path)).status, 404, path)
  await storage.remove('2026/a.txt')
  await storage.put('2026/a.txt', { bytes: Buffer.from('abcdefghij'), type: '' })
  t.not((await get('/files/2026/a.txt')).headers.get('etag'), tag, 'another file under the same path')
})
