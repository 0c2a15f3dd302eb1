import { existsSync, mkdirSync, readdirSync, utimesSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { createDiskStorage, createMemoryStorage } from '@platen/media'
import { createS3Storage } from '@platen/media/s3'
import type { FileStorage } from '@platen/site/media'
import t, { type Test } from 'tap'
import { ACCESS, type ServiceOptions, startS3Service } from './s3/s3-service.js'
import { bytes, FILES_URL, png, storageContract, textOf } from './storage-contract.js'

const url = FILES_URL

const STORAGES: Readonly<Record<string, (t: Test) => FileStorage | Promise<FileStorage>>> = {
  s3: async t => createS3Storage({ ...ACCESS, bucketUrl: (await startS3Service(t)).bucketUrl, url }),
  memory: () => createMemoryStorage({ url }),
  disk: t => createDiskStorage({ folder: join(t.testdir(), 'not', 'there', 'yet'), url }),
}

for (const [name, make] of Object.entries(STORAGES)) storageContract(t, name, make)

t.test('disk: leaves nothing unfinished behind', async t => {
  const folder = t.testdir()
  const storage = createDiskStorage({ folder, url })
  await storage.put('2026/a.png', png('one'))
  await storage.put('2026/a.png', png('two'))
  mkdirSync(join(folder, '2026', 'b.png'))
  t.equal(await storage.put('2026/b.png', png('a folder has the name')), false)
  writeFileSync(join(folder, 'c'), '')
  await t.rejects(storage.put('c/d.png', png('a file is where the folder should be')))
  t.same(readdirSync(join(folder, '2026')).sort(), ['a.png', 'b.png'])
})

t.test('disk: a folder is not a file', async t => {
  const folder = t.testdir({ 2026: { 'a.png': 'x' } })
  const storage = createDiskStorage({ folder, url })
  t.equal(await storage.get('2026'), undefined)
  t.equal(await storage.get('2026/a.png/b.png'), undefined)
  t.ok(existsSync(join(folder, '2026', 'a.png')))
})

async function* broken() {
  yield bytes('one')
  throw new Error('the line is cut')
}

t.test('disk: a file that arrives has no name until it is put somewhere', async t => {
  const folder = t.testdir()
  const storage = createDiskStorage({ folder, url })
  const file = await storage.receive?.([bytes('one'), bytes('two')] as unknown as AsyncIterable<Uint8Array>)
  t.equal(file?.size, 6)
  t.equal(await storage.get(readdirSync(folder)[0] ?? ''), undefined, 'nobody reads it under its hidden name')
  await storage.put('a.png', png('first'))
  t.equal(await file?.put('a.png', 'image/png'), false)
  t.equal(await file?.put('2026/b.png', 'image/png'), true)
  await file?.discard()
  await file?.discard()
  t.same(readdirSync(folder).sort(), ['2026', 'a.png'])
  t.equal(textOf(await storage.get('2026/b.png')), 'onetwo')
})

t.test('disk: nothing stays of a file that breaks off', async t => {
  const folder = t.testdir()
  const storage = createDiskStorage({ folder, url })
  await t.rejects(async () => void (await storage.receive?.(broken())), /the line is cut/)
  t.same(readdirSync(folder), [])
})

t.test('disk: what a killed process left is removed after a day', async t => {
  const old = `.${'0'.repeat(36)}.part`
  const young = `.${'1'.repeat(36)}.part`
  const folder = t.testdir({ [old]: 'x', [young]: 'x', '.htaccess': 'x' })
  for (const name of [old, '.htaccess']) utimesSync(join(folder, name), 0, 0)
  await createDiskStorage({ folder, url }).put('a.png', png('x'))
  t.same(readdirSync(folder).sort(), ['.htaccess', young, 'a.png'].sort())
})

t.test('missing and unknown options are refused', async t => {
  const refused = (work: () => unknown, message: RegExp) => t.throws(work, { name: 'RangeError', message })
  refused(() => createDiskStorage({ folder: 'files' } as never), /createDiskStorage: "url" is missing/)
  refused(() => createDiskStorage({ url: '/files' } as never), /createDiskStorage: "folder" is missing/)
  refused(() => createMemoryStorage({ url: '/files', folder: 'files' } as never), /unknown key "folder"/)
  refused(() => createMemoryStorage(undefined as never), /createMemoryStorage: the options are not an object/)
})

t.test('a full disk is reported as a full store', async t => {
  const storage = createDiskStorage({ folder: t.testdir(), url: '/files' })
  for (const [code, expected] of [
    ['ENOSPC', { name: 'StoreError', code: 'full' }],
    ['EDQUOT', { name: 'StoreError', code: 'full' }],
    ['EIO', { code: 'EIO' }],
  ] as const) {
    const failing = async function* () {
      yield Buffer.from('a')
      throw Object.assign(new Error('no'), { code })
    }
    if (storage.receive === undefined) return t.fail('files are streamed')
    await t.rejects(storage.receive(failing()), expected)
  }
})

const s3StoragePng = (text: string) => ({ bytes: Buffer.from(text), type: 'image/png' })

async function* parts(...texts: readonly string[]) {
  for (const text of texts) yield Buffer.from(text)
}

async function storageFor(t: Test, options: ServiceOptions = {}) {
  const service = await startS3Service(t, options)
  const temporaryFolder = t.testdir()
  const storage = createS3Storage({ ...ACCESS, url, temporaryFolder, bucketUrl: service.bucketUrl, prefix: 'uploads/' })
  return { ...service, storage, temporaryFolder }
}

t.test('options are checked', async t => {
  const options = { ...ACCESS, url, bucketUrl: 'https://garden.s3.amazonaws.com' }
  const refused = (given: object, message: RegExp) =>
    t.throws(() => createS3Storage({ ...options, ...given } as never), { name: 'RangeError', message })
  refused({ bucketUrl: 'garden' }, /"bucketUrl" must be a URL/)
  refused({ secretAccessKey: undefined }, /"secretAccessKey" is missing/)
  refused({ bucket: 'garden' }, /unknown key "bucket"; did you mean "bucketUrl"/)
  refused({ headers: { a: 1 } }, /"headers\.a"/)
})

t.test('objects have the prefix, a type and the headers of the options', async t => {
  const { bucketUrl, objects } = await startS3Service(t)
  const headers = { 'cache-control': 'max-age=60' }
  const storage = createS3Storage({ ...ACCESS, url, bucketUrl: `${bucketUrl}/`, region: 'eu-central-1', headers })
  const names = ["2026/a b+c&d=e'(1)*.png", '2026/日本.png', '2026/%41.png']
  for (const name of names) t.ok(await storage.put(name, s3StoragePng('one')), name)
  t.same([...objects.keys()], names)
  t.match(objects.get(names[0] ?? '')?.headers, { 'content-type': 'image/png', 'cache-control': 'max-age=60' })
  t.same([...((await storage.list?.('2026/')) ?? [])].sort(), [...names].sort())
})

t.test('uploads are buffered on the disk', async t => {
  const { storage, objects, temporaryFolder } = await storageFor(t)
  const file = await storage.receive?.(parts('one', 'two'))
  t.equal(readdirSync(temporaryFolder).length, 1)
  t.equal(file?.size, 6)
  await storage.put('a.txt', s3StoragePng('taken'))
  t.equal(await file?.put('a.txt', 'text/plain'), false)
  t.equal(await file?.put('b.txt', 'text/plain'), true)
  await file?.discard()
  t.same(readdirSync(temporaryFolder), [])
  t.equal(String(objects.get('uploads/b.txt')?.bytes), 'onetwo')
  const broken = async function* () {
    yield Buffer.from('one')
    throw new Error('the line is cut')
  }
  await t.rejects(async () => void (await storage.receive?.(broken())), /the line is cut/)
  t.same(readdirSync(temporaryFolder), [])
})

t.test('services without conditions', async t => {
  for (const conditions of ['refused', 'ignored'] as const) {
    const { storage, objects, requests } = await storageFor(t, { conditions })
    t.equal(await storage.put('a.png', s3StoragePng('one')), true, conditions)
    t.equal(await storage.put('a.png', s3StoragePng('two')), false, conditions)
    t.equal(String(objects.get('uploads/a.png')?.bytes), 'one', conditions)
    const stored = await Promise.all(['one', 'two'].map(text => storage.put('b.png', s3StoragePng(text))))
    t.same(stored, [true, false], 'nor does another upload of the same process replace it')
    await storage.put('c.png', s3StoragePng('one'))
    t.same(requests.filter(request => request === 'PUT uploads/c.png').length, 1, 'a refused condition is sent once')
  }
})

t.test('listings of several pages', async t => {
  const names = ['a', 'b', 'c', 'd', 'e'].map(name => `2026/<${name}>&+ 1.txt`)
  const { storage: unencoded } = await storageFor(t, { page: 2, conditions: 'ignored' })
  const { storage } = await storageFor(t, { page: 2 })
  for (const each of [unencoded, storage]) {
    for (const name of names) await each.put(name, s3StoragePng('four'))
    t.same(await each.list?.('2026/'), names)
  }
  t.equal(await storage.size?.(''), 20)
  t.equal(await storage.size?.('2026'), 20)
  await t.rejects(async () => void (await storage.size?.('', AbortSignal.abort())), { name: 'AbortError' })
})

t.test('a service that refuses, fails or is not there', async t => {
  for (const [status, code] of [
    [403, 'failed'],
    [503, 'unavailable'],
  ] as const) {
    const { storage } = await storageFor(t, { status })
    await t.rejects(storage.put('a.png', s3StoragePng('one')), { name: 'StoreError', code })
    await t.rejects(storage.get('a.png'), { name: 'StoreError', code })
    await t.rejects(storage.remove('a.png'), { name: 'StoreError', code })
    await t.rejects(async () => void (await storage.list?.('a')), { name: 'StoreError', code })
  }
  const storage = createS3Storage({ ...ACCESS, url, bucketUrl: 'http://127.0.0.1:1/garden' })
  await t.rejects(storage.get('a.png'), { name: 'StoreError', code: 'unavailable' })
})

t.test('a wrong key is refused', async t => {
  const { bucketUrl } = await startS3Service(t)
  const storage = createS3Storage({ ...ACCESS, url, bucketUrl, secretAccessKey: 'wrong' })
  await t.rejects(storage.put('a.png', s3StoragePng('one')), { code: 'failed' })
})
