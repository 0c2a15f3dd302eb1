import { createRecordingReader } from '@platen/media'
import t from 'tap'
import * as sample from '../media/sample-recordings.js'
import { chooseSeed, createRandom } from '../robustness/random.js'
import { grows } from './growth.js'

const { read } = createRecordingReader()
const LONGEST = 2_000_000

const repeated = (piece: Buffer, length: number, start: Buffer = Buffer.alloc(0)) =>
  Buffer.concat([start, Buffer.alloc(Math.max(0, length - start.length), piece)])
const latin = (text: string) => Buffer.from(text, 'latin1')
const FTYP = sample.box('ftyp', latin('isom'))
const EBML = Buffer.from('1a45dfa38042f7810118538067ff', 'hex')

/** Files that name as many things as fit into their length. */
const FILES: Readonly<Record<string, (length: number) => Buffer>> = {
  'frames of MPEG audio that none follows': length => repeated(latin('\xff\xfb\x90\0\xff'), length),
  'bytes of which each begins a frame': length => repeated(latin('\xff'), length),
  'frames of a tag': length => sample.id3Tag([repeated(sample.textFrame('TIT2', 'x'), length)]),
  'empty frames of a tag': length => sample.id3Tag([repeated(sample.id3Frame('TIT2', latin('')), length)]),
  'a tag of one text': length => sample.id3Tag([sample.textFrame('TIT2', 'x'.repeat(length))]),
  'a tag of one picture': length => sample.id3Tag([sample.pictureFrame(Buffer.alloc(length))]),
  'an unsynchronised tag': length => sample.id3Tag([repeated(latin('\xff\0'), length)], 3, 0x80),
  'chunks of WAVE': length => repeated(latin('junk\0\0\0\0'), length, latin('RIFF\xff\xff\xff\xffWAVE')),
  'lists of AVI': length =>
    repeated(latin('LIST\x04\0\0\0strl'), length, latin('RIFF\xff\xff\xff\xffAVI LIST\xff\xff\xff\x7fhdrl')),
  'blocks of FLAC': length => repeated(latin('\x01\0\0\0'), length, latin('fLaC')),
  'pictures of FLAC': length => repeated(latin('\x06\0\0\0'), length, latin('fLaC')),
  'pages of Ogg': length => repeated(latin(`OggS\0\x02${'\0'.repeat(20)}\x01\0`), length),
  'ends of Ogg': length => repeated(latin('OggS'), length, sample.ogg('vorbis', 1).subarray(0, 60)),
  'boxes of MP4': length => repeated(sample.box('free'), length, FTYP),
  'empty tracks of MP4': length => Buffer.concat([FTYP, sample.box('moov', repeated(sample.box('trak'), length))]),
  'tracks in tracks of MP4': length =>
    Buffer.concat([FTYP, sample.box('moov', repeated(sample.box('trak', sample.box('mdia')), length))]),
  'elements of Matroska': length => repeated(Buffer.from('ec80', 'hex'), length, EBML),
  'tracks of Matroska': length =>
    repeated(Buffer.from('ae80', 'hex'), length, Buffer.concat([EBML, Buffer.from('1654ae6bff', 'hex')])),
}

t.test('the time of reading a recording grows with its length at most, and is short', async t => {
  for (const [what, make] of Object.entries(FILES)) {
    const run = (length: number) => {
      const bytes = make(length)
      return () => read(bytes)
    }
    t.equal(await grows(run, LONGEST, 1000), undefined, what)
  }
})

t.test('sizes that a file claims are not allocated', async t => {
  const claims = {
    tag: Buffer.concat([latin('ID3\x03\0\0\x7f\x7f\x7f\x7f'), sample.textFrame('TIT2', 'x')]),
    picture: Buffer.concat([
      sample.id3Tag([]).subarray(0, 6),
      latin('\x7f\x7f\x7f\x7fAPIC\xff\xff\xff\xff\0\0\0image/png\0\0\0'),
    ]),
    flac: latin('fLaC\x06\xff\xff\xff\0\0\0\x03\xff\xff\xff\xff'),
    movie: Buffer.concat([FTYP, latin('\0\0\0\x01moov\xff\xff\xff\xff\xff\xff\xff\xff')]),
    matroska: Buffer.concat([EBML, Buffer.from('1549a96601ffffffffffff', 'hex')]),
  }
  for (const [what, bytes] of Object.entries(claims)) {
    const before = process.memoryUsage()
    await read(bytes)
    const after = process.memoryUsage()
    t.ok(after.rss - before.rss < 32 * 2 ** 20 && after.external - before.external < 2 ** 20, what)
  }
})

const VALID = [
  Buffer.concat([
    sample.id3Tag([sample.textFrame('TIT2', 'x'), sample.pictureFrame(latin('picture'))]),
    sample.mpegSound(2),
  ]),
  Buffer.concat([sample.id3Tag([sample.textFrame('TIT2', 'x', 4)], 4, 0xc0), sample.notedSound('Xing', 9)]),
  sample.wave(0.01),
  sample.avi(2, 2, 2),
  sample.flac(1, latin('picture')),
  sample.ogg('theora', 1),
  sample.ogg('opus', 1),
  sample.movie({ sound: 64_000, cover: latin('picture') }),
  sample.matroska('webm', 1),
]

t.test('files with wrong or missing bytes are read as far as they go', async t => {
  const seed = chooseSeed()
  const random = createRandom(seed)
  const below = (limit: number) => random.int(0, Math.max(0, limit - 1))
  const INTERESTING = [0, 1, 2, 8, 0x7f, 0x80, 0xff]
  for (const [i, valid] of VALID.entries()) {
    for (let round = 0; round < 300; round++) {
      const bytes = Buffer.from(valid)
      for (let change = below(6); change >= 0; change--) {
        // What matters is at the start, and in headers at the end.
        const at = below(random.chance(0.5) ? Math.min(64, bytes.length) : bytes.length)
        bytes[at] = random.chance(0.5) ? random.pick(INTERESTING) : below(256)
      }
      const file = random.chance(0.3) ? bytes.subarray(0, below(bytes.length)) : bytes
      try {
        await read(file)
      } catch (error) {
        t.fail(`file ${i}, seed ${seed}: ${String(error)} ${file.toString('base64')}`)
      }
    }
  }
  t.pass(`seed ${seed}`)
})
