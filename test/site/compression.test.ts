import { setTimeout as wait } from 'node:timers/promises'
import { brotliDecompressSync, gunzipSync } from 'node:zlib'
import type { RestResponse } from '@platen/core'
import { toFetchHandler } from '@platen/fetch'
import { createHttpServer } from '@platen/http'
import t from 'tap'
import { createRandom } from '../robustness/random.js'
import { loadModule } from './load-module.js'
import { makeSite, type TestSite, type TestSiteOptions } from './make-site.js'

const { acceptedCoding } = await loadModule<typeof import('../../packages/site/src/site/responses/accepted-coding.js')>(
  'site/responses/accepted-coding.js',
)

const headers: readonly (readonly [header: string | undefined, coding: string | undefined])[] = [
  [undefined, undefined],
  ['', undefined],
  ['identity', undefined],
  ['gzip', 'gzip'],
  ['x-gzip', 'gzip'],
  ['GZIP', 'gzip'],
  ['br', 'br'],
  ['gzip, deflate, br, zstd', 'br'],
  ['gzip;q=1.0, br;q=0.5', 'gzip'],
  ['gzip ; Q=0.8 , br ; q=0.8', 'br'],
  ['br;q=0, gzip', 'gzip'],
  ['br;q=0, gzip;q=0', undefined],
  ['*', 'br'],
  ['*;q=0', undefined],
  ['br;q=0, *', 'gzip'],
  ['identity, gzip;q=0.5', undefined],
  ['identity;q=0.5, gzip;q=0.5', 'gzip'],
  ['identity;q=0, gzip', 'gzip'],
  ['deflate, zstd', undefined],
  ['gzip;q=x', undefined],
  ['gzip;q=-1', undefined],
  [';;,,;q=', undefined],
]

for (const [header, coding] of headers) {
  t.test(`${header}: ${coding}`, async t => {
    t.equal(acceptedCoding(header), coding)
    t.equal(acceptedCoding(header), coding, 'again')
  })
}

const { createResponseCache } = await loadModule<
  typeof import('../../packages/site/src/site/responses/response-cache.js')
>('site/responses/response-cache.js')

const CONTENT = 'Some words that compress well. '.repeat(200)
const decoders = { br: brotliDecompressSync, gzip: gunzipSync }
const textOf = (coding: keyof typeof decoders, bytes: Uint8Array | undefined) =>
  decoders[coding](bytes ?? new Uint8Array()).toString()

async function siteWith(options: TestSiteOptions): Promise<TestSite & { readonly path: string }> {
  const made = await makeSite(options)
  const { body } = await made.send('POST /posts', { body: { title: 'First', content: CONTENT, status: 'publish' } })
  return { ...made, path: `/posts/${(body as { id: number }).id}` }
}

/** Reads until the response is compressed. */
async function compressedRead({ send, path }: { send: TestSite['send']; path: string }, accepted: string) {
  for (let round = 0; round < 500; round++) {
    const read = await send(`GET ${path}`, { as: 'anonymous', headers: { 'accept-encoding': accepted } })
    if (read.headers['Content-Encoding'] !== undefined) return read
    await wait(10)
  }
  throw new Error('it is never compressed')
}

