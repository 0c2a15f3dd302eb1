/** Audio and video files of a few hundred bytes, made of the headers that readers look at. */

const latin = (text: string) => Buffer.from(text, 'latin1')
const big = (value: number, bytes: number) => {
  const buffer = Buffer.alloc(bytes)
  buffer.writeUIntBE(value, 0, bytes)
  return buffer
}
const little = (value: number, bytes: number) => Buffer.from(big(value, bytes).reverse())
const join = (...parts: readonly Uint8Array[]) => Buffer.concat(parts)

/** The header of MPEG 1 layer 3 at 128 kbit/s and 44.1 kHz, by mode: stereo, joint stereo, dual channel, mono. */
const mpegHeader = (mode: number) => Buffer.from([0xff, 0xfb, 0x90, mode << 6])
const MPEG_FRAME = 417
/** A frame at 64 kbit/s. */
const SLOWER_FRAME = 208

/** MPEG audio at a constant rate. */
export const mpegSound = (frames: number, mode = 0): Buffer =>
  join(...Array.from({ length: frames }, () => join(mpegHeader(mode), Buffer.alloc(MPEG_FRAME - 4))))

/** MPEG audio whose first frame has the number of frames, under the name that an encoder gives it. */
export function notedSound(name: 'Xing' | 'Info', frames: number): Buffer {
  const note = join(latin(name), big(1 + 2 + 8, 4), big(frames, 4), big(frames * MPEG_FRAME, 4), big(80, 4))
  const start = join(mpegHeader(0), Buffer.alloc(32), note)
  const slower = join(Buffer.from([0xff, 0xfb, 0x50, 0]), Buffer.alloc(SLOWER_FRAME - 4))
  const second = name === 'Xing' ? slower : mpegSound(1)
  return join(start, Buffer.alloc(MPEG_FRAME - start.length), second, mpegSound(3))
}

const syncsafe = (size: number) => Buffer.from([size >> 21, size >> 14, size >> 7, size].map(byte => byte & 127))

/** A frame of an ID3 tag. */
export const id3Frame = (id: string, data: Uint8Array, version = 3): Buffer =>
  version === 2
    ? join(latin(id), big(data.length, 3), data)
    : join(latin(id), version === 4 ? syncsafe(data.length) : big(data.length, 4), Buffer.alloc(2), data)

/** A frame with a text in Latin-1. */
export const textFrame = (id: string, text: string, version = 3): Buffer => id3Frame(id, latin(`\0${text}`), version)

/** A frame with a picture. */
export const pictureFrame = (picture: Uint8Array, type = 'image/png'): Buffer =>
  id3Frame('APIC', join(latin(`\0${type}\0\x03cover\0`), picture))

/** An ID3 tag of version 2. */
export const id3Tag = (frames: readonly Uint8Array[], version = 3, flags = 0): Buffer => {
  const body = join(...frames)
  return join(latin('ID3'), Buffer.from([version, 0, flags]), syncsafe(body.length), body)
}

/** An ID3 tag of version 1. */
export function oldTag(title: string, artist: string, year: string, track: number, genre: number): Buffer {
  const tag = Buffer.alloc(128)
  tag.write('TAG', 0)
  tag.write(title, 3)
  tag.write(artist, 33)
  tag.write(year, 93)
  tag[126] = track
  tag[127] = genre
  return tag
}

const chunk = (id: string, data: Uint8Array) =>
  join(latin(id), little(data.length, 4), data, Buffer.alloc(data.length % 2))
const riff = (kind: string, ...chunks: readonly Uint8Array[]) => chunk('RIFF', join(latin(kind), ...chunks))

const waveFormat = (codec: number, channels: number, rate: number, bits: number) =>
  join(
    little(codec, 2),
    little(channels, 2),
    little(rate, 4),
    little((rate * channels * bits) / 8, 4),
    little((channels * bits) / 8, 2),
    little(bits, 2),
  )

