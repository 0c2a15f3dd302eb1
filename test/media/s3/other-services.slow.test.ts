import { createSharpImages, toFilesHandler } from '@platen/media'
import { createS3Storage, type S3StorageOptions } from '@platen/media/s3'
import { openFile } from '@platen/site/media'
import sharp from 'sharp'
import t, { type Test } from 'tap'
import { mediaSite } from '../../site/features/media/media-site.js'
import { FILES_URL, png, storageContract, textOf } from '../storage-contract.js'
import { createBucket, type OtherService } from './other-service.js'
import { startS3rver } from './s3rver.js'
import { noSwift, startSwift } from './swift.js'

const SERVICES = {
  s3rver: { start: startS3rver, reason: undefined },
  'OpenStack Swift': { start: startSwift, reason: noSwift() },
}

for (const [name, { start, reason }] of Object.entries(SERVICES))
  t.test(name, reason === undefined ? {} : { skip: reason }, async t => testService(t, name, await start(t)))

async function testService(t: Test, name: string, service: OtherService): Promise<void> {
  const bucketUrl = await createBucket(service, 'garden')
  let made = 0
  const options = (more: Partial<S3StorageOptions> = {}) => ({
    ...service.access,
    bucketUrl,
    url: FILES_URL,
    prefix: `${++made}/`,
    temporaryFolder: t.testdir(),
    ...more,
  })

  storageContract(t, name, () => createS3Storage(options()))

  await t.test('names with spaces, signs and other scripts', async t => {
    const storage = createS3Storage(options())
    const names = NAMES.filter(path => service.misreads?.test(path) !== true)
    for (const path of names) {
      t.equal(await storage.put(path, png(path)), true, path)
      t.equal(await storage.put(path, png('another')), false, path)
      t.equal(textOf(await storage.get(path)), path)
      t.same(await storage.list?.(path), [path])
    }
    t.same([...((await storage.list?.('2026/')) ?? [])].sort(), [...names].sort())
    for (const path of names) t.equal(await storage.remove(path), true, path)
    t.equal(await storage.size?.(''), 0)
  })

  await t.test('listings of many files', async t => {
    const storage = createS3Storage(options())
    const paths = Array.from({ length: 35 }, (_, at) => `2026/a-${at}.txt`)
    await Promise.all(paths.map(path => storage.put(path, png('four'))))
    t.same([...((await storage.list?.('2026/a')) ?? [])].sort(), [...paths].sort())
    t.equal(await storage.size?.(''), 4 * paths.length)
  })

  await t.test('a file of 64 MB, and parts of it', async t => {
    const storage = createS3Storage(options())
    const received = await storage.receive?.(megabytes(64))
    t.equal(await received?.put('2026/film.mp4', 'video/mp4'), true)
    t.equal(await received?.put('2026/film.mp4', 'video/mp4'), false)
    await received?.discard()
    const file = await openFile(storage, '2026/film.mp4')
    t.equal(file?.size, 64 * MEGABYTE)
    const numbers: number[] = []
    for await (const chunk of file?.read(MEGABYTE - 1, 40 * MEGABYTE) ?? []) numbers.push(chunk.length, chunk[0] ?? -1)
    t.equal(
      numbers.filter((_, at) => at % 2 === 0).reduce((sum, length) => sum + length),
      39 * MEGABYTE + 2,
    )
    t.equal(numbers[1], 0, 'the last byte of the first megabyte')
    for await (const _ of file?.read(0, 64 * MEGABYTE - 1) ?? []) break
    t.equal((await openFile(storage, '2026/film.mp4'))?.version, file?.version, 'a reader may stop')
  })

  await t.test('a wrong key and a missing bucket', async t => {
    const wrong = createS3Storage(options({ secretAccessKey: 'wrong' }))
    await t.rejects(wrong.put('a.png', png('one')), { name: 'StoreError', code: 'failed' })
    const missing = createS3Storage(options({ bucketUrl: `${service.url}/nowhere` }))
    await t.rejects(missing.put('a.png', png('one')), { name: 'StoreError', code: 'failed' })
    await t.rejects(async () => void (await missing.list?.('a')), { name: 'StoreError', code: 'failed' })
  })

  await t.test('a site stores images with their sizes, serves, edits and deletes them', async t => {
    const storage = createS3Storage(options())
    const { send, upload } = await mediaSite({ storage, images: createSharpImages() })
    const image = { create: { width: 1600, height: 1200, channels: 3 as const, background: 'green' } }
    const bytes = await sharp(image).png().toBuffer()
    const form = { title: 'Garden' }
    const uploads = await Promise.all([1, 2, 3].map(() => upload('Mein Garten – 日本.png', bytes, { form })))
    t.same(
      uploads.map(({ status }) => status),
      [201, 201, 201],
    )
    const all = uploads.map(({ body }) => body as Uploaded)
    const urls = all.flatMap(({ media_details }) => Object.values(media_details.sizes).map(size => size.source_url))
    t.ok(urls.length >= 12, `${urls.length} files`)
    t.equal(new Set(urls).size, urls.length)

    const handler = toFilesHandler(storage)
    const request = async (url: string, headers: Record<string, string> = {}) => {
      const response = await handler(new Request(url, { headers }))
      return response ?? t.fail(`${url} is not a file`)
    }
    for (const { media_details } of all) {
      for (const { source_url, width, height } of Object.values(media_details.sizes)) {
        const response = (await request(source_url)) as Response
        t.match(await sharp(Buffer.from(await response.arrayBuffer())).metadata(), { width, height })
      }
    }
    const [url = ''] = urls
    const whole = (await request(url)) as Response
    const text = Buffer.from(await whole.arrayBuffer())
    const part = (await request(url, { range: 'bytes=1-10' })) as Response
    t.equal(part.status, 206)
    t.same(Buffer.from(await part.arrayBuffer()), text.subarray(1, 11))
    const etag = whole.headers.get('etag') ?? ''
    t.equal(((await request(url, { 'if-none-match': etag })) as Response).status, 304)
    t.equal(((await request(`${url}x`)) as Response).status, 404)

    const [first] = all
    const modifiers = [{ type: 'rotate', args: { angle: 90 } }]
    const edited = await send(`POST /media/${first?.id}/edit`, { body: { src: first?.source_url, modifiers } })
    t.equal(edited.status, 201)
    t.match(edited.body, { media_details: { width: 1200, height: 1600 } })
    for (const { id } of [...all, edited.body as Uploaded])
      t.equal((await send(`DELETE /media/${id}?force=true`)).status, 200)
    t.equal(await storage.size?.(''), 0, 'no file is left')
  })
}

interface Uploaded {
  readonly id: number
  readonly source_url: string
  readonly media_details: {
    readonly sizes: Readonly<
      Record<string, { readonly source_url: string; readonly width: number; readonly height: number }>
    >
  }
}

const NAMES = [
  "2026/a b+c&d=e'(1)*.png",
  '2026/ at both ends ',
  '2026/日本.png',
  '2026/Grüße.png',
  '2026/Grüße.png'.normalize('NFD'),
  '2026/صورة.png',
  '2026/🌱.png',
  '2026/%41%2F.png',
  '2026/a?b#c.png',
  '2026/<&amp;>".png',
  '2026/a..b~!@$;:,[]{}|^`.png',
  '2026/\x01\x1f\n.png',
]

const MEGABYTE = 1024 * 1024

async function* megabytes(count: number) {
  for (let at = 0; at < count; at++) yield Buffer.alloc(MEGABYTE, at)
}
