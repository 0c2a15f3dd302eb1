import { fork } from 'node:child_process'
import { once } from 'node:events'
import { readFileSync } from 'node:fs'
import { createSharpImages } from '@platen/media'
import type { ImageStep } from '@platen/site/media'
import sharp from 'sharp'
import t from 'tap'

const images = createSharpImages()
const RED = { r: 220, g: 20, b: 20 }
const BLUE = { r: 20, g: 20, b: 220 }

/** A picture whose left half is red and whose right half is blue. */
async function picture(width: number, height: number) {
  const half = { create: { width: Math.floor(width / 2), height, channels: 3 as const, background: RED } }
  const left = await sharp(half).png().toBuffer()
  return sharp({ create: { width, height, channels: 3, background: BLUE } }).composite([
    { input: left, left: 0, top: 0 },
  ])
}

async function colourAt(bytes: Uint8Array | undefined, left: number, top: number): Promise<'red' | 'blue'> {
  const { data } = await sharp(bytes)
    .extract({ left, top, width: 1, height: 1 })
    .removeAlpha()
    .raw()
    .toBuffer({ resolveWithObject: true })
  return (data[0] ?? 0) > (data[2] ?? 0) ? 'red' : 'blue'
}

t.test('inspects', async t => {
  t.match(await images.inspect(await (await picture(40, 30)).png().toBuffer()), {
    width: 40,
    height: 30,
    notes: { orientation: 0 },
  })
  const turned = await (await picture(40, 30)).withMetadata({ orientation: 6 }).jpeg().toBuffer()
  t.match(await images.inspect(turned), { width: 40, height: 30, notes: { orientation: 6 } })
  t.equal(await images.inspect(Buffer.from('no image')), undefined)
  t.equal(await images.inspect(new Uint8Array()), undefined)
})

t.test('makes one image after the other, so that several uploads need no more memory than one', async t => {
  const large = await (await picture(2000, 2000)).png().toBuffer()
  const small = await (await picture(8, 8)).png().toBuffer()
  const made: string[] = []
  await Promise.all([
    images.make(large, [{ do: 'rotate', angle: 45 }], 80).then(() => made.push('large')),
    images.make(Buffer.from('no image'), [], 80).then(() => made.push('none')),
    images.make(small, [], 80).then(() => made.push('small')),
  ])
  t.same(made, ['large', 'none', 'small'])
})

const FORMATS = ['jpeg', 'png', 'webp', 'gif', 'avif'] as const
for (const format of FORMATS) {
  t.test(`makes ${format} of ${format}`, async t => {
    const bytes = await (await picture(64, 32))[format]().toBuffer()
    const made = await images.make(bytes, [{ do: 'resize', width: 16, height: 8 }], 80)
    t.match(made, { width: 16, height: 8 })
    t.equal((await sharp(made?.bytes).metadata()).format, format === 'avif' ? 'heif' : format)
    t.equal(await colourAt(made?.bytes, 2, 4), 'red')
    t.equal(await colourAt(made?.bytes, 13, 4), 'blue')
  })
}

const STEPS: readonly {
  readonly steps: readonly ImageStep[]
  readonly size: readonly [width: number, height: number]
  /** A place that is red, and one that is blue. */
  readonly red: readonly [left: number, top: number]
  readonly blue: readonly [left: number, top: number]
}[] = [
  { steps: [], size: [80, 40], red: [5, 5], blue: [75, 5] },
  { steps: [{ do: 'flip', horizontal: true, vertical: false }], size: [80, 40], red: [75, 5], blue: [5, 5] },
  { steps: [{ do: 'flip', horizontal: false, vertical: true }], size: [80, 40], red: [5, 5], blue: [75, 5] },
  { steps: [{ do: 'rotate', angle: 90 }], size: [40, 80], red: [5, 5], blue: [5, 75] },
  { steps: [{ do: 'rotate', angle: 180 }], size: [80, 40], red: [75, 5], blue: [5, 5] },
  { steps: [{ do: 'rotate', angle: 270 }], size: [40, 80], red: [5, 75], blue: [5, 5] },
  { steps: [{ do: 'crop', left: 0.25, top: 0, width: 0.5, height: 1 }], size: [40, 40], red: [5, 5], blue: [35, 5] },
  {
    steps: [
      { do: 'rotate', angle: 90 },
      { do: 'crop', left: 0, top: 0.25, width: 1, height: 0.5 },
    ],
    size: [40, 40],
    red: [5, 5],
    blue: [5, 35],
  },
  {
    steps: [
      { do: 'crop', left: 0.25, top: 0, width: 0.5, height: 1 },
      { do: 'rotate', angle: 180 },
    ],
    size: [40, 40],
    red: [35, 5],
    blue: [5, 5],
  },
  {
    steps: [
      { do: 'crop', left: 0.25, top: 0, width: 0.5, height: 1 },
      { do: 'resize', width: 10, height: 10 },
    ],
    size: [10, 10],
    red: [1, 5],
    blue: [8, 5],
  },
  { steps: [{ do: 'crop', left: 0.9, top: 0.9, width: 5, height: 5 }], size: [8, 4], red: [-1, -1], blue: [1, 1] },
]