t.test('cached responses are compressed for clients that accept it', async t => {
  const made = await siteWith({ cache: true })
  const plain = await made.send(`GET ${made.path}`, { as: 'anonymous' })
  t.match(plain.headers, { Vary: /Accept-Encoding/, ETag: /^"/ })
  t.equal(plain.headers['Content-Encoding'], undefined)
  for (const coding of ['br', 'gzip'] as const) {
    const { headers, encoded, text, body } = await compressedRead(made, coding)
    t.equal(headers['Content-Encoding'], coding)
    t.equal(headers['ETag'], `W/${plain.headers['ETag']}`)
    t.match(headers['Vary'], /Accept-Encoding/)
    t.equal(textOf(coding, encoded), plain.text())
    t.equal(text(), plain.text(), 'callers in process get the text')
    t.same(body, plain.body)
    t.ok((encoded?.length ?? 0) < plain.text().length / 4)
  }
  const again = await made.send(`GET ${made.path}`, { as: 'anonymous' })
  t.equal(again.headers['Content-Encoding'], undefined)
  t.same(again.headers, plain.headers)
})

t.test('a compressed response is revalidated, and its tag accepted by changes', async t => {
  const made = await siteWith({ cache: true })
  const { headers } = await compressedRead(made, 'gzip')
  const tag = headers['ETag'] ?? ''
  for (const given of [tag, tag.replace('W/', '')]) {
    const asked = { 'accept-encoding': 'gzip', 'if-none-match': given }
    const unchanged = await made.send(`GET ${made.path}`, { as: 'anonymous', headers: asked })
    t.match(unchanged, { status: 304, encoded: undefined })
    t.equal(unchanged.text(), '')
  }
  const change = () => made.send(`PUT ${made.path}`, { body: { title: 'Second' }, headers: { 'if-match': tag } })
  t.equal((await change()).status, 200)
  t.equal((await change()).status, 412)
  t.match((await compressedRead(made, 'gzip')).text(), 'Second')
})

t.test('responses that are not compressed', async t => {
  const asked = { headers: { 'accept-encoding': 'br' } }
  const cases: readonly (readonly [what: string, options: TestSiteOptions, as: string, request?: string])[] = [
    ['responses that are not cached', {}, 'anonymous'],
    ['those to signed-in callers', { cache: true }, 'administrator'],
    ['short ones', { cache: true }, 'anonymous', 'GET /posts?_fields=id'],
    ['any, without compression', { cache: true, compression: false }, 'anonymous'],
    ['those below the size', { cache: true, compression: { minBytes: 1e6, uncached: true } }, 'anonymous'],
    ['HEAD', { compression: { uncached: true, minBytes: 0 } }, 'anonymous', 'HEAD /posts'],
  ]
  for (const [what, options, as, request] of cases) {
    const made = await siteWith(options)
    for (let round = 0; round < 3; round++) {
      const { headers } = await made.send(request ?? `GET ${made.path}`, { as, ...asked })
      t.equal(headers['Content-Encoding'], undefined, what)
      await wait(20)
    }
  }
})

t.test('other responses are compressed by an option', async t => {
  const made = await siteWith({ compression: { uncached: true } })
  for (const as of ['anonymous', 'administrator']) {
    const plain = await made.send(`GET ${made.path}`, { as })
    const sent = await made.send(`GET ${made.path}`, { as, headers: { 'accept-encoding': 'gzip' } })
    t.match(sent.headers, {
      'Content-Encoding': 'gzip',
      Vary: plain.headers['Vary'],
      ETag: `W/${plain.headers['ETag']}`,
    })
    t.equal(textOf('gzip', sent.encoded), plain.text())
    t.same(sent.body, plain.body)
  }
  const refused = await made.send('GET /posts/999', { headers: { 'accept-encoding': 'gzip' } })
  t.match(refused, { status: 404, headers: { 'Content-Encoding': undefined } }, 'errors are short')
})

t.test('both adapters send compressed bodies', async t => {
  const made = await siteWith({ compression: { uncached: true } })
  const plain = (await made.send(`GET ${made.path}`, { as: 'anonymous' })).text()
  const { listen, close } = createHttpServer(made.site)
  t.teardown(close)
  const { port } = await listen()
  const url = `/cms-json/cms/v2${made.path}`
  // The client of Node decodes it.
  const over = await fetch(`http://localhost:${port}${url}`)
  t.match(over.headers.get('content-encoding'), /^(?:br|gzip)$/)
  t.equal(await over.text(), plain)
  const handler = toFetchHandler(made.site)
  const answer = await handler(new Request(`https://site.example${url}`, { headers: { 'accept-encoding': 'gzip' } }))
  t.equal(answer.headers.get('content-encoding'), 'gzip')
  t.equal(textOf('gzip', new Uint8Array(await answer.arrayBuffer())), plain)
})

t.test('compressed bytes count for the size of the cache', async t => {
  const cacheOf = () =>
    createResponseCache(
      async work => ({ result: await work(), isCurrent: () => true }),
      () => [],
      170_000,
      1000,
    )
  const headers = { 'Content-Type': 'application/json' }
  const random = createRandom(1)
  // Nothing can be compressed of it but the range of its characters.
  const noise = Array.from({ length: 12_000 }, () => random.int(0, 35).toString(36)).join('')
  const response: RestResponse = { status: 200, headers, body: noise, text: () => noise }
  const fill = async (cache: ReturnType<typeof cacheOf>, codings: readonly string[]) => {
    t.equal(cache?.get('a'), undefined)
    for (const key of ['a', 'b', 'c', 'd', 'e']) {
      await cache?.compute(key, async () => ({ response, isCacheable: true }))
      for (const coding of codings) {
        const sent = () => cache?.get(key, coding)?.headers['Content-Encoding']
        for (let round = 0; round < 500 && sent() === undefined; round++) await wait(10)
        t.equal(sent(), coding)
      }
    }
  }
  const plain = cacheOf()
  await fill(plain, [])
  t.ok(plain?.get('a'), 'all five fit')
  const compressed = cacheOf()
  await fill(compressed, ['br', 'gzip'])
  t.ok(compressed?.get('e'))
  t.equal(compressed?.get('a'), undefined, 'the first one had to go')
})
