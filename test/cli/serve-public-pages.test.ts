import { createHash } from 'node:crypto'
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { parse } from 'parse5'
import t from 'tap'
import { run, start } from './fake-terminal.js'
import { newFolder } from './new-site.js'

/** Serves a site with an awkward title; resolves with its own URL and that of its interface. */
async function serve(t: Parameters<typeof newFolder>[0], dialect: 'cms' | 'wp', words: readonly string[] = []) {
  const data = newFolder(t)
  await run(['init', '--data', data, '--dialect', dialect, '--title', 'Salt & <b>pepper</b>', '--tagline', '"Hot"'])
  const running = start(['serve', '--create', '--port', '0', '--data', data, '--log-level', 'silent', ...words])
  t.teardown(async () => {
    running.interrupt()
    await running.ended
  })
  const [, api = ''] = await running.printed(/^ +interface +(\S+)\/$/m)
  return { api, site: new URL(api).origin }
}

const relations = {
  cms: (site: string) => `${site}/relations/`,
  wp: () => 'https://api.w.org/',
}

for (const dialect of ['cms', 'wp'] as const) {
  t.test(`the page at the address of a site of the dialect ${dialect}`, async t => {
    const { api, site } = await serve(t, dialect)
    const response = await fetch(`${site}/`)
    const html = await response.text()
    t.equal(response.status, 200)
    t.equal(response.headers.get('content-type'), 'text/html; charset=UTF-8')
    t.equal(response.headers.get('link'), `<${api}/>; rel="${relations[dialect](site)}"`)
    t.match(html, '<h1>Salt &amp; &lt;b&gt;pepper&lt;/b&gt;</h1>')
    t.match(html, `<a href="${api}/">`)
    t.match(html, '<a href="/console">')
    t.match(html, /<html lang="en">.*<meta name="viewport".*<title>.+<\/title>.*<main>/s)
    const discovery = `<link rel="${relations[dialect](site)}" href="${api}/">`
    t.match(html, discovery)
    const rest = html.replace(discovery, '')
    t.notMatch(rest, /<(?:script|img|link|iframe)\b|\bsrc=|url\(|@import|\bstyle=/, 'it loads nothing')
    const policy = response.headers.get('content-security-policy') ?? ''
    t.match(policy, /^default-src 'none'; /)
    t.notMatch(policy, 'unsafe')
    t.match(policy, /base-uri 'none'.*frame-ancestors 'none'/)
    t.equal(response.headers.get('referrer-policy'), 'no-referrer')
    t.equal(response.headers.get('x-content-type-options'), 'nosniff')
    const [, style = ''] = /<style>(.*)<\/style>/s.exec(html) ?? []
    t.match(policy, `'sha256-${createHash('sha256').update(style).digest('base64')}'`)
    const errors: string[] = []
    parse(html, { onParseError: ({ code }) => errors.push(code) })
    t.same(errors, [])

    const head = await fetch(`${site}/`, { method: 'HEAD' })
    t.equal(head.headers.get('link'), response.headers.get('link'))
    t.equal(head.headers.get('content-length'), String(Buffer.byteLength(html)))
    t.equal(await head.text(), '')
    const etag = response.headers.get('etag') ?? ''
    const again = await fetch(`${site}/`, { headers: { 'if-none-match': etag } })
    t.same([again.status, again.headers.get('etag'), await again.text()], [304, etag, ''])
    t.equal((await fetch(`${site}/`, { headers: { 'if-none-match': '"other"' } })).status, 200)
    const post = await fetch(`${site}/`, { method: 'POST', body: 'x' })
    t.same([post.status, post.headers.get('allow')], [405, 'GET, HEAD'])
    for (const href of html.matchAll(/href="(http:[^"]+)"/g)) t.equal((await fetch(href[1] as string)).status, 200)
  })
}

t.test('URLs with rest_route are URLs of the interface', async t => {
  const { api, site } = await serve(t, 'wp')
  const same: readonly [plain: string, pretty: string][] = [
    ['/?rest_route=/', '/'],
    ['/?rest_route=/wp/v2/types/post', '/wp/v2/types/post'],
    ['/?rest_route=%2Fwp%2Fv2%2Ftypes%2Fpost&_fields=slug', '/wp/v2/types/post?_fields=slug'],
    ['/?_fields=slug&rest_route=/wp/v2/types/post/', '/wp/v2/types/post?_fields=slug'],
    ['/index.php?rest_route=/wp/v2/posts&per_page=1&status[]=publish', '/wp/v2/posts?per_page=1&status[]=publish'],
    ['/?rest_route=/wp/v2/nope%3F', '/wp/v2/nope%3F'],
    ['/?rest_route=/wp/v2/a%2520b', '/wp/v2/a%2520b'],
    ['/?rest_route=/../../', '/nope'],
    ['/?rest_route=wp/v2/types', '/wp/v2/typ'],
    ['/elsewhere/?rest_route=/wp/v2/types', '/wp/v2/types'],
    ['/wp-json/wp/v2/types?rest_route=/wp/v2/statuses', '/wp/v2/statuses'],
    ['/?rest_route=/&rest_route=/wp/v2/types', '/wp/v2/types'],
  ]
  for (const [plain, pretty] of same) {
    const [one, other] = await Promise.all([fetch(site + plain), fetch(api + pretty)])
    t.equal(one.status, other.status, plain)
    t.same(await one.json(), await other.json(), plain)
    for (const name of ['link', 'allow', 'x-wp-total', 'content-type']) {
      t.equal(one.headers.get(name), other.headers.get(name), `${plain} ${name}`)
    }
  }
  const write = await fetch(`${site}/?rest_route=/wp/v2/posts`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ title: 'Mint' }),
  })
  t.match([write.status, await write.json()], [401, { code: 'rest_cannot_create' }])
  const options = await fetch(`${site}/?rest_route=/wp/v2/types/post`, { method: 'OPTIONS' })
  t.match(await options.json(), { methods: ['GET'] })
  const head = await fetch(`${site}/?rest_route=/wp/v2/posts`, { method: 'HEAD' })
  t.same([head.status, head.headers.get('x-wp-total'), await head.text()], [200, '0', ''])
  for (const plain of ['/?rest_route=', '/?rest_route', '/?x=1']) {
    t.match(await (await fetch(site + plain)).text(), '<!DOCTYPE html>', plain)
  }
})

