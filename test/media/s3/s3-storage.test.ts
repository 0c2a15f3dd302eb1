import { readdirSync } from 'node:fs'
import { createS3Storage } from '@platen/media/s3'
import t, { type Test } from 'tap'
import { ACCESS, type ServiceOptions, startS3Service } from './s3-service.js'

const url = 'https://files.example'
const png = (text: string) => ({ bytes: Buffer.from(text), type: 'image/png' })

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
  for (const name of names) t.ok(await storage.put(name, png('one')), name)
  t.same([...objects.keys()], names)
  t.match(objects.get(names[0] ?? '')?.headers, { 'content-type': 'image/png', 'cache-control': 'max-age=60' })
  t.same([...((await storage.list?.('2026/')) ?? [])].sort(), [...names].sort())
})

t.test('uploads are buffered on the disk', async t => {
  const { storage, objects, temporaryFolder } = await storageFor(t)
  const file = await storage.receive?.(parts('one', 'two'))
  t.equal(readdirSync(temporaryFolder).length, 1)
  t.equal(file?.size, 6)
  await storage.put('a.txt', png('taken'))
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
    const { storage, objects } = await storageFor(t, { conditions })
    t.equal(await storage.put('a.png', png('one')), true, conditions)
    t.equal(await storage.put('a.png', png('two')), false, conditions)
    t.equal(String(objects.get('uploads/a.png')?.bytes), 'one', conditions)
  }
})

t.test('listings of several pages', async t => {
  const { storage } = await storageFor(t, { page: 2 })
  const names = ['a', 'b', 'c', 'd', 'e'].map(name => `2026/<${name}>&.txt`)
  for (const name of names) await storage.put(name, png('four'))
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
    await t.rejects(storage.put('a.png', png('one')), { name: 'StoreError', code })
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
  await t.rejects(storage.put('a.png', png('one')), { code: 'failed' })
})
