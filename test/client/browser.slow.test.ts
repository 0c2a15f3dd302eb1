import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { createHttpServer } from '@platen/http'
import { createMemoryStorage } from '@platen/media'
import { REST_NONCE } from '@platen/site'
import t from 'tap'
import { openBrowser, withoutBrowser } from '../browser/open-browser.js'
import { root } from '../house/workspace.js'
import { makeSite } from '../site/make-site.js'
import { cookieOf, signedIn } from '../site/sessions/sign-in.js'

/** A page that signs nobody in: the browser has the cookie, and the page asks for nonces. */
const page = `<!doctype html><title>Client</title><script type="module">
import { createClient } from '/client.js'
const nonce = async () => (await fetch('/nonce')).text()
window.client = createClient({ url: '/cms-json', auth: { nonce }, timeout: 5000 })
window.moved = createClient({ url: '/moved', auth: { nonce }, timeout: 5000 })
</script>`

interface Measured {
  readonly name: string
  readonly title: string
  readonly size: number
  readonly seen: readonly number[]
  readonly code: string
  readonly aborted: string
  readonly titles: readonly string[]
  readonly redirects: readonly (readonly [status: number, code: string])[]
}

t.test('a page reads, writes and uploads with progress', { skip: withoutBrowser, timeout: 120_000 }, async t => {
  const storage = createMemoryStorage({ url: 'http://localhost/files' })
  const made = await makeSite({ media: { storage }, url: 'http://localhost' })
  const session = await signedIn(made)
  let nonces = 0
  const moved: string[] = []
  const server = createHttpServer(made.site, {
    fallback(request, response) {
      if (request.url === '/nonce')
        return void response.end(++nonces === 1 ? 'expired' : made.site.sessions.nonce(session, REST_NONCE))
      if (request.url?.startsWith('/moved')) {
        moved.push(request.url)
        return void response.writeHead(302, { location: request.url.replace('/moved', '/cms-json') }).end()
      }
      const isScript = request.url === '/client.js'
      response.setHeader('Content-Type', isScript ? 'text/javascript' : 'text/html')
      response.end(isScript ? readFileSync(join(root, 'packages/client/bundle/index.js')) : page)
    },
  })
  const { port } = await server.listen({ port: 0 })
  t.teardown(() => server.close())
  const browser = await openBrowser(t)
  const context = await browser.newContext()
  const [name = '', value = ''] = cookieOf(made, session).split(/=(.*)/s)
  await context.addCookies([{ name, value, domain: 'localhost', path: '/' }])
  const tab = await context.newPage()
  await tab.goto(`http://localhost:${port}/`)
  const measured = (await tab.evaluate(`(async () => {
    const { client, moved } = window
    const me = await client.get('/cms/v2/users/me')
    const seen = []
    const file = new File(['GIF89a', new Uint8Array(3_000_000)], 'mint.gif', { type: 'image/gif' })
    const media = await client.upload('/cms/v2/media', file, {
      fields: { title: 'Mint' },
      onProgress: ({ loaded, total }) => seen.push(loaded / total),
    })
    const wrong = await client.upload('/cms/v2/media', new Blob(['x']), { name: 'a.exe', onProgress() {} }).catch(error => error)
    const controller = new AbortController()
    const signal = controller.signal
    const upload = client.upload('/cms/v2/media', file, { signal, onProgress: () => controller.abort(new Error('enough')) })
    const aborted = await upload.then(() => 'no', error => error.message)
    for (const title of ['A', 'B', 'C']) await client.post('/cms/v2/posts', { title, status: 'publish' })
    const titles = []
    for await (const { title } of client.list('/cms/v2/posts', { query: { per_page: 1, order: 'asc', orderby: 'title' } })) titles.push(title.rendered)
    const uploaded = moved.upload('/cms/v2/media', file, { onProgress() {} })
    const writes = [moved.get('/cms/v2/posts'), moved.post('/cms/v2/posts', { title: 'D' }), uploaded]
    const results = await Promise.allSettled(writes)
    const redirects = results.map(({ reason }) => [reason?.status, reason?.code])
    return { redirects, name: me.name, title: media.title.rendered, size: media.filesize, seen, code: wrong.code, aborted, titles }
  })()`)) as Measured
  t.match(measured, { name: 'admin', title: 'Mint', size: 3_000_006, aborted: 'enough', titles: ['A', 'B', 'C'] })
  t.match(measured.code, /^rest_upload/)
  t.equal(measured.seen.at(-1), 1)
  t.equal(nonces, 3, 'the expired nonce was renewed once, and the other client has its own')
  t.same(measured.redirects, Array(3).fill([0, 'client_invalid_response']))
  t.equal(moved.length, 3)
})