t.test('a missing page is a line of text', async t => {
  const { api, site } = await serve(t, 'cms')
  for (const path of [
    '/wp-json/wp/v2/posts',
    '/elsewhere',
    '/elsewhere?rest_route=',
    '/elsewhere?x_rest_route=/',
    '/favicon.ico',
    '/%',
  ]) {
    const response = await fetch(site + path)
    t.equal(response.status, 404, path)
    t.equal(response.headers.get('content-type'), 'text/plain; charset=UTF-8')
    t.equal(response.headers.get('link'), `<${api}/>; rel="${relations.cms(site)}"`, 'leads to the interface')
    t.equal(await response.text(), `There is nothing at this address. The interface is at ${api}/\n`)
  }
  const head = await fetch(`${site}/elsewhere`, { method: 'HEAD' })
  t.same([head.status, await head.text()], [404, ''])
  t.equal((await fetch(`${site}/elsewhere`, { method: 'POST', body: 'x'.repeat(100_000) })).status, 404)
})

t.test('an interface that takes all paths leaves no room for the page', async t => {
  const { api, site } = await serve(t, 'cms', ['--base-path', '/'])
  t.equal(api, site)
  t.match(await (await fetch(`${site}/`)).json(), { url: site })
})

const picture = readFileSync(fileURLToPath(new URL('../../../test/parity/files/media-photo.jpg', import.meta.url)))

/** Serves a new site; resolves with what asks its interface as its administrator. */
async function serveWithMedia(t: Parameters<typeof newFolder>[0], words: readonly string[]) {
  const running = start(['serve', '--create', '--port', '0', '--log-level', 'silent', ...words])
  t.teardown(async () => {
    running.interrupt()
    await running.ended
  })
  const [, address = ''] = await running.printed(/^ +interface +(\S+)\/$/m)
  const [, password = ''] = await running.printed(/^ +application password +(\S.*)$/m)
  const namespace = address.endsWith('/wp-json') ? 'wp/v2' : 'cms/v2'
  const authorization = `Basic ${Buffer.from(`admin:${password}`).toString('base64')}`
  const send = async (
    method: string,
    path: string,
    headers: Record<string, string> = {},
    body?: Uint8Array<ArrayBuffer>,
  ) => {
    const init = body === undefined ? { method } : { method, body }
    const answer = await fetch(`${address}/${namespace}${path}`, { ...init, headers: { authorization, ...headers } })
    return { status: answer.status, body: (await answer.json()) as Item & readonly Item[] }
  }
  return { address, site: address.replace(/\/\w+-json$/, ''), send }
}

