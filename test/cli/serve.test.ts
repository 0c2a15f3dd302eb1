import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { createServer } from 'node:http'
import { type AddressInfo, connect } from 'node:net'
import { fileURLToPath } from 'node:url'
import t from 'tap'
import { routed, temporaryFolder, writePackages } from '../site/plugins/plugin-packages.js'
import { someTurns } from '../some-turns.js'
import { run, type Surroundings, start } from './fake-terminal.js'
import { newFolder } from './new-site.js'

const bin = fileURLToPath(new URL('../../../packages/cli/bundle/bin.js', import.meta.url))

/** Serves on a free port; resolves with the address of the interface. */
async function serve(t: Parameters<typeof newFolder>[0], words: readonly string[], surroundings?: Surroundings) {
  const running = start(['serve', '--create', '--port', '0', ...words], surroundings)
  t.teardown(async () => {
    running.interrupt()
    await running.ended
  })
  const [, address = ''] = await running.printed(/^ +interface +(\S+)\/$/m)
  return { ...running, address }
}

const authorization = (login: string, password: string) => ({
  headers: { authorization: `Basic ${Buffer.from(`${login}:${password}`).toString('base64')}` },
})

t.test('the first start creates a site and prints its credentials once', async t => {
  const data = newFolder(t)
  const first = await serve(t, ['--data', data])
  const [, password = ''] = await first.printed(/^ +application password +(\S.*)$/m)
  t.match(first.address, /^http:\/\/localhost:\d+\/cms-json$/)
  const me = await fetch(`${first.address}/cms/v2/users/me?context=edit`, authorization('admin', password))
  t.match(await me.json(), { username: 'admin', roles: ['administrator'] })
  t.match(await (await fetch(first.address)).json(), { url: first.address.replace('/cms-json', '') })
  first.interrupt()
  const { code, out } = await first.ended
  t.equal(code, 0)
  t.match(out, `curl --user 'admin:${password}' ${first.address}/cms/v2/users/me`)

  const again = await serve(t, ['--data', data])
  const known = await fetch(`${again.address}/cms/v2/users/me`, authorization('admin', password))
  t.equal(known.status, 200)
  again.interrupt()
  t.notMatch((await again.ended).out, 'password')
})

t.test('plugins, which another process activates', async t => {
  const data = newFolder(t)
  const folder = writePackages(temporaryFolder(t), { hello: { entry: routed('hello', '"hi"') } })
  const { address } = await serve(t, ['--data', data, '--plugins', folder])
  t.equal((await fetch(`${address}/hello/v1/about`)).status, 404)
  await run(['plugin', 'activate', 'hello/index', '--data', data, '--plugins', folder])
  await someTurns()
  const begin = performance.now()
  t.match(await (await fetch(`${address}/hello/v1/about`)).json(), { value: 'hi' })
  t.ok(performance.now() - begin < 8000)
})

t.test('the other dialect', async t => {
  const data = newFolder(t)
  const { address, interrupt, ended } = await serve(t, ['--data', data, '--dialect', 'wp'])
  t.match(address, /\/wp-json$/)
  const posts = await fetch(`${address}/wp/v2/posts`, { headers: { origin: 'http://a.example' } })
  t.equal(posts.headers.get('x-wp-total'), '0')
  t.match(posts.headers.get('access-control-expose-headers'), 'X-WP-Total, X-WP-TotalPages')
  interrupt()
  await ended
  const again = await serve(t, ['--data', data])
  t.match(again.address, /\/wp-json$/, 'is stored')
  again.interrupt()
  t.notMatch((await again.ended).log, [{ level: 40 }])

  const changed = await serve(t, ['--data', data, '--dialect', 'cms'])
  t.match(changed.address, /\/cms-json$/)
  changed.interrupt()
  t.match((await changed.ended).log, [{ level: 40, msg: /wp/ }])
})

t.test('origins that may send credentials', async t => {
  const { address } = await serve(t, [
    ...['--store', 'memory', '--cors-origin', 'https://app.example/'],
    ...['--cors-origin', 'HTTP://Localhost:3000', '--cors-origin', 'https://b.example:443'],
  ])
  for (const [origin, allowed, credentials] of [
    ['https://app.example', 'https://app.example', 'true'],
    ['http://localhost:3000', 'http://localhost:3000', 'true'],
    ['https://b.example', 'https://b.example', 'true'],
    ['http://app.example', '*', null],
  ] as const) {
    const { headers } = await fetch(`${address}/cms/v2/posts`, { headers: { origin } })
    t.equal(headers.get('access-control-allow-origin'), allowed, origin)
    t.equal(headers.get('access-control-allow-credentials'), credentials, origin)
    t.match(headers.get('access-control-expose-headers'), 'X-CMS-Total', origin)
  }
})

t.test('invalid origins', async t => {
  for (const given of [
    '*',
    'null',
    'app.example',
    'https://',
    'https://app.example/path',
    'https://a:b@app.example',
    'https://*.example',
    'https://a.example,https://b.example',
    'data:x',
    'https://a.example?x',
  ]) {
    const { code, err } = await run(['serve', '--store', 'memory', '--cors-origin', given])
    t.equal(code, 2, given)
    t.match(err, /--cors-origin.*Expected an origin such as/, given)
  }
})