for (const { steps, size, red, blue } of STEPS) {
  t.test(`steps: ${JSON.stringify(steps)}`, async t => {
    const made = await images.make(await (await picture(80, 40)).png().toBuffer(), steps, 80)
    t.same([made?.width, made?.height], size)
    if (red[0] >= 0) t.equal(await colourAt(made?.bytes, ...red), 'red')
    t.equal(await colourAt(made?.bytes, ...blue), 'blue')
  })
}

t.test('turns upright, once', async t => {
  const turned = await (await picture(80, 40)).withMetadata({ orientation: 6 }).jpeg().toBuffer()
  const made = await images.make(turned, [{ do: 'upright' }], 80)
  t.match(made, { width: 40, height: 80 })
  t.equal((await sharp(made?.bytes).metadata()).orientation, undefined)
  t.equal(await colourAt(made?.bytes, 20, 5), 'red')
  const small = await images.make(turned, [{ do: 'upright' }, { do: 'resize', width: 20, height: 40 }], 80)
  t.match(small, { width: 20, height: 40 })
  t.equal(await colourAt(small?.bytes, 10, 3), 'red')
})

t.test('reads as much as possible of broken images', async t => {
  const whole = await (await picture(400, 300)).jpeg().toBuffer()
  const steps: ImageStep[] = [{ do: 'resize', width: 40, height: 30 }]
  t.match(await images.make(whole.subarray(0, whole.length / 2), steps, 80), { width: 40, height: 30 })
  t.equal(await images.make(whole.subarray(0, 20), steps, 80), undefined)
  t.equal(await images.make(Buffer.from('no image'), steps, 80), undefined)
  t.equal(
    await images.make(Buffer.from('<svg xmlns="http://www.w3.org/2000/svg" width="4" height="4"/>'), steps, 80),
    undefined,
  )
})

t.test('decodes no more pixels than it may', async t => {
  const few = createSharpImages({ maxPixels: 1000 })
  const bytes = await (await picture(80, 40)).png().toBuffer()
  t.equal(await few.make(bytes, [{ do: 'resize', width: 8, height: 4 }], 80), undefined)
})

t.test('derived images do not contain metadata of cameras', async t => {
  const exif = { IFD0: { Artist: 'Somebody', Copyright: 'All mine' } }
  const bytes = await (await picture(80, 40)).withExif(exif).jpeg().toBuffer()
  t.match(await images.inspect(bytes), { notes: { credit: 'Somebody', copyright: 'All mine' } })
  const made = await images.make(bytes, [{ do: 'resize', width: 8, height: 4 }], 80)
  t.match(await images.inspect(made?.bytes ?? new Uint8Array()), { notes: { credit: '', copyright: '' } })
})

/** A small animation whose many frames take decoders minutes to count. */
async function manyFrames(count: number): Promise<Buffer> {
  const chunk = (name: string, content: Uint8Array) => {
    const length = Buffer.alloc(4)
    length.writeUInt32LE(content.length)
    return Buffer.concat([Buffer.from(name), length, content, Buffer.alloc(content.length % 2)])
  }
  const still = await (await picture(2, 1)).webp().toBuffer()
  const frame = chunk(
    'ANMF',
    Buffer.concat([Buffer.from([...Array(6).fill(0), 1, 0, 0, 0, 0, 0]), Buffer.alloc(4), still.subarray(12)]),
  )
  const canvas = chunk('VP8X', Uint8Array.of(2, 0, 0, 0, 99, 0, 0, 99, 0, 0))
  const animation = Buffer.concat([canvas, chunk('ANIM', new Uint8Array(6)), ...Array(count).fill(frame)])
  return chunk('RIFF', Buffer.concat([Buffer.from('WEBP'), animation]))
}

