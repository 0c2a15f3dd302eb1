import { execFileSync } from 'node:child_process'
import { mkdirSync, readFileSync, truncateSync, writeFileSync } from 'node:fs'
import type { RestResponse } from '@platen/core'
import { postsIn, termsIn } from '@platen/site'
import { openSqliteStore } from '@platen/sql/sqlite'
import { StoreError } from '@platen/storage'
import Database from 'better-sqlite3'
import t, { type Test } from 'tap'
import { makeSite, type TestSite } from '../site/make-site.js'

const PAGE_SIZE = 4096

/** A site on a file; what it logs is collected. */
async function loggedSite(path: string): Promise<TestSite & { readonly logged: unknown[]; close(): Promise<void> }> {
  const logged: unknown[] = []
  const store = await openSqliteStore({ path, busyTimeout: 100 })
  const made = await makeSite({ store, onError: error => logged.push(error) })
  await made.site.ready()
  return { ...made, logged, close: () => store.close() }
}

const codeOf = ({ body }: RestResponse) => (body as { readonly code?: string }).code

/** The reply is neutral, whatever the driver says, and the log is not. */
function neutral(t: Test, reply: RestResponse, status: number, code: string): void {
  t.same([reply.status, codeOf(reply)], [status, code])
  t.notMatch(reply.text(), /sqlite|database|disk|malformed|\.sqlite/i)
}

const large = { title: 'Large', content: 'x'.repeat(100_000), status: 'publish' }

/** Fills a site up until it refuses, makes room, and sees that it goes on as if nothing had been. */
async function fillUp(t: Test, path: string, site: Awaited<ReturnType<typeof loggedSite>>, makeRoom: () => void) {
  const { send, store, logged } = site
  const tag = ((await send('POST /tags', { body: { name: 'A tag' } })).body as { readonly id: number }).id
  let made = 0
  let refused: RestResponse | undefined
  for (; made < 200 && refused === undefined; made++) {
    const reply = await send('POST /posts', { body: { ...large, tags: [tag], sticky: true } })
    if (reply.status !== 201) refused = reply
  }
  if (refused === undefined) return t.fail('it was never full')
  made--
  neutral(t, refused, 507, 'rest_store_full')
  t.match(logged.at(-1), { code: 'full', cause: { code: 'SQLITE_FULL' } })
  t.equal((await postsIn(store).find({ total: true })).total, made, 'what was refused left nothing behind')
  t.equal((await termsIn(store).get(tag))?.count, made)
  t.equal((await send('GET /posts')).status, 200, 'what is there can be read')
  for (let at = 0; at < 3; at++) t.equal((await send('POST /posts', { body: large })).status, 507, 'it stays full')
  makeRoom()
  t.equal((await send('POST /posts', { body: { ...large, tags: [tag] } })).status, 201, 'with room it goes on')
  t.equal((await postsIn(store).find({ total: true })).total, made + 1)
  t.equal((await termsIn(store).get(tag))?.count, made + 1)
  const database = new Database(path, { readonly: true })
  t.equal(database.pragma('integrity_check', { simple: true }), 'ok')
  database.close()
}

t.test('a database that may not grow', async t => {
  const path = `${t.testdir()}/site.sqlite`
  // The limit is one of a connection: that of the store is found as it sets itself up.
  const { pragma } = Database.prototype
  let writer: Database.Database | undefined
  Database.prototype.pragma = function (source, options) {
    if (source.startsWith('synchronous')) writer = this
    return pragma.call(this, source, options)
  }
  t.teardown(() => {
    Database.prototype.pragma = pragma
  })
  const site = await loggedSite(path)
  t.teardown(() => site.close())
  writer?.pragma(`max_page_count = ${Number(writer.pragma('page_count', { simple: true })) + 300}`)
  await fillUp(t, path, site, () => writer?.pragma('max_page_count = 1000000'))
})

const canMount = (() => {
  const folder = '/tmp/platen-full-disk'
  try {
    mkdirSync(folder, { recursive: true })
    execFileSync('mount', ['-t', 'tmpfs', '-o', 'size=64k', 'tmpfs', folder], { stdio: 'ignore' })
    execFileSync('umount', [folder], { stdio: 'ignore' })
    return true
  } catch {
    return false
  }
})()

t.test('a full disk', { skip: canMount ? false : 'no file system can be mounted here' }, async t => {
  const folder = t.testdir({ disk: {} })
  const disk = `${folder}/disk`
  execFileSync('mount', ['-t', 'tmpfs', '-o', 'size=6m', 'tmpfs', disk])
  try {
    const site = await loggedSite(`${disk}/site.sqlite`)
    await fillUp(t, `${disk}/site.sqlite`, site, () => execFileSync('mount', ['-o', 'remount,size=32m', disk]))
    await site.close()
  } finally {
    execFileSync('umount', ['-l', disk])
  }
})

