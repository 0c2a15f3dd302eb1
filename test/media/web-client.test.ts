import { createServer, type RequestListener } from 'node:http'
import type { AddressInfo } from 'node:net'
import {
  createDownloader,
  createMemoryStorage,
  createRecordingReader,
  createSharpImages,
  createWebClient,
  fetchFiles,
  serveFiles,
} from '@platen/media'
import t, { type Test } from 'tap'

async function serve(t: Test, listener: RequestListener): Promise<number> {
  const server = createServer(listener)
  await new Promise<void>(resolve => server.listen(0, '127.0.0.1', resolve))
  t.teardown(() => {
    server.closeAllConnections()
    server.close()
  })
  return (server.address() as AddressInfo).port
}

const limits = { maxBytes: 100 }
const isHere = (address: string) => address === '127.0.0.1'
const here = createWebClient({ allowPrivate: isHere })
const named = (addresses: Readonly<Record<string, readonly string[]>>) =>
  createWebClient({
    allowPrivate: isHere,
    resolve: async name => (addresses[name] ?? []).map(address => ({ address, family: address.includes(':') ? 6 : 4 })),
  })

t.test('reads a page: its status, type and final URL', async t => {
  const port = await serve(t, (req, res) => {
    if (req.url === '/a') return void res.writeHead(302, { location: 'b' }).end()
    res.writeHead(200, { 'content-type': 'text/html' }).end(`${req.headers['accept']} ${req.headers['user-agent']}`)
  })
  const result = await here.get(`http://127.0.0.1:${port}/a`, { ...limits, accept: 'text/html' })
  t.match(result, { outcome: 'response', status: 200, contentType: 'text/html', truncated: false })
  t.match(result, { url: `http://127.0.0.1:${port}/b` })
  t.equal(result.outcome === 'response' && new TextDecoder().decode(result.bytes), 'text/html Platen')
})

t.test('reads no more than allowed of a body without an end', async t => {
  let end = () => {}
  const ended = new Promise<void>(resolve => {
    end = resolve
  })
  const port = await serve(t, (_, res) => {
    const timer = setInterval(() => res.write('x'.repeat(60)), 1)
    res.on('close', () => {
      end()
      clearInterval(timer)
    })
  })
  const result = await here.get(`http://127.0.0.1:${port}/`, limits)
  t.match(result, { outcome: 'response', truncated: true })
  t.equal(result.outcome === 'response' && result.bytes.length, 100)
  await t.resolves(ended, 'the connection is closed')
})

t.test('a body that is not sent ends with the time', async t => {
  const port = await serve(t, (_, res) => void res.writeHead(200).write('x'))
  const begin = performance.now()
  t.match(await here.get(`http://127.0.0.1:${port}/`, { ...limits, timeout: 50 }), { outcome: 'failed' })
  t.ok(performance.now() - begin < 8_000)
})

t.test('a server that switches to another protocol', async t => {
  const port = await serve(t, (req, res) => {
    if (req.url === '/') return void res.writeHead(302, { location: '/a' }).end()
    req.socket.write('HTTP/1.1 101 Switching Protocols\r\nConnection: Upgrade\r\nUpgrade: x\r\n\r\n')
  })
  for (const path of ['', 'a'])
    t.match(await here.get(`http://127.0.0.1:${port}/${path}`, limits), { outcome: 'failed' })
})

t.test('a response that is not a page has its status, and its body is not read', async t => {
  const port = await serve(t, (_, res) => void res.writeHead(500).end('secret'))
  const result = await here.get(`http://127.0.0.1:${port}/`, limits)
  t.match(result, { outcome: 'response', status: 500 })
  t.equal(result.outcome === 'response' && result.bytes.length, 0)
})

t.test('nothing listens there', async t => {
  const port = await serve(t, () => {})
  const closed = createWebClient({ allowPrivate: isHere })
  t.match(await closed.get(`http://127.0.0.1:${port === 1 ? 2 : 1}/`, limits), { outcome: 'failed' })
})

const REFUSED = [
  'ftp://example.com/',
  'file:///etc/passwd',
  'gopher://127.0.0.1/',
  'http://user:secret@example.com/',
  'http://10.0.0.1/',
  'http://169.254.169.254/latest/meta-data/',
  'http://0/',
  'http://0x7f.2/',
  'http://2130706434/',
  'http://0177.0.0.02/',
  'http://[::1]/',
  'http://[::]/',
  'http://[::ffff:10.0.0.1]/',
  'http://[::ffff:a00:1]/',
  'http://[::10.0.0.1]/',
  'http://[64:ff9b::a00:1]/',
  'http://[fe80::1]/',
  'http://[fd00::1]/',
  'http://[2002:a00:1::]/',
]

for (const url of REFUSED) {
  t.test(`refuses ${url}`, async t => {
    t.equal(here.permits(url), false)
    t.match(await here.get(url, limits), { outcome: 'refused' })
  })
}

t.test('invalid URLs', async t => {
  t.equal(here.permits('nothing'), false)
  t.match(await here.get('nothing', limits), { outcome: 'failed' })
})

for (const to of [
  'http://10.0.0.1/',
  'http://[::1]/',
  'file:///etc/passwd',
  'http://a:b@127.0.0.1/',
  'http://inside.test/',
  'http://[',
]) {
  t.test(`refuses a redirect to ${to}`, async t => {
    const port = await serve(t, (_, res) => void res.writeHead(302, { location: to }).end())
    const web = named({ 'outside.test': ['127.0.0.1'], 'inside.test': ['192.168.1.1'] })
    t.match(await web.get(`http://outside.test:${port}/`, limits), { outcome: 'refused' })
  })
}

