import type { ByteSource } from './byte-source.js'

const START_BYTES = 4096
/** Pages are at most this long, in bytes: the last one begins within them. */
const END_BYTES = 2 * 65_307
const OPUS_RATE = 48_000
const PAGE = 'OggS'
const SERIAL_AT = 14

interface Sound {
  readonly serial: number
  /** The samples before the start, and per second. */
  readonly skipped: number
  readonly rate: number
}

/** The first stream with sound. */
function soundIn(start: Buffer): Sound | undefined {
  const vorbis = start.indexOf('\x01vorbis', 0, 'latin1')
  const at = vorbis < 0 ? start.indexOf('OpusHead', 0, 'latin1') : vorbis
  const page = at < 0 ? -1 : start.lastIndexOf(PAGE, at)
  if (page < 0 || page + SERIAL_AT + 4 > at || at + 16 > start.length) return undefined
  const serial = start.readUInt32LE(page + SERIAL_AT)
  return vorbis < 0
    ? { serial, skipped: start.readUInt16LE(at + 10), rate: OPUS_RATE }
    : { serial, skipped: 0, rate: start.readUInt32LE(at + 12) }
}

/** The position of the last sample of a stream: that of its last page. */
function lastSample(tail: Buffer, serial: number): number {
  for (let at = tail.lastIndexOf(PAGE); at >= 0; at = at === 0 ? -1 : tail.lastIndexOf(PAGE, at - 1)) {
    if (at + SERIAL_AT + 4 > tail.length || tail.readUInt32LE(at + SERIAL_AT) !== serial) continue
    const samples = tail.readBigInt64LE(at + 6)
    if (samples >= 0n) return Number(samples)
  }
  return 0
}

/** The duration of an Ogg file in seconds by its last page: music-metadata reads all pages for it. */
export async function oggDuration(bytes: ByteSource): Promise<number | undefined> {
  const sound = soundIn(await bytes.read(0, START_BYTES))
  if (sound === undefined || sound.rate === 0) return undefined
  const tail = await bytes.read(Math.max(0, bytes.size - END_BYTES), END_BYTES)
  const duration = (lastSample(tail, sound.serial) - sound.skipped) / sound.rate
  return duration > 0 ? duration : undefined
}
