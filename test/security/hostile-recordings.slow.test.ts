import { createRecordingReader } from '@platen/media'
import t from 'tap'
import * as sample from '../media/sample-recordings.js'
import { chooseSeed, createRandom } from '../robustness/random.js'

type RecordingsModule = typeof import('../../packages/media/src/recordings/read-recording.js')
const { readRecording }: RecordingsModule = await import(
  new URL('../../../packages/media/dist/recordings/read-recording.js', import.meta.url).href
)

const TIME_LIMIT = 300
/** What starting the process again and a busy machine add to the limit, in milliseconds. */
const STARTING = 4000
const LENGTH = 2_000_000
const MIB = 2 ** 20
const { read } = createRecordingReader({ timeLimit: TIME_LIMIT })
/** Reads a good file, with the same process. A busy machine may need more than the limit, which is not what is tested. */
const readGood = () => createRecordingReader({ timeLimit: 60_000 }).read(sample.wave(1))

const repeated = (piece: Buffer, length: number, start: Buffer = Buffer.alloc(0)) =>
  Buffer.concat([start, Buffer.alloc(Math.max(0, length - start.length), piece)])
const latin = (text: string) => Buffer.from(text, 'latin1')
const FTYP = sample.box('ftyp', latin('isom\0\0\0\0'))
const EBML = Buffer.from('1a45dfa3874282847765626d18538067ff', 'hex')

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

t.test('reading takes as long as the limit at most, and the next file is read', async t => {
  for (const [what, make] of Object.entries(FILES)) {
    const bytes = make(LENGTH)
    const start = performance.now()
    await read(bytes)
    const time = performance.now() - start
    t.ok(time < TIME_LIMIT + STARTING, `${what}: ${Math.round(time)} ms`)
    t.match(await readGood(), { duration: 1 }, `after ${what}`)
  }
})

t.test('other work continues while a file is read, and files that wait too long are not read', async t => {
  const { read } = createRecordingReader({ timeLimit: TIME_LIMIT, waitLimit: TIME_LIMIT })
  const slow = () => read(repeated(latin('\xff'), LENGTH))
  await read(sample.wave(1))
  const start = performance.now()
  let turns = 0
  const timer = setInterval(() => turns++, 5)
  const found = await Promise.all([slow(), slow(), slow(), slow(), slow(), slow(), read(sample.wave(1))])
  clearInterval(timer)
  t.ok(performance.now() - start < 2 * (TIME_LIMIT + STARTING))
  t.ok(turns > 10, `${turns} turns`)
  t.equal(found[6], undefined)
  t.match(await readGood(), { duration: 1 })
})

t.test('a file that exceeds the memory limit only ends the reading process', async t => {
  const count = 10 * MIB
  const header = Buffer.alloc(12)
  header.writeUInt32BE(count, 8)
  const sizes = sample.box('stsz', header, Buffer.alloc(4 * count, 1))
  const media = sample.box('mdia', sample.box('minf', sample.box('stbl', sizes)))
  const movie = Buffer.concat([FTYP, sample.box('moov', sample.box('trak', media))])
  // Without a limit of memory, it would be read in seconds, well within this time.
  const patient = createRecordingReader({ timeLimit: 200_000 })
  t.equal(await patient.read(movie), undefined)
  t.match(await patient.read(sample.wave(1)), { duration: 1 })
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
  let largest = 0
  const noting = <Make extends (size: never, ...rest: never[]) => unknown>(make: Make): Make =>
    new Proxy(make, {
      apply(target, own, given) {
        largest = Math.max(largest, Number(given[0]) || 0)
        return Reflect.apply(target, own, given)
      },
    })
  t.intercept(Buffer, 'alloc', { value: noting(Buffer.alloc) })
  t.intercept(Buffer, 'allocUnsafe', { value: noting(Buffer.allocUnsafe) })
  const plain = new Proxy(Uint8Array, {
    construct(target, given, made) {
      if (typeof given[0] === 'number') largest = Math.max(largest, given[0])
      return Reflect.construct(target, given, made)
    },
  })
  t.intercept(globalThis, 'Uint8Array', { value: plain })
  for (const [what, bytes] of Object.entries(claims)) {
    largest = 0
    // In this process: it is not the memory that counts, which other things use as well.
    await readRecording(bytes).catch(() => undefined)
    t.ok(largest < MIB, `${what}: ${largest} bytes`)
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
  sample.movie({ sound: 800, cover: latin('picture') }),
  sample.matroska('webm', 1),
]

t.test('files with wrong or missing bytes are read as far as they go', async t => {
  const seed = chooseSeed()
  const random = createRandom(seed)
  const below = (limit: number) => random.int(0, Math.max(0, limit - 1))
  const INTERESTING = [0, 1, 2, 8, 0x7f, 0x80, 0xff]
  for (const [i, valid] of VALID.entries()) {
    for (let round = 0; round < 100; round++) {
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
