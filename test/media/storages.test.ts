import { existsSync, mkdirSync, readdirSync, utimesSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { createDiskStorage, createMemoryStorage } from '@platen/media'
import { createS3Storage } from '@platen/media/s3'
import { type FileStorage, openFile } from '@platen/site/media'
import t, { type Test } from 'tap'
import { ACCESS, type ServiceOptions, startS3Service } from './s3/s3-service.js'

const url = 'https://site.example/files/'
const bytes = (text: string) => new TextEncoder().encode(text)
const textOf = (found: Uint8Array | undefined) => found && new TextDecoder().decode(found)
const png = (text: string) => ({ bytes: bytes(text), type: 'image/png' })

const STORAGES: Readonly<Record<string, (t: Test) => FileStorage | Promise<FileStorage>>> = {
  s3: async t => createS3Storage({ ...ACCESS, bucketUrl: (await startS3Service(t)).bucketUrl, url }),
  memory: () => createMemoryStorage({ url }),
  disk: t => createDiskStorage({ folder: join(t.testdir(), 'not', 'there', 'yet'), url }),
}

const UNSAFE = [
  '',
  '/etc/passwd',
  '../up.txt',
  '2026/../../up.txt',
  './here.txt',
  '2026//a.txt',
  '2026/',
  'a\\b.txt',
  'a\0b',
  '.hidden',
  '2026/.a.part',
]

for (const [name, make] of Object.entries(STORAGES)) {
  t.test(`${name}: stores, returns and removes a file`, async t => {
    const storage = await make(t)
    t.equal(await storage.put('2026/11/a.png', png('one')), true)
    t.equal(textOf(await storage.get('2026/11/a.png')), 'one')
    t.equal(await storage.remove('2026/11/a.png'), true)
    t.equal(await storage.get('2026/11/a.png'), undefined)
    t.equal(await storage.remove('2026/11/a.png'), false)
  })

  t.test(`${name}: opens a file, and reads parts of it`, async t => {
    const storage = await make(t)
    await storage.put('2026/a b.png', png('0123456789'))
    const file = await openFile(storage, '2026/a b.png')
    if (file === undefined) return t.fail('the file exists')
    t.equal(file.size, 10)
    t.match(file.version, /^[\w-]{3,}$/)
    const read = async (first: number, last: number) => {
      const chunks: Uint8Array[] = []
      for await (const chunk of file.read(first, last)) chunks.push(chunk)
      return String(Buffer.concat(chunks))
    }
    t.equal(await read(0, 9), '0123456789')
    t.equal(await read(3, 5), '345')
    t.equal(await read(9, 9), '9')
    await storage.put('2026/empty.txt', png(''))
    t.equal((await openFile(storage, '2026/empty.txt'))?.size, 0)
    t.equal(await openFile(storage, '2026/none.png'), undefined)
    t.equal(await openFile(storage, '2026'), undefined)
  })

  t.test(`${name}: lists the files of a folder that begin alike`, async t => {
    const storage = await make(t)
    for (const path of ['2026/11/a.png', '2026/11/a-1.png', '2026/11/b.png', '2026/11/a/c.png', 'a.png'])
      await storage.put(path, png('x'))
    t.same([...((await storage.list?.('2026/11/a')) ?? [])].sort(), ['2026/11/a-1.png', '2026/11/a.png'])
    t.same(await storage.list?.('a'), ['a.png'])
    t.same(await storage.list?.('2027/a'), [])
    t.same(await storage.list?.('../a'), [])
  })

  t.test(`${name}: the size of all files, or of those in a folder`, async t => {
    const storage = await make(t)
    t.equal(await storage.size?.(''), 0)
    for (const path of ['2026/11/a.txt', '2026/b.txt', '20261.txt']) await storage.put(path, png('four'))
    t.equal(await storage.size?.(''), 12)
    t.equal(await storage.size?.('2026'), 8)
    t.equal(await storage.size?.('2027'), 0)
    t.equal(await storage.size?.('../..'), 0)
  })

  t.test(`${name}: a path that is too long is that of no file`, async t => {
    const storage = await make(t)
    for (const path of ['x'.repeat(300), `${'x'.repeat(300)}/a`, `${'a/'.repeat(5000)}b`, '日'.repeat(100)]) {
      t.equal(await storage.get(path), undefined)
      t.equal(await storage.open?.(path), undefined)
      t.equal(await storage.remove(path), false)
      t.same(await storage.list?.(path), [])
    }
  })

  t.test(`${name}: never replaces a file`, async t => {
    const storage = await make(t)
    await storage.put('a.png', png('one'))
    t.equal(await storage.put('a.png', png('two')), false)
    t.equal(textOf(await storage.get('a.png')), 'one')
  })

  t.test(`${name}: one of many who want a name gets it`, async t => {
    const storage = await make(t)
    const all = ['a', 'b', 'c', 'd', 'e', 'f', 'g', 'h']
    const taken = await Promise.all(all.map(text => storage.put('2026/x.png', png(text))))
    t.same(taken.filter(Boolean), [true])
    t.equal(textOf(await storage.get('2026/x.png')), all[taken.indexOf(true)])
  })

  t.test(`${name}: passed and returned bytes are copies`, async t => {
    const storage = await make(t)
    const given = bytes('one')
    await storage.put('a.png', { bytes: given, type: 'image/png' })
    given.fill(0)
    const taken = await storage.get('a.png')
    taken?.fill(0)
    t.equal(textOf(await storage.get('a.png')), 'one')
  })

  t.test(`${name}: knows no paths that lead elsewhere`, async t => {
    const storage = await make(t)
    for (const path of UNSAFE) {
      await t.rejects(storage.put(path, png('x')), { name: 'RangeError' }, JSON.stringify(path))
      t.equal(await storage.get(path), undefined, JSON.stringify(path))
      t.equal(await storage.remove(path), false, JSON.stringify(path))
    }
  })

  t.test(`${name}: addresses`, async t => {
    const storage = await make(t)
    t.equal(storage.url('2026/11/a.png'), 'https://site.example/files/2026/11/a.png')
    t.equal(storage.url(''), 'https://site.example/files/')
  })
}

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
  const { storage } = await storageFor(t, { page: 2 })
  const names = ['a', 'b', 'c', 'd', 'e'].map(name => `2026/<${name}>&.txt`)
  for (const name of names) await storage.put(name, s3StoragePng('four'))
  t.same(await storage.list?.('2026/'), names)
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
