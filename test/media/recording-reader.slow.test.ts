import { execFile } from 'node:child_process'
import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { setTimeout } from 'node:timers/promises'
import { promisify } from 'node:util'
import { createRecordingReader } from '@platen/media'
import t from 'tap'
import { temporaryFolder } from '../temporary-folder.js'
import * as sample from './sample-recordings.js'

const { read } = createRecordingReader()
const PICTURE = Buffer.from('\x89PNG picture', 'latin1')

const FILES: readonly (readonly [what: string, bytes: Buffer, expected: object])[] = [
  [
    'MP3 at a constant rate',
    sample.mpegSound(12),
    {
      container: 'mp3',
      type: 'audio/mpeg',
      audio: {
        format: 'mp3',
        channels: 2,
        channelMode: 'stereo',
        sampleRate: 44_100,
        bitrate: 128_000,
        bitrateMode: 'cbr',
        lossless: false,
      },
    },
  ],
  ['MP3 in joint stereo', sample.mpegSound(3, 1), { audio: { channels: 2, channelMode: 'joint stereo' } }],
  ['MP3 in mono', sample.mpegSound(3, 3), { audio: { channels: 1, channelMode: 'mono' } }],
  [
    'MP3 after a tag and rubbish',
    Buffer.concat([sample.id3Tag([]), Buffer.alloc(99, 0xff), sample.mpegSound(3)]),
    { audio: { bitrate: 128_000 } },
  ],
  [
    'MP3 with a varying rate',
    sample.notedSound('Xing', 115),
    { duration: (115 * 1152) / 44_100, audio: { bitrateMode: 'vbr' } },
  ],
  [
    'MP3 with a note of a constant rate',
    sample.notedSound('Info', 115),
    { duration: (115 * 1152) / 44_100, audio: { bitrateMode: 'cbr' } },
  ],
  [
    'MP3 with only a tag',
    sample.id3Tag([sample.textFrame('TIT2', 'Silence')]),
    { audio: undefined, tags: { title: 'Silence' } },
  ],
  [
    'WAVE',
    sample.wave(2),
    {
      container: 'wav',
      type: 'audio/wav',
      duration: 2,
      audio: {
        format: 'wav',
        codecNumber: 1,
        codec: 'Pulse Code Modulation (PCM)',
        bitrate: 64_000,
        bitsPerSample: 8,
        lossless: true,
      },
    },
  ],
  [
    'WAVE with another codec',
    sample.wave(1, { codec: 6, channels: 2 }),
    { audio: { codec: 'A-Law', channels: 2, lossless: false } },
  ],
  [
    'FLAC',
    sample.flac(3, PICTURE),
    {
      container: 'flac',
      duration: 3,
      cover: PICTURE,
      audio: { sampleRate: 44_100, channels: 2, bitsPerSample: 16, lossless: true, encoder: 'test encoder' },
    },
  ],
  [
    'Ogg Vorbis',
    sample.ogg('vorbis', 4),
    {
      container: 'ogg',
      type: 'application/ogg',
      duration: 4,
      audio: { format: 'vorbis', channels: 2 },
    },
  ],
  [
    'Ogg Opus',
    sample.ogg('opus', 4),
    { type: 'audio/ogg; codecs=opus', duration: 4, audio: { format: 'opus', channels: 1, sampleRate: 44_100 } },
  ],
  [
    'Ogg Theora',
    sample.ogg('theora', 4),
    {
      type: 'video/ogg',
      duration: 4,
      video: { format: 'theora', width: 320, height: 180 },
      audio: { format: 'vorbis' },
    },
  ],
  [
    'MP4',
    sample.movie({ sound: 96_000 }),
    {
      container: 'mp4',
      type: 'video/mp4',
      duration: 5,
      created: 1_577_836_800,
      video: { width: 320, height: 180, codec: 'H.264/MPEG-4 AVC' },
      audio: { format: 'mp4', channels: 2, bitsPerSample: 16, sampleRate: 44_100, bitrate: 96_000 },
    },
  ],
  [
    'MP4 with sound only',
    sample.movie({ size: null, sound: 96_000, cover: PICTURE }),
    { type: 'audio/mp4', video: undefined, cover: PICTURE },
  ],
  [
    'QuickTime',
    sample.movie({ brand: 'qt  ' }),
    { container: 'quicktime', type: 'video/quicktime', video: { width: 320 } },
  ],
  [
    'MP4 without a movie',
    sample.box('ftyp', Buffer.from('mp42')),
    { container: 'quicktime', duration: undefined, video: undefined },
  ],
  [
    'WebM',
    sample.matroska('webm', 6),
    {
      container: 'webm',
      type: 'video/webm',
      duration: 6,
      video: { format: 'vp8', width: 320, height: 180 },
      audio: { format: 'opus', channels: 2, sampleRate: 48_000, language: 'eng' },
    },
  ],
  ['Matroska', sample.matroska('matroska', 6), { container: 'matroska', type: 'video/x-matroska' }],
  [
    'AVI',
    sample.avi(320, 180, 50),
    {
      container: 'avi',
      duration: 2,
      video: { width: 320, height: 180 },
      audio: { channels: 2, codec: 'Pulse Code Modulation (PCM)' },
    },
  ],
]

