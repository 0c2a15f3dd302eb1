import type { PageRequest } from '@platen/core'
import t from 'tap'
import { plain, serve } from './serve.js'

t.test('pages are served beside the interface', async t => {
  const seen: PageRequest[] = []
  const { origin, errors } = await serve(t, {
    async pages(request) {
      seen.push(request)
      if (request.url === '/pages/broken') throw new Error('broken')
      if (!request.url.startsWith('/pages/')) return undefined
      return { status: 201, headers: { 'Content-Type': 'text/html', 'Set-Cookie': ['a=1', 'b=2'] }, body: 'ä' }
    },
    fallback: (_, res) => void res.writeHead(418).end(),
  })
  const page = await fetch(`${origin}/pages/one?a=%20b`, { headers: { cookie: 'c=3' } })
  t.same([page.status, await page.text(), page.headers.get('content-length')], [201, 'ä', '2'])
  t.same(page.headers.getSetCookie(), ['a=1', 'b=2'])
  t.match(seen, [{ method: 'GET', url: '/pages/one?a=%20b', headers: { cookie: 'c=3' }, body: undefined }])
  t.equal((await fetch(`${origin}/elsewhere`)).status, 418)
  t.equal((await fetch(`${origin}/cms-json/x`)).status, 200)
  t.equal(seen.length, 2, 'requests of the interface do not pass by')
  t.equal((await fetch(`${origin}/pages/broken`)).status, 500)
  t.match(errors, [/broken/])
})

t.test('a body that no page reads does not harm the connection', async t => {
  const { port, send } = await serve(t, { pages: async () => ({ status: 405, headers: {}, body: 'no' }) })
  const body = 'x'.repeat(1_000_000)
  t.ok(port)
  const received = await send(plain('POST', '/pages', [`Content-Length: ${body.length}`], body))
  t.same([received.status, received.body], [405, 'no'])
})
