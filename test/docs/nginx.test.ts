import { spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { createServer as createHttp } from 'node:http'
import { type AddressInfo, connect, createServer } from 'node:net'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { createMemoryStorage } from '@platen/media'
import t from 'tap'
import { root } from '../house/workspace.js'
import { filler, rawFile, sendTo, servedSite } from '../security/served-site.js'

const hasNginx = spawnSync('nginx', ['-v']).error === undefined
const skip = hasNginx ? false : 'nginx is not installed'
const page = readFileSync(join(root, 'docs/guides/running-in-production.md'), 'utf8')

async function freePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { port } = server.address() as AddressInfo
  server.close()
  return port
}

type Tap = Parameters<typeof servedSite>[0] & {
  testdir(): string
  equal(found: unknown, wanted: unknown, message: string): void
}

/** Runs nginx with the configuration of the guide, but without TLS, in front of a port. */
async function behindNginx(t: Tap, upstream: number) {
  const folder = t.testdir()
  mkdirSync(join(folder, 'logs'))
  const port = await freePort()
  const [, recipe = ''] = /```nginx\n(.*?)```/s.exec(page) ?? []
  const server = recipe
    .replace('127.0.0.1:8080', `127.0.0.1:${upstream}`)
    .replace('listen 443 ssl;', `listen 127.0.0.1:${port};`)
    .replaceAll(/^ *ssl_.*\n/gm, '')
    .replaceAll(/_timeout 10s/g, '_timeout 1s')
  const folders = ['client_body', 'proxy', 'fastcgi', 'uwsgi', 'scgi'].map(
    name => `${name}_temp_path ${join(folder, name)};`,
  )
  const user = process.getuid?.() === 0 ? 'user root;' : ''
  const config = `${user} pid ${folder}/pid; error_log ${folder}/logs/error.log; events {} daemon off; worker_processes 1;
http { access_log off; ${folders.join(' ')}
${server}
}`
  const file = join(folder, 'nginx.conf')
  writeFileSync(file, config)
  const tested = spawnSync('nginx', ['-t', '-p', folder, '-c', file], { encoding: 'utf8' })
  t.equal(tested.status, 0, tested.stderr)
  const nginx = spawn('nginx', ['-p', folder, '-c', file], { stdio: 'ignore' })
  t.teardown(async () => {
    nginx.kill('SIGTERM')
    await once(nginx, 'exit')
  })
  for (let tries = 0; tries < 200; tries++) {
    const isOpen = await new Promise(resolve => {
      const socket = connect(port, '127.0.0.1', () => resolve(true)).on('error', () => resolve(false))
      socket.end()
    })
    if (isOpen) break
    await wait(20)
  }
  return port
}

t.test('the proxy of the guide passes on complete requests only, but uploads as they arrive', { skip }, async t => {
  const arrived: string[] = []
  const upstream = createHttp((req, res) => {
    arrived.push(req.url ?? '')
    req.resume().on('end', () => res.end('done'))
  }).listen(0, '127.0.0.1')
  await once(upstream, 'listening')
  t.teardown(() => {
    upstream.closeAllConnections()
    upstream.close()
  })
  const port = await behindNginx(t, (upstream.address() as AddressInfo).port)
  const begin = (path: string, bytes: number) => {
    const socket = connect(port, '127.0.0.1').on('error', () => {})
    t.teardown(() => socket.destroy())
    socket.write(`POST ${path} HTTP/1.1\r\nHost: x\r\nConnection: close\r\nContent-Length: ${bytes}\r\n\r\n`)
    socket.write('x'.repeat(50_000))
    return { socket, closed: new Promise(resolve => socket.resume().on('close', resolve)) }
  }
  const slow = begin('/cms-json/cms/v2/posts', 100_000)
  const upload = begin('/cms-json/cms/v2/media', 100_000)
  const font = begin('/wp-json/wp/v2/font-families/7/font-faces', 100_000)
  while (arrived.length < 2) await wait(20)
  await slow.closed
  t.same(arrived.sort(), ['/cms-json/cms/v2/media', '/wp-json/wp/v2/font-families/7/font-faces'])
  for (const { socket } of [upload, font]) socket.destroy()
})

t.test('a site behind the proxy of the guide', { skip }, async t => {
  const media = { storage: createMemoryStorage({ url: 'https://site.example/files' }) }
  const made = await servedSite(t, media, { trustProxy: 1 })
  const port = await behindNginx(t, made.port)
  const json = { 'content-type': 'application/json' }
  const pieces = () => filler(2_500_000)
  const list = await fetch(`http://127.0.0.1:${port}/cms-json/cms/v2/posts`)
  t.equal(list.status, 200)
  t.ok(list.headers.has('strict-transport-security'))
  const as = 'administrator'
  const upload = { path: '/cms/v2/media', as, headers: rawFile(), pieces: pieces(), length: 2_500_000 }
  t.equal((await sendTo(port, upload)).status, 201)
  const large = { path: '/cms/v2/posts', as, headers: json, pieces: pieces(), length: 2_500_000 }
  t.match(await sendTo(port, large), { status: 413, code: 'rest_request_too_large' }, 'the site, not nginx, refuses it')
})
