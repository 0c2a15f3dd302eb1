import { toFetchHandler } from '@platen/fetch'
import { createHttpServer } from '@platen/http'
import { REST_NONCE } from '@platen/site'
import { redirectTarget } from '@platen/site/console'
import t, { type Test } from 'tap'
import { makeSite, type TestSite } from '../make-site.js'
import { cookieOf, signedIn } from './sign-in.js'

type Send = (path: string, init: RequestInit) => Promise<Response>

/** The ways in which requests with unread bodies come. */
const adapters: Record<string, (t: Test, made: TestSite) => Promise<Send>> = {
  async 'node:http'(t, { site }) {
    const server = createHttpServer(site)
    const { port } = await server.listen({ port: 0, host: '127.0.0.1' })
    t.teardown(() => server.close())
    return (path, init) => fetch(`http://127.0.0.1:${port}/cms-json/cms/v2${path}`, init)
  },
  async fetch(_t, { site }) {
    const handle = toFetchHandler(site)
    return (path, init) => handle(new Request(`https://site.example/cms-json/cms/v2${path}`, init))
  },
}

/** A body of unknown length that arrives in pieces. */
function inPieces(text: string): RequestInit {
  const bytes = new TextEncoder().encode(text)
  let at = 0
  const body = new ReadableStream<Uint8Array>({
    pull(controller) {
      if (at >= bytes.length) return controller.close()
      controller.enqueue(bytes.slice(at, at + 1000))
      at += 1000
    },
  })
  return { body, duplex: 'half' } as RequestInit
}

for (const [name, adapt] of Object.entries(adapters)) {
  t.test(`forms that come over ${name}`, async t => {
    const made = await makeSite()
    const send = await adapt(t, made)
    const session = await signedIn(made)
    const cookie = cookieOf(made, session)
    const nonce = made.site.sessions.nonce(session, REST_NONCE)
    const type = { 'content-type': 'application/x-www-form-urlencoded' }
    const post = async (init: RequestInit, headers: Record<string, string> = { cookie }) => {
      const response = await send('/posts', { method: 'POST', ...init, headers: { ...type, ...headers } })
      const { code, title, content } = await response.json()
      return { status: response.status, code, title: title?.raw, size: content?.raw.length }
    }
    const fields = (size: number, last = '') => `_cmsnonce=${nonce}&title=Form&content=${'x'.repeat(size)}${last}`
    for (const size of [1, 1000, 65_536, 300_000]) {
      t.same(await post({ body: fields(size) }), { status: 201, code: undefined, title: 'Form', size }, `${size}`)
      t.same(
        await post(inPieces(fields(size))),
        { status: 201, code: undefined, title: 'Form', size },
        `${size}, in pieces`,
      )
    }
    const wrong = fields(300_000).replace(nonce, 'wrong')
    t.match(await post({ body: wrong }), { status: 403, code: 'rest_cookie_invalid_nonce' })
    t.match(await post(inPieces(wrong)), { status: 403, code: 'rest_cookie_invalid_nonce' })
    t.match(await post({ body: fields(10) }, {}), { status: 401 }, 'without the cookie')
    t.match(await post({ body: fields(10).replace('_cms', '_no') }), { status: 401 }, 'without the nonce')
    t.match(await post({ body: fields(3_000_000) }), { status: 413 })
    t.match(await post(inPieces(fields(3_000_000))), { status: 413 })
    t.equal((await post({ body: fields(1) })).status, 201)

    const multipart = { cookie, 'content-type': 'multipart/form-data; boundary=----aForm' }
    const part = (field: string, value: string) =>
      `------aForm\r\nContent-Disposition: form-data; name="${field}"\r\n\r\n${value}\r\n`
    const parts = (size: number, sent = nonce) =>
      `${part('_cmsnonce', sent)}${part('title', 'Form')}${part('content', 'x'.repeat(size))}------aForm--\r\n`
    for (const size of [1, 300_000]) {
      const created = { status: 201, code: undefined, title: 'Form', size }
      t.same(await post({ body: parts(size) }, multipart), created, `multipart, ${size}`)
      t.same(await post(inPieces(parts(size)), multipart), created, `multipart, ${size}, in pieces`)
    }
    t.match(await post({ body: parts(1, 'wrong') }, multipart), { status: 403, code: 'rest_cookie_invalid_nonce' })
    t.match(await post({ body: `${part('content', 'x'.repeat(70_000))}${parts(1)}` }, multipart), { status: 401 })
  })
}

const SITE = 'https://site.example/blog'

for (const [given, target] of [
  ['', undefined],
  ['/', 'https://site.example/'],
  ['/posts?x=1#y', 'https://site.example/posts?x=1#y'],
  ['a', 'https://site.example/blog/a'],
  ['../a', 'https://site.example/a'],
  ['https://site.example/a', 'https://site.example/a'],
  ['HTTPS://SITE.example:443/a', 'https://site.example/a'],
  ['https://me:secret@site.example/a', 'https://site.example/a'],
  ['https://site.example//evil.example', 'https://site.example//evil.example'],
  ['http://site.example/a', undefined],
  ['https://site.example:8443/a', undefined],
  ['https://evil.example/', undefined],
  ['//evil.example', undefined],
  ['/\\evil.example', undefined],
  ['\\\\evil.example', undefined],
  ['\t//evil.example', undefined],
  ['https://site.example@evil.example/', undefined],
  ['https://site.example.evil.example/', undefined],
  ['javascript:alert(1)', undefined],
  ['data:text/html,x', undefined],
  ['blob:https://site.example/x', undefined],
  ['http://[', undefined],
  ['/a\r\nSet-Cookie: x=y', 'https://site.example/aSet-Cookie:%20x=y'],
] as const)
  t.test(JSON.stringify(given), async t => t.equal(redirectTarget(SITE, given), target))