t.test('an image that takes too long is given up, and the next one is processed', async t => {
  const hasty = createSharpImages({ timeLimit: 1000 })
  const slow = await manyFrames(200_000)
  const began = performance.now()
  const inspected = hasty.inspect(slow)
  const next = images.inspect(await (await picture(40, 30)).png().toBuffer())
  t.equal(await inspected, undefined)
  t.match(await next, { width: 40, height: 30 })
  t.equal(await hasty.make(slow, [{ do: 'resize', width: 8, height: 4 }], 80), undefined)
  t.ok(performance.now() - began < 25_000)
})

t.test('nobody waits for the many images of another user', async t => {
  const hasty = createSharpImages({ timeLimit: 500 })
  const slow = await manyFrames(200_000)
  const small = await (await picture(40, 30)).png().toBuffer()
  const done: string[] = []
  const theirs = ['first', 'second', 'third'].map(name => hasty.inspect(slow, 1).then(() => done.push(name)))
  const ours = async () => {
    t.match(await hasty.inspect(small, 2), { width: 40 })
    t.match(await hasty.make(small, [{ do: 'resize', width: 8, height: 4 }], 80, 2), { width: 8 })
    done.push('ours')
  }
  await Promise.all([...theirs, ours()])
  t.same(done, ['first', 'ours', 'second', 'third'])
})

t.test('the process ends with its parent, even within an image', async t => {
  const child = fork(new URL('./image-child.js', import.meta.resolve('@platen/media')), { serialization: 'advanced' })
  t.teardown(() => child.kill('SIGKILL'))
  await once(child, 'message')
  child.send({ do: 'inspect', source: await manyFrames(200_000), maxPixels: 1000 })
  // It has begun when it has received all bytes.
  await new Promise(resolve => setTimeout(resolve, 1000))
  child.disconnect()
  const began = performance.now()
  await once(child, 'exit')
  t.ok(performance.now() - began < 3000)
})

const imagesOfPhotos = createSharpImages()
const file = (name: string) => readFileSync(new URL(`../../../test/parity/files/${name}`, import.meta.url))
const NOTHING = {
  aperture: 0,
  credit: '',
  camera: '',
  caption: '',
  created: 0,
  copyright: '',
  focalLength: 0,
  iso: 0,
  shutterSpeed: 0,
  orientation: 0,
}

t.test('reads what a camera wrote', async t => {
  const facts = await imagesOfPhotos.inspect(file('media-exif.jpg'))
  t.same(facts?.notes, {
    aperture: 2.8,
    credit: 'An Artist',
    camera: 'Parity Cam',
    caption: 'A described picture',
    created: Date.UTC(2024, 2, 4, 5, 6, 7) / 1000,
    copyright: '(c) Someone',
    focalLength: 50,
    iso: 200,
    shutterSpeed: 0.008,
    orientation: 1,
  })
})

t.test('a picture without notes', async t => {
  t.same((await imagesOfPhotos.inspect(file('media-tiny.png')))?.notes, NOTHING)
})

t.test('broken notes are ignored', async t => {
  const whole = file('media-exif.jpg')
  const at = whole.indexOf('Exif\0\0')
  for (const length of [10, 60, 200]) {
    const broken = Buffer.from(whole)
    broken.fill(0xff, at + 14, at + 14 + length)
    t.ok((await imagesOfPhotos.inspect(broken))?.notes, `${length} bytes`)
  }
})

t.test('texts lose control characters', async t => {
  const bytes = await sharp({ create: { width: 4, height: 4, channels: 3, background: 'red' } })
    .withExif({ IFD0: { ImageDescription: ' A\u0007b ', Artist: '\u0001' } })
    .jpeg()
    .toBuffer()
  t.match(await imagesOfPhotos.inspect(bytes), { notes: { caption: 'Ab', credit: '' } })
})
