import type { AudioTrack, RecordingFacts, VideoTrack } from '@platen/site'
import type { ByteSource } from './byte-source.js'
import { vendorAt } from './vorbis-comment.js'

/** The streams of a file begin on its first pages. */
const MAX_STREAMS = 16
const START_BYTES = 8 * 1024
/** Pages are at most this long, in bytes: the last one begins within them. */
const END_BYTES = 2 * 65_307
const OPUS_RATE = 48_000

interface OggStream {
  readonly serial: number
  /** The samples before the start, and per second. */
  readonly skipped: number
  readonly rate: number
  readonly audio?: AudioTrack
  readonly video?: VideoTrack
}

/** Reads the packet that identifies a stream. */
function readStream(serial: number, packet: Buffer): OggStream | undefined {
  const starts = (text: string) => packet.toString('latin1', 0, text.length) === text
  if (starts('\x01vorbis') && packet.length >= 16) {
    const rate = packet.readUInt32LE(12)
    const track = { format: 'vorbis', channels: packet.readUInt8(11), sampleRate: rate } as const
    return { serial, skipped: 0, rate, audio: { ...track, bitrateMode: 'vbr', lossless: false } }
  }
  if (starts('OpusHead') && packet.length >= 12) {
    const track = { format: 'opus', channels: packet.readUInt8(9), sampleRate: OPUS_RATE } as const
    const skipped = packet.readUInt16LE(10)
    return { serial, skipped, rate: OPUS_RATE, audio: { ...track, bitrateMode: 'vbr', lossless: false } }
  }
  if (starts('\x80theora') && packet.length >= 20) {
    const video = { format: 'theora', width: packet.readUIntBE(14, 3), height: packet.readUIntBE(17, 3) }
    return { serial, skipped: 0, rate: 0, video }
  }
  return undefined
}

async function readStreams(bytes: ByteSource): Promise<readonly OggStream[]> {
  const streams: OggStream[] = []
  let at = 0
  for (let page = 0; page < MAX_STREAMS; page++) {
    const header = await bytes.read(at, 27 + 255 + 64)
    const isStart = header.length > 28 && header.toString('latin1', 0, 4) === 'OggS' && (header.readUInt8(5) & 2) !== 0
    if (!isStart) break
    const segments = header.readUInt8(26)
    const lengths = header.subarray(27, 27 + segments)
    const data = 27 + segments
    const stream = readStream(header.readUInt32LE(14), header.subarray(data, data + 64))
    if (stream !== undefined) streams.push(stream)
    at += data + lengths.reduce((sum, length) => sum + length, 0)
  }
  return streams
}

/** The position of the last sample of a stream: that of its last page. */
async function lastSample(bytes: ByteSource, serial: number): Promise<number> {
  const from = Math.max(0, bytes.size - END_BYTES)
  const tail = await bytes.read(from, END_BYTES)
  for (let at = tail.lastIndexOf('OggS'); at >= 0; at = at === 0 ? -1 : tail.lastIndexOf('OggS', at - 1)) {
    if (at + 18 > tail.length || tail.readUInt32LE(at + 14) !== serial) continue
    const samples = tail.readBigInt64LE(at + 6)
    if (samples >= 0n) return Number(samples)
  }
  return 0
}

async function encoderOf(bytes: ByteSource): Promise<string | undefined> {
  const start = await bytes.read(0, START_BYTES)
  for (const name of ['\x03vorbis', 'OpusTags']) {
    const at = start.indexOf(name, 0, 'latin1')
    if (at >= 0) return vendorAt(bytes, at + name.length)
  }
  return undefined
}

/** Reads an Ogg file with Vorbis, Opus or Theora. */
export async function readOgg(bytes: ByteSource): Promise<RecordingFacts> {
  const streams = await readStreams(bytes)
  const sound = streams.find(stream => stream.audio !== undefined)
  const video = streams.find(stream => stream.video !== undefined)?.video
  const kind =
    video === undefined ? (sound?.audio?.format === 'opus' ? 'audio/ogg; codecs=opus' : 'application/ogg') : 'video/ogg'
  const common = { container: 'ogg', type: kind, video, tags: {} }
  if (sound === undefined || sound.rate === 0) return common
  const duration = Math.max(0, (await lastSample(bytes, sound.serial)) - sound.skipped) / sound.rate
  const bitrate = duration > 0 && video === undefined ? (bytes.size * 8) / duration : undefined
  const audio = sound.audio && { ...sound.audio, bitrate, encoder: await encoderOf(bytes) }
  return { ...common, duration, audio }
}
