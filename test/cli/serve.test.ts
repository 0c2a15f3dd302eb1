import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { writeFileSync } from 'node:fs'
import { createServer } from 'node:http'
import { type AddressInfo, connect } from 'node:net'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import t from 'tap'
import { routed, temporaryFolder, writePackages } from '../site/plugins/plugin-packages.js'
import { someTurns } from '../some-turns.js'
import { type Ran, run, type Surroundings, start } from './fake-terminal.js'
import { newFolder } from './new-site.js'
import { serveNewSite } from './serve-new-site.js'

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

for (const dialect of ['cms', 'wp'])
  t.test(`a new site on this machine has nothing to improve (${dialect})`, async t => {
    const { api, authorization } = await serveNewSite(t, dialect)
    const headers = { authorization }
    const namespace = `/${dialect}-site-health/v1`
    const { routes } = (await (await fetch(api + namespace, { headers })).json()) as { routes: object }
    const tests = Object.keys(routes).filter(path => path.includes('/tests/'))
    t.ok(tests.length >= 6)
    for (const path of tests) t.match(await (await fetch(api + path, { headers })).json(), { status: 'good' }, path)
  })

/** Serves a site of which one route fails; resolves with the result after two requests. */
async function serveLogged(t: Parameters<typeof newFolder>[0], words: readonly string[], surroundings?: Surroundings) {
  const config = join(newFolder(t), 'platen.config.mjs')
  const fail = `() => { throw new Error('bell \\u0007 and \\u001b[31mred') }`
  const route = `{ endpoints: [{ methods: 'GET', permission: 'public', handler: ${fail} }] }`
  writeFileSync(config, `export default { setup: site => site.registerRoute('own/v1', '/fail', ${route}) }`)
  const running = start(['serve', '--port', '0', '--store', 'memory', '--config', config, ...words], surroundings)
  const [, api = ''] = await running.printed(/^ +interface +(\S+)$/m)
  await fetch(api)
  await fetch(`${api}own/v1/fail`)
  running.interrupt()
  return running.ended
}

const isText = ({ log, texts }: Ran) => log.length === 0 && texts.length > 0
const isJson = ({ log, texts }: Ran) => log.length > 0 && texts.length === 0

t.test('the log is readable on a terminal', async t => {
  const ran = await serveLogged(t, [], { isInteractive: true })
  t.ok(isText(ran))
  t.match(ran.texts[0], /^\d\d:\d\d:\d\d answered GET \/cms-json\/ 200 ms=[\d.]+ remote=\S+\n$/)
  const failure = ran.texts.find(text => text.includes('ERROR a handler failed')) ?? ''
  t.match(
    failure,
    /^\d\d:\d\d:\d\d ERROR a handler failed GET \/own\/v1\/fail\n {2}Error: bell \\x07 and \\x1b\[31mred\n {6}at /,
  )
  t.match(ran.texts.at(-1), /ending\n$/)
})

t.test('elsewhere, it consists of JSON lines', async t => {
  const ran = await serveLogged(t, [])
  t.ok(isJson(ran))
  t.match(ran.log, [{ level: 30, msg: 'answered', path: '/cms-json/' }])
})

t.test('the format can be chosen', async t => {
  t.ok(isJson(await serveLogged(t, ['--log-format', 'json'], { isInteractive: true })))
  t.ok(isText(await serveLogged(t, ['--log-format', 'text'])))
  const { texts } = await serveLogged(t, ['--log-format', 'text', '--log-level', 'error'])
  t.ok(texts.length > 0 && texts.every(text => text.includes('ERROR')))
})

t.test('a refusal with the status 500 is not logged as an error', async t => {
  const running = start(['serve', '--port', '0', '--store', 'memory', '--dialect', 'wp'])
  const [, api = ''] = await running.printed(/^ +interface +(\S+)$/m)
  const [, password = ''] = await running.printed(/^ +application password +(\S.*)$/m)
  const response = await fetch(`${api}wp/v2/users/me`, {
    method: 'POST',
    headers: {
      authorization: `Basic ${Buffer.from(`admin:${password}`).toString('base64')}`,
      'content-type': 'application/json',
    },
    body: JSON.stringify({ slug: 'x'.repeat(60) }),
  })
  t.match({ status: response.status, body: await response.json() }, { status: 500, body: { code: /user/ } })
  running.interrupt()
  const { log } = await running.ended
  t.match(log, [{ level: 30, path: '/wp-json/wp/v2/users/me', status: 500 }, { msg: 'ending' }])
})
