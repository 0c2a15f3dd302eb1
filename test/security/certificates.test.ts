import { once } from 'node:events'
import { createServer } from 'node:https'
import type { AddressInfo } from 'node:net'
import { createDownloader, createWebClient } from '@platen/media'
import t from 'tap'
import { selfSigned } from '../browser/self-signed.js'

t.test('servers with a certificate that nobody trusts get no request', async t => {
  const requested: unknown[] = []
  const server = createServer(selfSigned('localhost'), (req, res) => {
    requested.push(req.url)
    res.end('<title>trusted</title>')
  }).listen(0, '127.0.0.1')
  await once(server, 'listening')
  t.teardown(() => {
    server.closeAllConnections()
    server.close()
  })
  const { port } = server.address() as AddressInfo
  const allowPrivate = () => true
  const resolve = async () => [{ address: '127.0.0.1', family: 4 as const }]
  const url = `https://localhost:${port}/`
  const result = await createWebClient({ allowPrivate, resolve }).get(url, { maxBytes: 1000 })
  t.not(result.outcome, 'response')
  const download = createDownloader({ allowPrivate, resolve })
  const chunks = await download(url, { maxBytes: 1000, signal: undefined }).catch(() => undefined)
  t.equal(chunks, undefined)
  t.same(requested, [])
})