/** A WAVE file with silence, and another chunk before it. */
export const wave = (seconds: number, { codec = 1, channels = 1, rate = 8000, bits = 8 } = {}): Buffer =>
  riff(
    'WAVE',
    chunk('junk', latin('odd')),
    chunk('fmt ', waveFormat(codec, channels, rate, bits)),
    chunk('data', Buffer.alloc((seconds * rate * channels * bits) / 8)),
  )

/** An AVI file of 25 pictures per second, with a sound track. */
export function avi(width: number, height: number, pictures: number): Buffer {
  const header = Buffer.alloc(56)
  header.writeUInt32LE(40_000, 0)
  header.writeUInt32LE(pictures, 16)
  header.writeUInt32LE(width, 32)
  header.writeUInt32LE(height, 36)
  const stream = chunk(
    'LIST',
    join(latin('strl'), chunk('strh', latin('auds')), chunk('strf', waveFormat(1, 2, 8000, 16))),
  )
  return riff('AVI ', chunk('LIST', join(latin('hdrl'), chunk('avih', header), stream)))
}

/** The texts of a Vorbis comment, after the program that wrote it. */
export function vorbisComment(texts: Readonly<Record<string, string>> = {}): Buffer {
  const sized = (text: string) => join(little(Buffer.byteLength(text), 4), Buffer.from(text))
  const lines = Object.entries(texts).map(([name, text]) => sized(`${name}=${text}`))
  return join(sized('test encoder'), little(lines.length, 4), ...lines)
}

/** A FLAC file without sound: 16 bits at 44.1 kHz in two channels. */
export function flac(seconds: number, picture?: Uint8Array, comment = vorbisComment()): Buffer {
  const info = Buffer.alloc(34)
  info.writeUInt32BE(44_100 * 4096 + (1 << 9) + (15 << 4), 10)
  info.writeUInt32BE(44_100 * seconds, 14)
  const block = (kind: number, data: Uint8Array) => join(Buffer.from([kind]), big(data.length, 3), data)
  const described = (text: string) => join(big(text.length, 4), latin(text))
  const image =
    picture && join(big(3, 4), described('image/png'), described(''), Buffer.alloc(16), big(picture.length, 4), picture)
  return join(latin('fLaC'), block(0, info), ...(image ? [block(6, image)] : []), block(0x84, comment))
}

function oggPage(serial: number, flags: number, samples: number, data: Uint8Array): Buffer {
  const header = Buffer.alloc(27)
  header.write('OggS', 0)
  header[5] = flags
  header.writeBigInt64LE(BigInt(samples), 6)
  header.writeUInt32LE(serial, 14)
  header[26] = 1
  return join(header, Buffer.from([data.length]), data)
}

const VORBIS = join(latin('\x01vorbis'), Buffer.alloc(4), Buffer.from([2]), little(44_100, 4), Buffer.alloc(14))
const OPUS = join(latin('OpusHead'), Buffer.from([1, 1]), little(312, 2), little(44_100, 4), Buffer.alloc(3))
const THEORA = join(latin('\x80theora'), Buffer.alloc(7), big(320, 3), big(180, 3), Buffer.alloc(22))

/** An Ogg file. The last page of another stream follows that of the sound. */
export function ogg(kind: 'vorbis' | 'opus' | 'theora', seconds: number): Buffer {
  const isOpus = kind === 'opus'
  const tags = join(latin(isOpus ? 'OpusTags' : '\x03vorbis'), little(4, 4), latin('test'), little(0, 4))
  const last = isOpus ? seconds * 48_000 + 312 : seconds * 44_100
  return join(
    ...(kind === 'theora' ? [oggPage(2, 2, 0, THEORA)] : []),
    oggPage(1, 2, 0, isOpus ? OPUS : VORBIS),
    oggPage(1, 0, 0, tags),
    oggPage(1, 4, last, latin('sound')),
    oggPage(7, 4, 1, latin('other')),
  )
}

/** A box of an MP4 file. */
export const box = (type: string, ...parts: readonly Uint8Array[]): Buffer => {
  const content = join(...parts)
  return join(big(content.length + 8, 4), latin(type), content)
}

