import { once } from 'node:events'
import { createServer, type RequestListener } from 'node:http'
import type { AddressInfo } from 'node:net'
import { type Auth, createClient } from '@platen/client'
import t from 'tap'

/** A server, and the requests that it got: methods, paths and headers with credentials. */
async function listen(test: { teardown(close: () => void): void }, respond: RequestListener) {
  const seen: { method: string | undefined; url: string | undefined; authorization: boolean; nonce: boolean }[] = []
  const server = createServer((req, res) => {
    const { method, url, headers } = req
    seen.push({ method, url, authorization: 'authorization' in headers, nonce: 'x-cms-nonce' in headers })
    respond(req, res)
  })
  await once(server.listen(0, '127.0.0.1'), 'listening')
  test.teardown(() => server.close())
  const { port } = server.address() as AddressInfo
  return { url: `http://127.0.0.1:${port}`, seen }
}

const json: RequestListener = (_, res) =>
  void res.writeHead(200, { 'content-type': 'application/json' }).end('{"id":7}')
const credentials: Readonly<Record<string, Auth>> = {
  'an application password': { login: 'ann', password: 'secret' },
  'a token': { token: 'secret' },
  'a nonce': { nonce: 'secret' },
}

for (const [name, auth] of Object.entries(credentials))
  for (const status of [301, 302, 303, 307, 308])
    t.test(`a request with ${name} is redirected with ${status}`, async t => {
      const other = await listen(t, json)
      const site = await listen(t, (req, res) => {
        if (req.url === '/same/moved') json(req, res)
        else res.writeHead(status, { location: req.url?.startsWith('/same') ? '/same/moved' : `${other.url}/x` }).end()
      })
      const client = createClient({ url: site.url, auth, retry: { times: 0 } })
      const refusal = { name: 'ApiError', status, code: 'client_invalid_response', message: /moved|127/ }
      for (const method of ['POST', 'PUT', 'PATCH', 'DELETE'])
        for (const path of ['/same', '/other']) await t.rejects(client.request(method, path), refusal)
      await t.rejects(client.upload('/other', new Blob(['x']), { onProgress() {} }), refusal)
      t.same(other.seen, [], 'nothing is written elsewhere')
      t.notOk(
        site.seen.some(({ url }) => url === '/same/moved'),
        'nor is a write turned into a read',
      )
      if ('nonce' in auth) {
        for (const path of ['/same', '/other']) await t.rejects(client.get(path), refusal)
        return t.same(other.seen, [])
      }
      t.same(await client.get('/same'), { id: 7 })
      t.equal(site.seen.at(-1)?.authorization, true)
      t.same(await client.get('/other'), { id: 7 })
      t.same(other.seen, [{ method: 'GET', url: '/x', authorization: false, nonce: false }])
    })
