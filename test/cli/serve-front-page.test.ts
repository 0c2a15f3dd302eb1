import { createHash } from 'node:crypto'
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