t.test('another path and another URL', async t => {
  const words = ['--store', 'memory', '--base-path', '/api/', '--url', 'https://garden.example/']
  const { printed } = await serve(t, [...words, '--no-cache'])
  t.ok(await printed(/interface +https:\/\/garden\.example\/api\/$/m))
})

t.test('a URL that is not safe for application passwords', async t => {
  const { ended, interrupt } = await serve(t, ['--store', 'memory', '--url', 'http://garden.example'])
  interrupt()
  const { out } = await ended
  t.match(out, /^ +password +\w{24}$/m)
  t.notMatch(out, 'curl')
})

t.test('requests are logged, without their queries and secrets', async t => {
  const { address, interrupt, ended } = await serve(t, ['--store', 'memory'])
  await fetch(`${address}/cms/v2/posts?password=secret`, authorization('admin', 'secret'))
  await fetch(`${address}/nowhere`)
  interrupt()
  const { log } = await ended
  t.match(log, [
    { method: 'GET', path: '/cms-json/cms/v2/posts', status: 200, ms: Number },
    { path: '/cms-json/nowhere', status: 404 },
    { msg: 'ending' },
  ])
  t.notMatch(JSON.stringify(log), 'secret')
})

t.test('the logged address is that of the client', async t => {
  const forwarded = { headers: { 'x-forwarded-for': '203.0.113.9, 198.51.100.7' } }
  for (const [words, remote] of [
    [[], /127\.0\.0\.1$|^::1$/],
    [['--trust-proxy', '1'], '198.51.100.7'],
    [['--trust-proxy', '2'], '203.0.113.9'],
  ] as const) {
    const { address, interrupt, ended } = await serve(t, ['--store', 'memory', ...words])
    await fetch(`${address}/cms/v2/posts`, forwarded)
    interrupt()
    t.match((await ended).log, [{ remote }, { msg: 'ending' }], words.join(' '))
  }
})

t.test('credentials in an absolute target are not logged', async t => {
  const { address, interrupt, ended } = await serve(t, ['--store', 'memory'])
  const { port } = new URL(address)
  const socket = connect(Number(port), '127.0.0.1')
  socket.end('GET http://admin:secret@localhost/cms-json/?a=secret HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n')
  await once(socket.resume(), 'close')
  interrupt()
  const { log } = await ended
  t.match(log, [{ method: 'GET', path: '/cms-json/', status: 200 }])
  t.notMatch(JSON.stringify(log), 'secret')
})

t.test('the log level', async t => {
  const { address, interrupt, ended } = await serve(t, ['--store', 'memory', '--log-level', 'silent'])
  await fetch(`${address}/nowhere`)
  interrupt()
  t.same((await ended).log, [])
})

t.test('a port in use', async t => {
  const other = createServer().listen(0)
  t.teardown(() => other.close())
  const { port } = other.address() as AddressInfo
  const data = newFolder(t)
  t.match(await run(['serve', '--create', '--data', data], { env: { PORT: String(port) } }), {
    code: 1,
    err: new RegExp(String(port)),
  })
  t.match(await run(['user', 'list', '--data', data]), { code: 1 }, 'no site was made')
})

for (const signal of ['SIGTERM', 'SIGINT'] as const) {
  t.test(`a separate process ends gracefully on ${signal}`, async t => {
    const words = [bin, 'serve', '--create', '--port', '0', '--data', newFolder(t)]
    const child = spawn(process.execPath, words, { stdio: ['ignore', 'pipe', 'inherit'] })
    t.teardown(() => child.kill('SIGKILL'))
    const ended = new Promise<number | null>(resolve => child.on('exit', resolve))
    let out = ''
    const address = await new Promise<string>(resolve => {
      child.stdout.setEncoding('utf8').on('data', (text: string) => {
        out += text
        const [, found] = /interface +(\S+)/.exec(out) ?? []
        if (found) resolve(found)
      })
    })
    t.equal((await fetch(address)).status, 200)
    child.kill(signal)
    t.equal(await ended, 0)
  })
}

t.test('a server whose output nobody reads any more keeps serving', async t => {
  const words = [bin, 'serve', '--create', '--port', '0', '--data', newFolder(t)]
  const child = spawn(process.execPath, words, { stdio: ['ignore', 'pipe', 'pipe'] })
  t.teardown(() => child.kill('SIGKILL'))
  let out = ''
  let address: string | undefined
  for await (const text of child.stdout.setEncoding('utf8')) {
    out += text
    ;[, address] = /interface +(\S+)/.exec(out) ?? []
    if (address !== undefined) break
  }
  child.stderr.destroy()
  // Each request is logged.
  for (let i = 0; i < 5; i++) t.equal((await fetch(String(address))).status, 200)
  const ended = once(child, 'exit')
  child.kill('SIGTERM')
  t.same(await ended, [0, null])
})