const zeros = (length: number) => Buffer.alloc(length)
const handler = (kind: string) => box('hdlr', zeros(8), latin(kind), zeros(13))
const trackHeader = (id: number, width: number, height: number) =>
  box('tkhd', zeros(12), big(id, 4), zeros(60), big(width, 2), zeros(2), big(height, 2), zeros(2))
const entryBox = (entry: Uint8Array) => box('minf', box('stbl', box('stsd', zeros(4), big(1, 4), entry)))

function videoTrack(width: number, height: number): Buffer {
  const entry = box('avc1', zeros(24), big(width, 2), big(height, 2), zeros(50))
  return box('trak', trackHeader(1, width, height), box('mdia', handler('vide'), entryBox(entry)))
}

/** A sound track of one sample. */
function audioTrack(bitrate: number, seconds: number): Buffer {
  const header = box('mdhd', zeros(12), big(44_100, 4), big(44_100 * seconds, 4), zeros(4))
  const entry = box('mp4a', zeros(6), big(1, 2), zeros(8), big(2, 2), big(16, 2), zeros(4), big(44_100, 2), zeros(2))
  const sizes = box('stsz', zeros(8), big(1, 4), big((bitrate * seconds) / 8, 4))
  const description = box('stsd', zeros(4), big(1, 4), entry)
  const media = box('mdia', header, handler('soun'), box('minf', box('stbl', description, sizes)))
  return box('trak', trackHeader(2, 0, 0), media)
}

/** How a sample movie is made. */
export interface MovieOptions {
  readonly brand?: string
  readonly seconds?: number
  /** `null` for a file without pictures. */
  readonly size?: readonly [width: number, height: number] | null
  /** The bit rate of its sound track. */
  readonly sound?: number | undefined
  readonly cover?: Uint8Array
}

/** The seconds from 1904 to 1970. */
const EPOCH = 2_082_844_800

/** An MP4 or QuickTime file of 2020-01-01, whose header follows its data. */
export function movie({ brand = 'isom', seconds = 5, size = [320, 180], sound, cover }: MovieOptions = {}): Buffer {
  const header = box(
    'mvhd',
    zeros(4),
    big(EPOCH + 1_577_836_800, 4),
    zeros(4),
    big(1000, 4),
    big(seconds * 1000, 4),
    zeros(80),
  )
  const art =
    cover && box('udta', box('meta', zeros(4), box('ilst', box('covr', box('data', big(14, 4), zeros(4), cover)))))
  const tracks = [...(size ? [videoTrack(...size)] : []), ...(sound ? [audioTrack(sound, seconds)] : [])]
  return join(
    box('ftyp', latin(brand), zeros(4)),
    box('mdat', zeros(100 + (seconds * (sound ?? 0)) / 8)),
    box('moov', header, ...tracks, ...(art ? [art] : [])),
  )
}

const element = (id: string, ...parts: readonly Uint8Array[]) => {
  const content = join(...parts)
  return join(Buffer.from(id, 'hex'), big(0x4000 + content.length, 2), content)
}
const float = (value: number) => {
  const buffer = Buffer.alloc(8)
  buffer.writeDoubleBE(value)
  return buffer
}

/** A WebM or Matroska file with a segment of unknown size, as live recorders write it. */
export function matroska(docType: 'webm' | 'matroska', seconds: number): Buffer {
  const info = element('1549a966', element('2ad7b1', big(1_000_000, 3)), element('4489', float(seconds * 1000)))
  const video = element(
    'ae',
    element('83', big(1, 1)),
    element('86', latin('V_VP8')),
    element('e0', element('b0', big(320, 2)), element('ba', big(180, 2))),
  )
  const audio = element(
    'ae',
    element('83', big(2, 1)),
    element('86', latin('A_OPUS')),
    element('22b59c', latin('eng')),
    element('e1', element('b5', float(48_000)), element('9f', big(2, 1))),
  )
  const cluster = element('1f43b675', zeros(20))
  return join(
    element('1a45dfa3', element('4282', latin(docType))),
    Buffer.from('1853806701ffffffffffffff', 'hex'),
    element('ec', zeros(9)),
    info,
    cluster,
    element('1654ae6b', video, audio),
  )
}
