import { once } from 'node:events'
import { readdirSync } from 'node:fs'
import { type ClientRequest, type IncomingMessage, request as send } from 'node:http'
import { connect } from 'node:net'
import { setTimeout as wait } from 'node:timers/promises'
import { createDiskStorage } from '@platen/media'
import { postsIn } from '@platen/site'
import t from 'tap'
import { filler, formAround, openRequest, rawFile, servedSite } from './served-site.js'

const MIB = 1024 * 1024
t.setTimeout(120_000)

const json = { 'content-type': 'application/json' }

/** The response to a request that may not be complete. */
async function responseTo(request: ClientRequest): Promise<{ status: number | undefined; text: string }> {
  const [response] = (await once(request, 'response')) as [IncomingMessage]
  let text = ''
  for await (const chunk of response.setEncoding('utf8')) text += chunk
  return { status: response.statusCode, text }
}

for (const [way, { headers, pieces }] of [
  ['raw', { headers: rawFile(), pieces: filler(100_000) }],
  ['as a form', formAround(filler(100_000))],
] as const) {
  t.test(`an upload that trickles is given up, and nothing of it stays: ${way}`, async t => {
    const uploads = `${t.testdir({ uploads: {} })}/uploads`
    const storage = createDiskStorage({ folder: uploads, url: 'https://site.example/files' })
    const { port, store } = await servedSite(t, { storage }, { bodyTimeout: 300, minBodyRate: 1_000_000 })
    const request = openRequest(port, { path: '/cms/v2/media', as: 'administrator', headers, length: 60 * MIB })
    t.teardown(() => request.destroy())
    const response = responseTo(request)
    for (const piece of pieces) request.write(piece)
    const timer = setInterval(() => request.write('x'), 20)
    t.teardown(() => clearInterval(timer))
    t.match(await response, { status: 408, text: /rest_request_timeout/ })
    t.same(
      readdirSync(uploads, { recursive: true, withFileTypes: true }).filter(each => each.isFile()),
      [],
    )
    t.equal(await postsIn(store).count(), 0)
  })
}

t.test('an upload does not count as memory, however large', async t => {
  const storage = createDiskStorage({ folder: t.testdir(), url: 'https://site.example/files' })
  const { send } = await servedSite(t, { storage }, { maxBufferedBytes: 100_000 })
  const path = '/cms/v2/media'
  const as = 'administrator'
  t.equal((await send({ path, as, headers: rawFile(), pieces: filler(2 * MIB), length: 2 * MIB })).status, 201)
  t.equal((await send({ path, as, ...formAround(filler(2 * MIB)) })).status, 201)
})

t.test('anonymous callers who do not complete their bodies do not keep others from writing', async t => {
  const { port, send } = await servedSite(t, {}, { maxBufferedBytes: MIB })
  const statuses: (number | undefined)[] = []
  for (const path of ['/batch/v1', '/cms/v2/comments']) {
    for (let count = 0; count < 10; count++) {
      const request = openRequest(port, { path, headers: json, length: 250_000 }).on('error', () => {})
      t.teardown(() => request.destroy())
      request.write(Buffer.alloc(200_000, ' '))
      responseTo(request).then(
        ({ status }) => statuses.push(status),
        () => {},
      )
    }
  }
  while (statuses.length < 15) await wait(20)
  t.strictSame(new Set(statuses), new Set([503]))
  const pieces = [Buffer.from(JSON.stringify({ title: 'x', content: 'y'.repeat(200_000) }))]
  for (let count = 0; count < 3; count++)
    t.equal((await send({ path: '/cms/v2/posts', as: 'administrator', headers: json, pieces })).status, 201)
})

t.test('clients that never read a list do not cut off one that reads it slowly', { timeout: 120_000 }, async t => {
  const { port, site } = await servedSite(t, {}, { maxUnreadBytes: 12 * MIB })
  const content = 'x'.repeat(300_000)
  for (let count = 0; count < 20; count++)
    await site.call('POST', '/cms/v2/posts', { title: `${count}`, content, status: 'publish' }, { as: site.system })
  const path = '/cms-json/cms/v2/posts?per_page=20'
  const slow = send({ port, path }).end()
  const [response] = (await once(slow, 'response')) as [IncomingMessage]
  const head = `GET ${path} HTTP/1.1\r\nHost: x\r\n\r\n`
  for (let count = 0; count < 12; count++) {
    const socket = connect(port, '127.0.0.1').pause()
    t.teardown(() => socket.destroy())
    socket.on('error', () => {}).write(head)
  }
  let size = 0
  for await (const chunk of response as AsyncIterable<Uint8Array>) {
    size += chunk.length
    await wait(10)
  }
  t.equal(size, Number(response.headers['content-length']))
  t.ok(size > 6_000_000, `${size} bytes`)
})