t.test('a file that another process has locked', async t => {
  const path = `${t.testdir()}/site.sqlite`
  const { send, logged, close } = await loggedSite(path)
  t.teardown(close)
  const other = new Database(path)
  other.exec('begin immediate')
  neutral(t, await send('POST /tags', { body: { name: 'A tag' } }), 503, 'rest_store_unavailable')
  t.match(logged.at(-1), { code: 'unavailable', cause: { code: 'SQLITE_BUSY' } })
  t.equal((await send('GET /tags')).status, 200, 'what is there can be read')
  other.exec('rollback')
  t.equal((await send('POST /tags', { body: { name: 'A tag' } })).status, 201)
  other.close()
})

/** A file of a site with enough in it to be damaged anywhere. */
async function filledFile(path: string): Promise<Buffer> {
  const { send, close } = await loggedSite(path)
  for (let at = 0; at < 40; at++) {
    await send('POST /posts', { body: { title: `Post ${at}`, content: `Text ${at} `.repeat(300), status: 'publish' } })
  }
  await close()
  return readFileSync(path)
}

t.test('a damaged file is refused, or the damage is detected when it is read', async t => {
  const folder = t.testdir()
  const sound = await filledFile(`${folder}/sound.sqlite`)
  const pages = sound.length / PAGE_SIZE
  const damages: readonly (readonly [name: string, damage: (bytes: Buffer) => Buffer, opens?: boolean])[] = [
    ['no header', bytes => bytes.fill(0, 0, 100)],
    ['another header', bytes => Buffer.concat([Buffer.from('Something else'), bytes.subarray(14)])],
    ['no first page', bytes => bytes.fill(0x5a, 0, PAGE_SIZE)],
    ['cut in the middle', bytes => bytes.subarray(0, Math.floor(pages / 2) * PAGE_SIZE)],
    ['cut within a page', bytes => bytes.subarray(0, Math.floor(pages / 2) * PAGE_SIZE + 100)],
    ['cut at its end', bytes => bytes.subarray(0, (pages - 1) * PAGE_SIZE)],
    ['empty but for a header', bytes => bytes.subarray(0, 100)],
    ['all but its schema overwritten', bytes => bytes.fill(0x5a, 30 * PAGE_SIZE), true],
    ['pages exchanged', bytes => Buffer.concat([bytes.subarray(0, 30 * PAGE_SIZE), ...shuffled(bytes)]), true],
  ]
  for (const [name, damage, opens = false] of damages) {
    const path = `${folder}/damaged.sqlite`
    writeFileSync(path, damage(Buffer.from(sound)))
    const site = await loggedSite(path).catch((error: unknown) => error)
    if (site instanceof Error) {
      t.match(site, { name: 'StoreError', code: 'failed' }, `${name}: ${site.message}`)
      t.ok((site as StoreError).cause instanceof Error, `${name}: with the cause`)
      continue
    }
    t.ok(opens, `${name}: it was not refused`)
    const { send, logged, close } = site as Awaited<ReturnType<typeof loggedSite>>
    let failed = 0
    for (const request of [
      'GET /posts?per_page=100',
      'GET /posts?search=text',
      'POST /posts',
      'GET /tags',
      'GET /users',
    ]) {
      const reply = await send(request, request.startsWith('POST') ? { body: large } : {})
      if (reply.status < 500) continue
      failed++
      neutral(t, reply, 500, codeOf(reply) === 'rest_internal_error' ? 'rest_internal_error' : 'rest_store_failed')
      t.ok(logged.at(-1) instanceof Error, `${name}: ${request} is logged`)
    }
    t.ok(failed > 0, `${name}: ${failed} requests failed`)
    await close().catch((error: unknown) => t.match(error, { code: 'failed' }))
  }
})

/** The pages from the thirtieth on, in another order. */
function shuffled(bytes: Buffer): Buffer[] {
  const pages: Buffer[] = []
  for (let at = 30 * PAGE_SIZE; at < bytes.length; at += PAGE_SIZE) pages.push(bytes.subarray(at, at + PAGE_SIZE))
  return pages.reverse()
}

t.test('a file that is damaged while it is open', async t => {
  const path = `${t.testdir()}/site.sqlite`
  await filledFile(path)
  const { send, logged, close } = await loggedSite(path)
  truncateSync(path, 20 * PAGE_SIZE)
  const reply = await send('GET /posts?per_page=100')
  if (reply.status !== 200) {
    neutral(t, reply, 500, 'rest_store_failed')
    t.match(logged.at(-1), { code: 'failed' })
  }
  const written = await send('POST /posts', { body: large })
  t.ok(written.status === 201 || written.status === 500, `${written.status}`)
  await close().catch((error: unknown) => t.ok(error instanceof StoreError))
})
