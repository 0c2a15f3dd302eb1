import { readFileSync } from 'node:fs'
import { createSharpImages } from '@platen/media'
import sharp from 'sharp'
import t from 'tap'

const images = createSharpImages()
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
  const facts = await images.inspect(file('media-exif.jpg'))
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
  t.same((await images.inspect(file('media-tiny.png')))?.notes, NOTHING)
})

t.test('broken notes are ignored', async t => {
  const whole = file('media-exif.jpg')
  const at = whole.indexOf('Exif\0\0')
  for (const length of [10, 60, 200]) {
    const broken = Buffer.from(whole)
    broken.fill(0xff, at + 14, at + 14 + length)
    t.ok((await images.inspect(broken))?.notes, `${length} bytes`)
  }
})

t.test('texts lose control characters', async t => {
  const bytes = await sharp({ create: { width: 4, height: 4, channels: 3, background: 'red' } })
    .withExif({ IFD0: { ImageDescription: ' A\u0007b ', Artist: '\u0001' } })
    .jpeg()
    .toBuffer()
  t.match(await images.inspect(bytes), { notes: { caption: 'Ab', credit: '' } })
})
