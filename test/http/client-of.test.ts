import { createServer, get } from 'node:http'
import type { AddressInfo } from 'node:net'
import { type Client, clientOf } from '@platen/http'
import t from 'tap'

t.test('the client of a request, with and without trusted proxies', async t => {
  const headers = { 'x-forwarded-for': '198.51.100.1, 203.0.113.7', 'x-forwarded-proto': 'https' }
  for (const [what, trustProxy, expected] of [
    ['none trusted', undefined, { remoteAddress: '127.0.0.1', secure: undefined }],
    ['none, as a flag', false, { remoteAddress: '127.0.0.1', secure: undefined }],
    ['one', true, { remoteAddress: '203.0.113.7', secure: true }],
    ['two', 2, { remoteAddress: '198.51.100.1', secure: true }],
    ['more than there are', 3, { remoteAddress: '127.0.0.1', secure: true }],
  ] as const) {
    const found = await new Promise<Client>((resolve, reject) => {
      const server = createServer((req, res) => {
        res.end()
        server.close()
        resolve(clientOf(req, trustProxy))
      })
      server.listen(0, '127.0.0.1', () => {
        get({ port: (server.address() as AddressInfo).port, headers, agent: false }, res => res.resume()).on(
          'error',
          reject,
        )
      })
    })
    t.same(found, expected, what)
  }
})
