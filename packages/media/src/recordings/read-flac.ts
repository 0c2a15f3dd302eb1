import type { AudioTrack, RecordingFacts } from '@platen/site'
import type { ByteSource } from './byte-source.js'
import { MAX_COVER } from './limits.js'
import { vendorAt } from './vorbis-comment.js'

const STREAM_INFO = 0
const COMMENT = 4
const PICTURE = 6

interface StreamInfo {
  readonly track: AudioTrack
  readonly duration: number
}

function readStreamInfo(data: Buffer, fileBytes: number): StreamInfo | undefined {
  if (data.length < 18) return undefined
  const packed = data.readUInt32BE(10)
  const sampleRate = packed >>> 12
  const samples = (data.readUInt8(13) & 15) * 2 ** 32 + data.readUInt32BE(14)
  const duration = sampleRate > 0 ? samples / sampleRate : 0
  const track: AudioTrack = {
    format: 'flac',
    sampleRate,
    channels: ((packed >>> 9) & 7) + 1,
    bitsPerSample: ((packed >>> 4) & 31) + 1,
    bitrate: duration > 0 ? (fileBytes * 8) / duration : undefined,
    bitrateMode: 'vbr',
    lossless: true,
  }
  return { track, duration }
}

/** The bytes of a picture block; `undefined` if they are too many, or the block is invalid. */
async function readPicture(bytes: ByteSource, at: number, end: number): Promise<Buffer | undefined> {
  let position = at + 4
  // The texts before the dimensions: the media type, and a description.
  for (let text = 0; text < 2; text++) {
    const length = await bytes.read(position, 4)
    if (length.length < 4) return undefined
    position += 4 + length.readUInt32BE(0)
  }
  const length = await bytes.read(position + 16, 4)
  const size = length.length < 4 ? 0 : length.readUInt32BE(0)
  const isSound = size > 0 && size <= MAX_COVER && position + 20 + size <= end
  return isSound ? bytes.read(position + 20, size) : undefined
}

/** Reads a FLAC file. */
export async function readFlac(bytes: ByteSource): Promise<RecordingFacts> {
  let info: StreamInfo | undefined
  let encoder: string | undefined
  let cover: Buffer | undefined
  let isLast = false
  for (let at = 4; !isLast && at < bytes.size; ) {
    const header = await bytes.read(at, 4)
    if (header.length < 4) break
    const kind = header.readUInt8(0) & 127
    const size = header.readUIntBE(1, 3)
    isLast = header.readUInt8(0) >= 128
    at += 4
    if (kind === STREAM_INFO) info = readStreamInfo(await bytes.read(at, Math.min(size, 34)), bytes.size)
    if (kind === COMMENT) encoder = await vendorAt(bytes, at)
    if (kind === PICTURE) cover ??= await readPicture(bytes, at, at + size)
    at += size
  }
  const audio = info && { ...info.track, encoder }
  return { container: 'flac', type: 'audio/flac', duration: info?.duration, audio, tags: {}, cover }
}