interface Item {
  readonly id: number
  readonly source_url: string
  readonly media_details: { readonly sizes: Readonly<Record<string, { readonly source_url: string }>> }
}

const bytesAt = async (url: string) => Buffer.from(await (await fetch(url)).arrayBuffer())
const uploading = { 'content-type': 'image/jpeg', 'content-disposition': 'attachment; filename="rose.jpg"' }

const places = [
  ['beside the site', (data: string) => ['--data', data], (data: string) => join(data, 'files')],
  [
    'in a folder of its own',
    (data: string) => ['--data', data, '--files', join(data, 'pictures')],
    (data: string) => join(data, 'pictures'),
  ],
  ['in memory', () => ['--store', 'memory'], () => undefined],
] as const

for (const [where, words, folderIn] of places) {
  t.test(`files ${where}`, async t => {
    const data = newFolder(t)
    const folder = folderIn(data)
    const { send, site } = await serveWithMedia(t, words(data))
    const made = await send('POST', '/media', uploading, Uint8Array.from(picture))
    t.equal(made.status, 201)
    const { id, source_url: url, media_details: details } = made.body
    t.ok(url.startsWith(`${site}/files/`), url)
    const file = await fetch(url)
    t.equal(file.headers.get('content-type'), 'image/jpeg')
    t.same(Buffer.from(await file.arrayBuffer()), picture)
    const small = details.sizes['thumbnail']?.source_url ?? ''
    t.same([...(await bytesAt(small)).subarray(0, 2)], [0xff, 0xd8], 'smaller pictures are made')
    const path = folder === undefined ? undefined : join(folder, url.slice(`${site}/files/`.length))
    if (path !== undefined) t.ok(existsSync(path), path)
    t.match(await send('GET', '/media'), { status: 200, body: [{ id, source_url: url }] })
    t.match(await send('DELETE', `/media/${id}?force=true`), { status: 200, body: { deleted: true } })
    for (const gone of [url, small]) t.equal((await fetch(gone)).status, 404)
    if (path !== undefined) t.notOk(existsSync(path))
    t.same((await send('GET', '/media')).body, [])
  })
}

t.test('in the dialect wp, files are where content of that server expects them, and at their earlier URLs', async t => {
  const { send, site } = await serveWithMedia(t, ['--store', 'memory', '--dialect', 'wp'])
  const { body } = await send('POST', '/media', uploading, Uint8Array.from(picture))
  const [, path = ''] = /^(?:.*)\/wp-content\/uploads(\/\d{4}\/\d{2}\/rose\.jpg)$/.exec(body.source_url) ?? []
  t.equal(body.source_url, `${site}/wp-content/uploads${path}`)
  const headersAt = async (url: string) => {
    const answer = await fetch(url)
    t.same(Buffer.from(await answer.arrayBuffer()), picture, url)
    return Object.fromEntries([...answer.headers].filter(([name]) => name !== 'date'))
  }
  const headers = await headersAt(body.source_url)
  t.match(headers, { 'content-security-policy': /^sandbox/, 'x-content-type-options': 'nosniff' })
  t.same(await headersAt(`${site}/files${path}`), headers)
  for (const wrong of [
    '/wp-content/uploads/../site.sqlite',
    '/wp-content/uploads/%2e%2e/site.sqlite',
    '/wp-content/uploads/',
  ])
    t.equal((await fetch(site + wrong)).status, 404, wrong)
  t.equal((await fetch(body.source_url, { method: 'POST', body: 'x' })).status, 405)
})

t.test('in the dialect cms, they are not', async t => {
  const { send, site } = await serveWithMedia(t, ['--store', 'memory'])
  const { body } = await send('POST', '/media', uploading, Uint8Array.from(picture))
  t.equal((await fetch(body.source_url.replace(`${site}/files`, `${site}/wp-content/uploads`))).status, 404)
})

t.test('a file that is not there', async t => {
  const { site } = await serveWithMedia(t, ['--store', 'memory'])
  t.equal((await fetch(`${site}/files/none.jpg`)).status, 404)
})

t.test('uploads may be large, though not of any size', async t => {
  const { send } = await serveWithMedia(t, ['--store', 'memory'])
  const large = new Uint8Array(12 * 1024 * 1024)
  const text = { 'content-type': 'text/plain', 'content-disposition': 'attachment; filename="long.txt"' }
  t.equal((await send('POST', '/media', text, large.fill(0x61))).status, 201)
  const answer = await send('POST', '/media', text, new Uint8Array(64 * 1024 * 1024 + 1))
  t.match(answer, { status: 413, body: { code: 'rest_upload_file_too_big' } })
})