t.test('follows only the redirects that the request accepts', async t => {
  const port = await serve(
    t,
    (req, res) => void res.writeHead(req.url === '/' ? 302 : 200, { location: '/there' }).end(),
  )
  const web = named({ 'outside.test': ['127.0.0.1'] })
  const get = (follows: (url: string) => boolean) => web.get(`http://outside.test:${port}/`, { ...limits, follows })
  t.match(await get(() => false), { outcome: 'refused' })
  t.match(await get(url => url.endsWith('/there')), { outcome: 'response', status: 200 })
})

const NAMES: Readonly<Record<string, readonly string[]>> = {
  'a private address': ['10.0.0.1'],
  'private addresses': ['10.0.0.1', '192.168.0.1', '::1'],
  'a mapped address': ['::ffff:10.0.0.1'],
  'a link-local address with a zone': ['fe80::1%eth0'],
  nothing: [],
}

for (const [what, addresses] of Object.entries(NAMES)) {
  t.test(`refuses a name that resolves to ${what}`, async t => {
    const web = named({ 'name.test': addresses })
    t.equal(web.permits('http://name.test/'), true, 'names are resolved later')
    t.match(await web.get('http://name.test/', limits), { outcome: 'refused' })
  })
}

t.test('refuses a name that cannot be resolved', async t => {
  const web = createWebClient({ resolve: async () => Promise.reject(new Error('no such name')) })
  t.match(await web.get('http://name.test/', limits), { outcome: 'refused' })
})

t.test('of several addresses, only public ones are connected to', async t => {
  const port = await serve(t, (_, res) => void res.end('here'))
  t.match(await named({ 'name.test': ['10.0.0.1', '127.0.0.1'] }).get(`http://name.test:${port}/`, limits), {
    outcome: 'response',
  })
})

t.test('a name is resolved once per request, and the checked address is connected to', async t => {
  const port = await serve(t, (req, res) => void res.end(req.headers.host))
  const answers = [['127.0.0.1'], ['10.0.0.1']]
  let asked = 0
  const web = createWebClient({
    allowPrivate: isHere,
    resolve: async () => (answers[asked++] ?? []).map(address => ({ address, family: 4 })),
  })
  const first = await web.get(`http://rebinds.test:${port}/`, limits)
  t.equal(asked, 1)
  t.equal(first.outcome === 'response' && new TextDecoder().decode(first.bytes), `rebinds.test:${port}`)
  t.match(await web.get(`http://rebinds.test:${port}/`, limits), { outcome: 'refused' }, 'now it resolves elsewhere')
})

t.test('the site itself is reached in a private network, and nothing else', async t => {
  const other = await serve(t, (_, res) => void res.end('other'))
  const port = await serve(t, (req, res) => {
    if (req.url === '/away') return void res.writeHead(302, { location: `http://127.0.0.1:${other}/` }).end()
    if (req.url === '/moved') return void res.writeHead(301, { location: '/' }).end()
    res.setHeader('ETag', '"a"').end(`own ${req.headers['x-test']}`)
  })
  const client = createWebClient()
  const origin = `http://127.0.0.1:${port}`
  const own = { ...limits, siteOrigin: origin, headers: { 'x-test': 'yes' } }
  const moved = await client.get(`${origin}/moved`, own)
  t.match(moved, { outcome: 'response', status: 200, headers: { etag: '"a"' } })
  t.equal(moved.outcome === 'response' && new TextDecoder().decode(moved.bytes), 'own yes')
  t.match(await client.get(`${origin}/away`, own), { outcome: 'refused' })
  t.match(await client.get(`http://127.0.0.1:${other}/`, own), { outcome: 'refused' })
  t.match(
    await client.get(`https://127.0.0.1:${port}/`, own),
    { outcome: 'refused' },
    'the scheme is part of an origin',
  )
  t.match(await client.get(`${origin}/`, limits), { outcome: 'refused' })
})

t.test('headers are not sent to another origin', async t => {
  const other = await serve(t, (req, res) => void res.end(String(req.headers['authorization'])))
  const port = await serve(t, (_, res) => void res.writeHead(302, { location: `http://127.0.0.1:${other}/` }).end())
  const result = await here.get(`http://127.0.0.1:${port}/`, { ...limits, headers: { authorization: 'secret' } })
  t.equal(result.outcome === 'response' && new TextDecoder().decode(result.bytes), 'undefined')
})

t.test('bodies of errors are read on request', async t => {
  const port = await serve(t, (_, res) => void res.writeHead(401).end('why'))
  const result = await here.get(`http://127.0.0.1:${port}/`, { ...limits, readsErrors: true })
  t.match(result, { outcome: 'response', status: 401 })
  t.equal(result.outcome === 'response' && new TextDecoder().decode(result.bytes), 'why')
})

t.test('unknown and invalid options are refused', async t => {
  const files = createMemoryStorage({ url: 'https://site.example/files' })
  for (const [create, options, message] of [
    [createWebClient, { timeOut: 5 }, /createWebClient: unknown key "timeOut"; did you mean "timeout"\?/],
    [createWebClient, { allowPrivate: true }, /"allowPrivate" must be a function/],
    [createDownloader, { timeout: 0 }, /"timeout" must be a positive number/],
    [createSharpImages, { maxPixels: '1e8' }, /"maxPixels" must be a whole number from 1/],
    [createRecordingReader, { waitLimit: -1 }, /"waitLimit" must be a positive number/],
    [(given: object) => serveFiles(files, given), { maxage: 5 }, /did you mean "maxAge"\?/],
    [(given: object) => fetchFiles(files, given), { anyOrigin: 'no' }, /"anyOrigin" must be true or false/],
  ] as const)
    t.throws(() => create(options as object), { name: 'RangeError', message })
})