t.test('reads recordings from memory and from disk', async t => {
  const folder = temporaryFolder('recordings')
  for (const [what, bytes, expected] of FILES) {
    const found = await read(bytes)
    t.match(found, expected, what)
    const file = join(folder, 'recording')
    await writeFile(file, bytes)
    t.same(await read({ file }), found, `${what}, from disk`)
  }
})

t.test('knows no other files', async t => {
  for (const bytes of ['', 'x', 'plain text', 'RIFF....WEBP', '\xff\xd8\xff\xe0 a photo', 'ID'])
    t.equal(await read(Buffer.from(bytes, 'latin1')), undefined, bytes)
})

const utf16 = Buffer.concat([Buffer.from([1, 0xff, 0xfe]), Buffer.from('Käse ☃\0other', 'utf16le')])
const bigEndian = Buffer.from([1, 0xfe, 0xff, 0, 0x41, 0, 0x42])

const TAGS: readonly (readonly [what: string, frames: readonly Buffer[], expected: object])[] = [
  ['texts', [sample.textFrame('TIT2', 'One\0Two'), sample.textFrame('TPE1', 'Ann')], { title: 'One', artist: 'Ann' }],
  ['one of two frames', [sample.textFrame('TIT2', 'One'), sample.textFrame('TIT2', 'Two')], { title: 'Two' }],
  ['UTF-16', [sample.id3Frame('TIT2', utf16), sample.id3Frame('TALB', bigEndian)], { title: 'Käse ☃', album: 'AB' }],
  ['UTF-8', [sample.id3Frame('TIT2', Buffer.from('\x03Käse'))], { title: 'Käse' }],
  ['a track of several', [sample.textFrame('TRCK', '3/9')], { track_number: '3', totaltracks: '9' }],
  ['a genre by number', [sample.textFrame('TCON', '(17)')], { genre: 'Rock' }],
  ['the first of several genres', [sample.textFrame('TCON', '(4)(17)Eurodisco')], { genre: 'Disco' }],
  ['a genre by name', [sample.textFrame('TCON', 'Yodel')], { genre: 'Yodel' }],
  ['comments', [sample.id3Frame('COMM', Buffer.from('\0engabout\0It is good.'))], { comment: 'It is good.' }],
  [
    'named texts and links',
    [sample.textFrame('TXXX', 'key\0value'), sample.textFrame('WXXX', 'key\0https://a.example')],
    { text: 'value', url_user: 'https://a.example' },
  ],
  ['links', [sample.id3Frame('WOAR', Buffer.from('https://a.example'))], { url_artist: 'https://a.example' }],
  ['nothing that is empty', [sample.textFrame('TIT2', ''), sample.textFrame('ZZZZ', 'x')], {}],
]

t.test('reads ID3 tags', async t => {
  for (const [what, frames, expected] of TAGS)
    t.same((await read(Buffer.concat([sample.id3Tag(frames), sample.mpegSound(2)])))?.tags, expected, what)
})