t.test('pages of other origins read files if they may read the interface', async t => {
  const allowed = async (config: string) => {
    const file = join(newFolder(t), 'platen.config.mjs')
    writeFileSync(file, `export default ${config}`)
    const { send } = await serveWithMedia(t, ['--store', 'memory', '--config', file])
    const { body } = await send('POST', '/media', uploading, Uint8Array.from(picture))
    return (await fetch(body.source_url)).headers.get('access-control-allow-origin')
  }
  t.equal(await allowed('{}'), '*')
  t.equal(await allowed('{ cors: { anyOrigin: false } }'), null)
  t.equal(await allowed('{ cors: false }'), null)
})

function write(folder: string, files: Readonly<Record<string, string>>): void {
  for (const [path, text] of Object.entries(files)) {
    mkdirSync(dirname(join(folder, path)), { recursive: true })
    writeFileSync(join(folder, path), text)
  }
}

const theme = (stylesheet: string, name: string) => ({
  [`themes/${stylesheet}/style.css`]: `/*\nTheme Name: ${name}\nVersion: 1.0\n*/`,
  [`themes/${stylesheet}/templates/index.html`]: 'index',
})

t.test('themes are listed and activated while a server runs', async t => {
  const folder = newFolder(t)
  write(folder, {
    ...theme('garden', 'Garden'),
    ...theme('bad', 'Bad'),
    'themes/bad/theme.json': '{',
    'themes/garden/patterns/a.php': '',
    'themes/garden/screenshot.png': 'picture',
    'platen.config.mjs': "export default { themes: 'themes' }",
  })
  const store = ['--config', join(folder, 'platen.config.mjs'), '--store', 'sqlite', join(folder, 'site.sqlite')]
  const serving = start(['serve', '--create', ...store, '--port', '0'])
  t.teardown(async () => {
    serving.interrupt()
    await serving.ended
  })
  const [, url = ''] = await serving.printed(/^ +interface +(\S+)\/$/m)
  const [, password = ''] = await serving.printed(/application password[^\n]*?((?:\w{4} ){5}\w{4})/i)
  const headers = { authorization: `Basic ${Buffer.from(`admin:${password}`).toString('base64')}` }
  const active = async () => {
    const response = await fetch(`${url}/cms/v2/themes?status=active`, { headers })
    return ((await response.json()) as { stylesheet: string }[])[0]?.stylesheet
  }
  t.equal(await active(), 'platen')

  const listed = await run(['theme', 'list', ...store])
  t.match(listed, { code: 0, out: /platen\s+active\s+Platen/ })
  t.match(listed.out, /garden\s+inactive\s+Garden\s+1\.0/)
  t.match(listed.out, /bad: theme\.json: not valid JSON/)
  t.match(listed.out, /garden: patterns\/a\.php: /)
  t.match(await run(['theme', 'activate', 'garden', ...store]), { code: 0, out: /Garden is active/ })
  const started = Date.now()
  while ((await active()) !== 'garden') if (Date.now() - started > 10_000) return t.fail('it is not active in seconds')
  const shown = (await (await fetch(`${url}/cms/v2/themes/garden`, { headers })).json()) as { screenshot: string }
  const screenshot = await fetch(shown.screenshot)
  t.equal(await screenshot.text(), 'picture', shown.screenshot)
  t.equal(screenshot.headers.get('content-type'), 'image/png')
  const json = JSON.parse((await run(['theme', 'list', '--json', ...store])).out) as { theme: string; status: string }[]
  t.same(
    json.map(({ theme, status }) => [theme, status]),
    [
      ['garden', 'active'],
      ['bad', 'broken'],
    ],
  )
  t.match(await run(['theme', 'activate', 'bad', ...store]), { code: 1, err: /has errors.*theme\.json/ })
  t.match(await run(['theme', 'activate', 'nothing', ...store]), { code: 1, err: /no theme "nothing"/ })

  const missing = ['--themes', join(folder, 'missing'), ...store]
  t.match(await run(['theme', 'list', ...missing]), { code: 1, err: /^[^\n]*no such folder\.$/ })

  write(folder, theme('garden', 'Yard'))
  write(folder, theme('moss', 'Moss'))
  t.match(await run(['theme', 'list', '--themes', join(folder, 'themes'), ...store]), { out: /moss\s+inactive/ })
})
