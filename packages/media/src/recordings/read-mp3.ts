import type { AudioTrack, RecordingFacts } from '@platen/site'
import type { ByteSource } from './byte-source.js'
import { readId3 } from './id3.js'
import { type MpegFrame, mpegFrameAt } from './mpeg-frame.js'

/** How many bytes are searched for the first frame. */
const SEARCHED = 64 * 1024
/** How many frames are compared to tell whether the bit rate is constant. */
const COMPARED = 100

interface FirstFrame {
  readonly at: number
  readonly frame: MpegFrame
}

/** The first frame after a position: one that another of the same kind follows, or nothing. */
async function firstFrame(bytes: ByteSource, from: number): Promise<FirstFrame | undefined> {
  const data = await bytes.read(from, SEARCHED)
  for (let at = data.indexOf(0xff); at >= 0; at = data.indexOf(0xff, at + 1)) {
    const frame = mpegFrameAt(data, at)
    if (frame === undefined) continue
    const next = mpegFrameAt(data, at + frame.length)
    const isLast = at + frame.length + 4 > data.length
    if (isLast || (next?.layer === frame.layer && next.sampleRate === frame.sampleRate)) return { at: from + at, frame }
  }
  return undefined
}

/** The number of frames as the encoder noted it in the first frame, and whether the bit rate is constant. */
async function notedFrames(bytes: ByteSource, { at, frame }: FirstFrame) {
  const note = await bytes.read(at + frame.infoAt, 12)
  const name = note.toString('latin1', 0, 4)
  if ((name === 'Xing' || name === 'Info') && note.length === 12 && (note.readUInt32BE(4) & 1) === 1)
    return { frames: note.readUInt32BE(8), isConstant: name === 'Info' }
  const other = await bytes.read(at + 36, 18)
  const isOther = other.length === 18 && other.toString('latin1', 0, 4) === 'VBRI'
  return isOther ? { frames: other.readUInt32BE(14), isConstant: false } : undefined
}

/** The average bit rate of the first frames, and whether it is constant. */
async function comparedFrames(bytes: ByteSource, { at, frame }: FirstFrame) {
  let position = at
  let sum = 0
  let count = 0
  let isConstant = true
  while (count < COMPARED) {
    const current = mpegFrameAt(await bytes.read(position, 4), 0)
    if (current === undefined) break
    if (current.bitrate !== frame.bitrate) isConstant = false
    sum += current.bitrate
    count++
    position += current.length
  }
  return { bitrate: sum / count, isConstant }
}

async function readSound(bytes: ByteSource, first: FirstFrame, from: number, to: number) {
  const size = Math.max(0, to - from)
  const { sampleRate, samples } = first.frame
  const noted = await notedFrames(bytes, first)
  const duration = noted === undefined ? 0 : (noted.frames * samples) / sampleRate
  if (noted !== undefined && duration > 0)
    return { duration, bitrate: (size * 8) / duration, isConstant: noted.isConstant }
  const { bitrate, isConstant } = await comparedFrames(bytes, first)
  return { duration: (size * 8) / bitrate, bitrate, isConstant }
}

/** Reads a file of MPEG audio, with its ID3 tags. `undefined` if it has neither. */
export async function readMp3(bytes: ByteSource): Promise<RecordingFacts | undefined> {
  const { tags, cover, from, to } = await readId3(bytes)
  const first = await firstFrame(bytes, from)
  if (first === undefined && from === 0) return undefined
  const common = { container: 'mp3', type: 'audio/mpeg', tags, cover }
  if (first === undefined) return common
  const { duration, bitrate, isConstant } = await readSound(bytes, first, from, to)
  const { layer, mode, sampleRate } = first.frame
  const audio: AudioTrack = {
    format: `mp${layer}`,
    channels: mode === 'mono' ? 1 : 2,
    channelMode: mode,
    sampleRate,
    bitrate,
    bitrateMode: isConstant ? 'cbr' : 'vbr',
    lossless: false,
  }
  return { ...common, duration, audio }
}