t.test('reads ID3 tags of every version', async t => {
  const tagsOf = async (...parts: readonly Buffer[]) => (await read(Buffer.concat(parts)))?.tags
  const sound = sample.mpegSound(2)
  const long = 'x'.repeat(200)
  t.same(await tagsOf(sample.id3Tag([sample.textFrame('TT2', 'Old', 2)], 2), sound), { title: 'Old' })
  t.same(
    await tagsOf(
      sample.id3Tag([sample.textFrame('TIT2', long, 4), sample.textFrame('TDRC', '2019-05-01', 4)], 4),
      sound,
    ),
    {
      title: long,
      recording_time: '2019-05-01',
      year: '2019',
    },
  )
  t.same(await tagsOf(sound, sample.oldTag('Title', 'Artist', '1999', 5, 17)), {
    title: 'Title',
    artist: 'Artist',
    year: '1999',
    track_number: '5',
    genre: 'Rock',
  })
  t.same(await tagsOf(sample.id3Tag([sample.textFrame('TIT2', 'New')]), sound, sample.oldTag('Old', '', '', 0, 255)), {
    title: 'New',
  })
})

t.test('finds the first cover', async t => {
  const tag = sample.id3Tag([sample.pictureFrame(PICTURE), sample.pictureFrame(Buffer.from('another'))])
  t.same((await read(Buffer.concat([tag, sample.mpegSound(2)])))?.cover, PICTURE)
})

t.test('the reading process neither ends a process that waits for it nor keeps an idle one alive', async t => {
  const { href } = new URL(import.meta.resolve('@platen/media'))
  const wave = JSON.stringify([...sample.wave(0.1)])
  const script = `
    const { createRecordingReader } = await import(${JSON.stringify(href)})
    const { duration } = await createRecordingReader().read(Uint8Array.from(${wave}))
    console.log(duration)`
  const { stdout } = await promisify(execFile)(process.execPath, ['--input-type=module', '-e', script], {
    timeout: 20_000,
  })
  t.equal(stdout, '0.1\n')
})

t.test('the reading process ends with its parent, even while it is busy', async t => {
  const { href } = new URL('./reading-child.js', import.meta.resolve('@platen/media'))
  const script = `
    const child = require('node:child_process').fork(new URL(${JSON.stringify(href)}), { serialization: 'advanced' })
    child.once('message', () => {
      console.log(child.pid)
      child.send(Buffer.alloc(8e6, 0xff))
      setTimeout(() => process.kill(process.pid, 'SIGKILL'), 1000)
    })`
  const { stdout } = await promisify(execFile)(process.execPath, ['-e', script]).catch(error => error)
  const pid = Number(stdout)
  t.ok(pid > 0)
  const isAlive = () => {
    try {
      return process.kill(pid, 0)
    } catch {
      return false
    }
  }
  for (let tries = 0; tries < 100 && isAlive(); tries++) await setTimeout(100)
  t.notOk(isAlive())
  if (isAlive()) process.kill(pid, 'SIGKILL')
})

t.test('a source that cannot be read rejects, and the next one is read', async t => {
  await t.rejects(read({ file: '/does/not/exist' }), /ENOENT/)
  t.match(await read(sample.wave(1)), { duration: 1 })
})

t.test('tags of other formats have the same names', async t => {
  const comment = sample.vorbisComment({ TITLE: 'One', ARTIST: 'Ann', TRACKNUMBER: '3' })
  t.match(await read(sample.flac(1, undefined, comment)), { tags: { title: 'One', artist: 'Ann', track_number: '3' } })
})

t.test('sound has no higher bit rate than its file', async t => {
  const whole = sample.movie({ size: null, sound: 96_000 })
  const { audio: found } = (await read(whole)) ?? {}
  t.equal(found?.bitrate, 96_000)
  const data = whole.indexOf('mdat', 0, 'latin1') - 4
  const without = Buffer.concat([whole.subarray(0, data), whole.subarray(data + whole.readUInt32BE(data))])
  t.match(await read(without), { duration: 5, audio: { bitrate: (without.length * 8) / 5 } })
})
