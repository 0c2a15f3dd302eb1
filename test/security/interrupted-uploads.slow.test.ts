import { once } from 'node:events'
import { readdirSync } from 'node:fs'
import { type ClientRequest, type IncomingMessage, request as send } from 'node:http'
import { connect } from 'node:net'
import { setTimeout as wait } from 'node:timers/promises'
import { createDiskStorage } from '@platen/media'
import { type MediaOptions, postsIn } from '@platen/site'
import t from 'tap'
import { filler, formAround, openRequest, rawFile, type Sending, servedSite } from './served-site.js'

t.setTimeout(120_000)

const MIB = 1024 * 1024
const path = '/cms/v2/media'
const as = 'administrator'

function diskSite(t: Tap, media: MediaOptions = {}) {
  const folder = t.testdir({ uploads: {} })
  const uploads = `${folder}/uploads`
  const storage = createDiskStorage({ folder: uploads, url: 'https://site.example/files' })
  const files = () =>
    readdirSync(uploads, { recursive: true, withFileTypes: true })
      .filter(entry => entry.isFile())
      .map(({ name }) => name)
  return servedSite(t, { storage, maxBytes: 4 * MIB, ...media }).then(served => ({ ...served, files }))
}

const ways: readonly (readonly [name: string, sending: () => Omit<Sending, 'path'>])[] = [
  ['raw', () => ({ headers: rawFile(), pieces: filler(2 * MIB) })],
  ['as a form', () => formAround(filler(2 * MIB))],
]

for (const [way, sending] of ways) {
  t.test(`a client that goes away in the middle of a file leaves nothing behind: ${way}`, async t => {
    const { port, files, store } = await diskSite(t)
    const request = openRequest(port, { ...sending(), path, as, length: 4 * MIB })
    request.on('error', () => {})
    for (const piece of sending().pieces) if (request.writable) request.write(piece)
    for (let tries = 0; files().length === 0 && tries < 200; tries++) await wait(10)
    t.equal(files().length, 1, 'it is on its way')
    request.destroy()
    for (let tries = 0; files().length > 0 && tries < 200; tries++) await wait(10)
    t.same(files(), [])
    t.equal(await postsIn(store).count(), 0)
  })
}

const md5 = { 'content-md5': '0'.repeat(32) }
const refused: readonly (Partial<Sending> &
  Pick<Sending, 'pieces'> & { name: string; media?: MediaOptions; status: number; code: string })[] = [
  {
    name: 'a wrong sum',
    headers: { ...rawFile(), ...md5 },
    pieces: filler(MIB),
    status: 412,
    code: 'rest_upload_hash_mismatch',
  },
  {
    name: 'a type that is not allowed',
    headers: rawFile('a.sh'),
    pieces: filler(MIB),
    status: 415,
    code: 'rest_upload_sideload_error',
  },
  {
    name: 'a name that is not true',
    headers: rawFile('a.png'),
    pieces: filler(MIB),
    status: 415,
    code: 'rest_upload_sideload_error',
  },
  {
    name: 'too much in chunks',
    headers: rawFile(),
    pieces: filler(5 * MIB),
    status: 413,
    code: 'rest_upload_file_too_big',
  },
  { name: 'nothing in chunks', headers: rawFile(), pieces: [], status: 400, code: 'rest_upload_no_data' },
  { name: 'too much in a form', ...formAround(filler(5 * MIB)), status: 413, code: 'rest_upload_file_too_big' },
  {
    name: 'a bad field behind the file',
    ...formAround(filler(MIB), { date: 'never' }),
    status: 400,
    code: 'rest_invalid_param',
  },
  {
    name: 'a post that is not there behind the file',
    ...formAround(filler(MIB), { post: '999' }),
    status: 403,
    code: 'rest_cannot_edit',
  },
  {
    name: 'a small form of a subscriber',
    as: 'subscriber',
    ...formAround(filler(1000)),
    length: 1150,
    status: 403,
    code: 'rest_cannot_create',
  },
  {
    name: 'a form that breaks off',
    headers: formAround([]).headers,
    pieces: [...formAround(filler(MIB)).pieces].slice(0, -1),
    status: 400,
    code: 'rest_invalid_multipart',
  },
  {
    name: 'too many fields behind the file',
    ...formAround(filler(MIB), Object.fromEntries(Array.from({ length: 1001 }, (_, i) => [`f${i}`, '']))),
    status: 413,
    code: 'rest_request_too_large',
  },
]

for (const { name, media, status, code, ...sending } of refused) {
  t.test(`nothing stays of an upload with ${name}`, async t => {
    const { send, files, store } = await diskSite(t, media)
    const { length, ...unannounced } = sending
    t.match(await send({ path, as, ...unannounced }), { status, code })
    t.same(files(), [])
    t.equal(await postsIn(store).count(), 0)
  })
}

t.test('an accepted upload does not change its file', async t => {
  for (const [, sending] of ways) {
    const { site, send, files } = await diskSite(t)
    t.equal((await send({ path, as, ...sending() })).status, 201)
    t.same(files(), ['a.txt'])
    t.match((await site.call('GET', '/cms/v2/media', undefined)).body, [{ media_details: { filesize: 2 * MIB } }])
  }
})

type Tap = {
  testdir(content: Record<string, Record<string, never>>): string
  teardown(work: () => Promise<void>): void
}

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
