import { mkdirSync, symlinkSync, writeFileSync } from 'node:fs'
import { createServer, request } from 'node:http'
import type { AddressInfo } from 'node:net'
import { dirname, join } from 'node:path'
import { fetchFiles, serveFiles } from '@platen/media'
import { themeFiles, themesIn } from '@platen/site'
import t, { type Test } from 'tap'
import { makeSite } from '../site/make-site.js'
import { temporaryFolder } from '../temporary-folder.js'

const SECRET = 'not for the public'
const BASE = '/cms-content/themes/'

/** What browsers load, with its media type. */
const PUBLIC = {
  'garden/style.css': 'text/css; charset=UTF-8',
  'garden/screenshot.png': 'image/png',
  'garden/assets/fonts/leaf.woff2': 'font/woff2',
  'garden/assets/app.js': 'text/javascript; charset=UTF-8',
  'garden/assets/data.json': 'application/json',
  'garden/images/a b.svg': 'image/svg+xml',
  'R&D/style.css': 'text/css; charset=UTF-8',
  'set/inner/style.css': 'text/css; charset=UTF-8',
}

const PRIVATE = [
  'garden/theme.json',
  'garden/styles/night.json',
  'garden/package.json',
  'garden/functions.php',
  'garden/assets/run.php',
  'garden/assets/page.html',
  'garden/templates/index.html',
  'garden/parts/header.html',
  'garden/patterns/hero.php',
  'garden/.env',
  'garden/.git/app.css',
  'garden/assets/.hidden.css',
  'garden/node_modules/x/style.css',
  'garden/README',
  'garden/readme.txt',
  'garden/assets/backup.css~',
  'R&D/templates/index.html',
  'set/inner/templates/index.html',
  'broken/style.css',
  'secret.css',
]

/** Paths that lead elsewhere on servers that do not look. */
const HOSTILE = [
  '',
  'garden',
  'garden/',
  'garden/assets',
  'garden/assets/',
  'garden/none.css',
  'garden/../secret.css',
  'garden/%2e%2e/secret.css',
  'garden/..%2fsecret.css',
  'garden/assets/../../secret.css',
  'garden/..%5csecret.css',
  'garden/..%5c..%5coutside%5csecret.css',
  'garden/%2e%2e%2f%2e%2e%2foutside/secret.css',
  'garden//style.css',
  '/garden/style.css',
  '%2fgarden/style.css',
  '../themes/garden/style.css',
  './garden/style.css',
  'garden/./style.css',
  'garden/style.css%00.png',
  'garden/style.css%00',
  'garden/theme.json%00.css',
  'garden/style.css::$DATA',
  'garden/style.css.',
  'garden/style.css/',
  'garden/style.css/x.css',
  'garden/theme.json?x=.css',
  'garden/%E4.css',
  'garden/%252e%252e/secret.css',
  'garden/link.css',
  'garden/inside.css',
  'garden/linked/secret.css',
  'linked-theme/secret.css',
  'nobody/style.css',
  '__proto__/style.css',
  'garden/x.constructor',
  'garden/x.__proto__',
  `garden/${'x'.repeat(300)}.css`,
  `garden/${'a/'.repeat(3000)}b.css`,
  `${'/'.repeat(5000)}`,
]

function makeFolder(): string {
  const root = temporaryFolder('theme-files')
  const write = (path: string, text: string) => {
    mkdirSync(dirname(join(root, path)), { recursive: true })
    writeFileSync(join(root, path), text)
  }
  for (const path of [...PRIVATE, 'garden/x.constructor']) write(`themes/${path}`, SECRET)
  for (const path of Object.keys(PUBLIC)) {
    const name = dirname(path)
    write(`themes/${path}`, path.endsWith('/style.css') ? `/*\nTheme Name: ${name}\n*/` : `public ${path}`)
  }
  write('themes/garden/theme.json', `{"version":3,"title":"${SECRET}"}`)
  write('themes/broken/style.css', SECRET)
  write('outside/secret.css', SECRET)
  symlinkSync(join(root, 'outside/secret.css'), join(root, 'themes/garden/link.css'))
  symlinkSync(join(root, 'themes/secret.css'), join(root, 'themes/garden/inside.css'))
  symlinkSync(join(root, 'outside'), join(root, 'themes/garden/linked'))
  symlinkSync(join(root, 'outside'), join(root, 'themes/linked-theme'))
  return join(root, 'themes')
}

async function serving(t: Test) {
  const { site } = await makeSite({ themes: [themesIn(makeFolder())] })
  await site.ready()
  const files = themeFiles(site.context)
  const serve = serveFiles(files)
  const server = createServer(async (req, res) => {
    if (!(await serve(req, res))) res.writeHead(418).end()
  })
  await new Promise<void>(resolve => server.listen(0, '127.0.0.1', resolve))
  t.teardown(() => server.close())
  const { port } = server.address() as AddressInfo
  /** Sends the path as it is: `fetch` would resolve its dots. */
  const send = (path: string, method = 'GET', headers: Record<string, string> = {}) =>
    new Promise<{ status: number; headers: Record<string, unknown>; text: string }>((resolve, reject) => {
      const sent = request({ port, host: '127.0.0.1', path: BASE + path, method, headers }, res => {
        let text = ''
        res.on('data', chunk => {
          text += chunk
        })
        res.on('end', () => resolve({ status: res.statusCode ?? 0, headers: res.headers, text }))
      })
      sent.on('error', reject)
      sent.end()
    })
  return { send, site, respond: fetchFiles(files) }
}

const urlPath = (path: string) => path.split('/').map(encodeURIComponent).join('/')

t.test('the public files of themes, and no other', async t => {
  const { send, site, respond } = await serving(t)
  for (const [path, type] of Object.entries(PUBLIC)) {
    const { status, headers, text } = await send(urlPath(path))
    t.equal(status, 200, path)
    t.match(headers, { 'content-type': type, 'x-content-type-options': 'nosniff', etag: /^"/, 'last-modified': /GMT/ })
    t.equal(headers['content-length'], String(text.length))
    t.equal(themeFiles(site.context).url(path), `https://site.example${BASE}${urlPath(path)}`)
    const fetched = await respond(new Request(`https://site.example${BASE}${urlPath(path)}`))
    t.equal(await fetched?.text(), text)
    t.equal((await send(urlPath(path), 'HEAD')).text, '')
    const tag = { 'if-none-match': `W/${headers.etag}` }
    t.equal((await send(urlPath(path), 'GET', tag)).status, 304)
    const since = { 'if-modified-since': String(headers['last-modified']) }
    t.equal((await send(urlPath(path), 'GET', since)).status, 304)
    t.equal((await send(urlPath(path), 'GET', { ...since, 'if-none-match': '"x"' })).status, 200)
    t.equal((await send(urlPath(path), 'POST')).status, 405)
  }
  for (const path of PRIVATE) {
    const { status, text } = await send(urlPath(path))
    t.equal(status, 404, path)
    t.notOk(text.includes(SECRET), path)
  }
})

t.test('no path leads out of the folder of a theme', async t => {
  const { send, respond } = await serving(t)
  for (const path of HOSTILE) {
    const { status, text } = await send(path)
    t.equal(status, 404, path.slice(0, 80))
    t.equal(text, '')
    const fetched = await respond(new Request(`https://site.example${BASE}${path}`))
    t.notOk((await fetched?.text())?.includes(SECRET), path.slice(0, 80))
  }
  t.equal(await respond(new Request('https://site.example/other')), undefined)
})
