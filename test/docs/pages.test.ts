import { spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, mkdirSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs'
import { createServer as createHttp } from 'node:http'
import { type AddressInfo, connect, createServer } from 'node:net'
import { join, posix } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { pathToFileURL } from 'node:url'
import { createMemoryStorage } from '@platen/media'
import t from 'tap'
import { root } from '../house/workspace.js'
import { filler, rawFile, sendTo, servedSite } from '../security/served-site.js'
import { linksOf, sectionsOf } from './links.js'
import { writtenPages } from './pages.js'

const page = readFileSync(join(root, 'docs/guides/asvs.md'), 'utf8')

/** How many requirements of levels 1 and 2 each section of version 5.0.0 has: they are its first ones. */
const SECTIONS: readonly (readonly [chapter: number, sections: Readonly<Record<number, number>>])[] = [
  [1, { 1: 2, 2: 9, 3: 11, 4: 3, 5: 2 }],
  [2, { 1: 3, 2: 3, 3: 4, 4: 1 }],
  [3, { 2: 2, 3: 4, 4: 6, 5: 5, 7: 2 }],
  [4, { 1: 3, 2: 1, 3: 2, 4: 4 }],
  [5, { 1: 1, 2: 3, 3: 2, 4: 3 }],
  [6, { 1: 3, 2: 12, 3: 4, 4: 4, 5: 5, 6: 3, 8: 4 }],
  [7, { 1: 3, 2: 4, 3: 2, 4: 5, 5: 2, 6: 2 }],
  [8, { 1: 2, 2: 3, 3: 1, 4: 1 }],
  [9, { 1: 3, 2: 4 }],
  [10, { 1: 2, 2: 2, 3: 4, 4: 11, 5: 5, 6: 2, 7: 3 }],
  [11, { 1: 2, 2: 3, 3: 3, 4: 4, 5: 1, 6: 1 }],
  [12, { 1: 3, 2: 2, 3: 4 }],
  [13, { 1: 1, 2: 5, 3: 2, 4: 5 }],
  [14, { 1: 2, 2: 4, 3: 3 }],
  [15, { 1: 3, 2: 3, 3: 7 }],
  [16, { 1: 1, 2: 5, 3: 4, 4: 3, 5: 3 }],
  [17, { 1: 1, 2: 4, 3: 2 }],
]

const rows = page
  .split('\n')
  .filter(line => /^\| \d/.test(line))
  .map(line => line.split('|').map(cell => cell.trim()))
  .map(([, numbers = '', subject = '', state = '', how = '', shown = '', ...rest]) => ({
    numbers: numbers.split(', '),
    subject,
    state,
    how,
    tests: [...shown.matchAll(/`([^`]+)`/g)].map(([, name = '']) => name),
    cells: rest.length,
  }))

t.test('every requirement of levels 1 and 2 is listed once, in order', async t => {
  const expected = SECTIONS.flatMap(([chapter, sections]) =>
    Object.entries(sections).flatMap(([section, count]) =>
      Array.from({ length: count }, (_, at) => `${chapter}.${section}.${at + 1}`),
    ),
  )
  t.equal(expected.length, 253)
  t.same(
    rows.flatMap(({ numbers }) => numbers),
    expected,
  )
})

t.test('every state is explained, and what is met names tests that exist', async t => {
  for (const { numbers, subject, state, how, tests, cells } of rows) {
    const [number] = numbers
    t.equal(cells, 1, `${number} has five columns`)
    t.not(subject, '', number)
    t.ok(['met', 'partly', 'not met', 'yours', 'none'].includes(state), `${number}: ${state}`)
    t.equal(
      tests.length > 0,
      state === 'met' || state === 'partly',
      `${number} names tests if there is something to test`,
    )
    if (state === 'partly') t.not(how, '', `${number} names the exception`)
    for (const name of tests) {
      const [folder = ''] = name.split('/*')
      const exists = name.endsWith('/*')
        ? readdirSync(join(root, 'test', folder)).some(file => file.endsWith('.test.ts'))
        : existsSync(join(root, 'test', `${name}.test.ts`))
      t.ok(exists, `${number}: test/${name}.test.ts`)
    }
  }
})

t.test('what is not met is named at the beginning', async t => {
  const [, section = ''] = /^## What is not met$(.*?)^## /ms.exec(page) ?? []
  for (const { numbers, state } of rows)
    if (state === 'not met')
      for (const number of numbers) t.match(section, new RegExp(`\\b${number.replaceAll('.', '\\.')}\\b`))
})

/** The source files that contain a pattern. */
const filesWith = (pattern: RegExp) =>
  readdirSync(join(root, 'packages'), { recursive: true, encoding: 'utf8' })
    .filter(file => /^[\w-]+\/src\/.*\.ts$/.test(file))
    .filter(file => pattern.test(readFileSync(join(root, 'packages', file), 'utf8')))

t.test('MD5 is used for Content-MD5 only', async t => {
  t.same(filesWith(/\b(?:createHash|createHmac|hash|digest)\(\s*['"](?:md5|sha-?1)['"]/i), [
    'site/src/content/media/files/receive-file.ts',
  ])
})

t.test('code is compiled in one place, and no shell is started', async t => {
  t.same(filesWith(/\beval\(|\bnew Function\(/), ['core/src/generate.ts'])
  t.same(filesWith(/'(?:node:)?child_process'/), ['media/src/task-process.ts'])
  t.same(filesWith(/\b(?:exec|execFile|spawn)(?:Sync)?,? .*'node:child_process'|\bshell: /), [])
})

for (const { path, text } of writtenPages()) {
  t.test(`the links of ${path} lead somewhere`, async t => {
    for (const { to, section } of linksOf(text)) {
      const target = to === '' ? path : to.startsWith('/') ? to.slice(1) : posix.join(posix.dirname(path), to)
      const file = join(root, target)
      t.ok(existsSync(file), `${to} is there`)
      if (section === undefined || !existsSync(file) || statSync(file).isDirectory()) continue
      t.ok(sectionsOf(readFileSync(file, 'utf8')).has(section), `${target} has a section ${section}`)
    }
    t.pass('all were looked at')
  })
}

t.test('every guide is linked from the list of guides', async t => {
  const list = readFileSync(join(root, 'docs/README.md'), 'utf8')
  for (const { path } of writtenPages().filter(page => page.path.startsWith('docs/guides/'))) {
    t.ok(list.includes(path.replace('docs/', '')), path)
  }
})

t.test('the stages in docs/architecture.md are files', async t => {
  const text = readFileSync(join(root, 'docs/architecture.md'), 'utf8')
  const [, section = ''] = /^## The life of a request$(.*?)^## /ms.exec(text) ?? []
  const files = [...section.matchAll(/^\|.*$/gm)].flatMap(([row]) => row.match(/(?<=`)[\w./-]+\.ts(?=`)/g) ?? [])
  t.ok(files.length > 10)
  for (const file of files) t.ok(existsSync(join(root, 'packages/core/src/dispatch', file)), file)
})

t.test('finds links and sections', async t => {
  const text = '# One `two` (three)\n[a](b.md#c) [d](https://e.example) `[f](g.md)`\n```md\n[h](i.md)\n```\n## A_b'
  t.same(linksOf(text), [{ to: 'b.md', section: 'c' }])
  t.same([...sectionsOf(text)], ['one-two-three', 'a_b'])
})

const hasNginx = spawnSync('nginx', ['-v']).error === undefined
const skip = hasNginx ? false : 'nginx is not installed'
const nginxPage = readFileSync(join(root, 'docs/guides/running-in-production.md'), 'utf8')

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
  const [, recipe = ''] = /```nginx\n(.*?)```/s.exec(nginxPage) ?? []
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

interface Generator {
  readonly referenceFolder: string
  referencePages(): ReadonlyMap<string, string>
}

const { referenceFolder, referencePages } = (await import(
  pathToFileURL(join(root, 'scripts/reference.mjs')).href
)) as Generator

t.test('docs/reference is what `node scripts/reference.mjs` makes of the code', async t => {
  const pages = referencePages()
  t.same(readdirSync(referenceFolder).sort(), [...pages.keys()].sort())
  for (const [name, text] of pages) t.equal(readFileSync(join(referenceFolder, name), 'utf8'), text, name)
})
