import type { AudioTrack, VideoTrack } from '@platen/site'
import { type Box, boxes, contentOf, findBox } from './boxes.js'
import type { ByteSource } from './byte-source.js'

const MAX_TRACKS = 64
const ENTRY_BYTES = 1024
/** Where the boxes of an entry about sound begin. */
const AUDIO_BOXES = 36

const VIDEO_CODECS: Readonly<Record<string, readonly [format: string, codec: string | undefined]>> = {
  avc1: ['quicktime', 'H.264/MPEG-4 AVC'],
  avc3: ['quicktime', 'H.264/MPEG-4 AVC'],
  hvc1: ['quicktime', 'H.265/HEVC'],
  hev1: ['quicktime', 'H.265/HEVC'],
  av01: ['quicktime', 'AV1'],
  vp09: ['quicktime', 'VP9'],
  mp4v: ['mpeg4', undefined],
}

/** The tracks of a movie. */
export interface MovieTracks {
  readonly audio: AudioTrack | undefined
  readonly video: VideoTrack | undefined
}

/** The average bit rate in the description of an MPEG-4 elementary stream. */
function averageBitrate(description: Buffer): number | undefined {
  const CONFIG = 4
  let at = 4
  while (at + 2 <= description.length) {
    const kind = description[at++]
    while (((description[at] ?? 0) & 0x80) !== 0) at++
    at++
    if (kind === CONFIG) {
      const bitrate = at + 13 <= description.length ? description.readUInt32BE(at + 9) : 0
      return bitrate > 0 ? bitrate : undefined
    }
    // A stream description: its id and flags, and then the configuration.
    at += 3
  }
  return undefined
}

function readAudio(entry: Buffer): AudioTrack | undefined {
  if (entry.length < AUDIO_BOXES) return undefined
  const type = entry.toString('latin1', 4, 8)
  const at = entry.indexOf('esds', AUDIO_BOXES, 'latin1')
  const isAac = type === 'mp4a'
  return {
    format: isAac ? 'mp4' : type.trim(),
    codec: isAac ? 'ISO/IEC 14496-3 AAC' : undefined,
    channels: entry.readUInt16BE(24),
    bitsPerSample: entry.readUInt16BE(26),
    sampleRate: entry.readUInt16BE(32),
    bitrate: at < 0 ? undefined : averageBitrate(entry.subarray(at + 4)),
    lossless: type === 'alac',
  }
}

function readVideo(entry: Buffer): VideoTrack | undefined {
  if (entry.length < 36) return undefined
  const type = entry.toString('latin1', 4, 8)
  const [format, codec] = VIDEO_CODECS[type] ?? [type.trim(), undefined]
  return { format, codec, width: entry.readUInt16BE(32), height: entry.readUInt16BE(34) }
}

/** The display size of a track, which may differ from that of its pixels. */
async function displaySize(bytes: ByteSource, track: Box) {
  const header = await contentOf(bytes, await findBox(bytes, track, ['tkhd']), 104)
  const end = header.length > 0 && header.readUInt8(0) === 1 ? 96 : 84
  if (header.length < end) return undefined
  const [width, height] = [header.readUInt16BE(end - 8), header.readUInt16BE(end - 4)]
  return width > 0 && height > 0 ? { width, height } : undefined
}

/** Reads the first sound track and the first picture track of a movie. */
export async function readTracks(bytes: ByteSource, movie: Box): Promise<MovieTracks> {
  let audio: AudioTrack | undefined
  let video: VideoTrack | undefined
  let count = 0
  for await (const track of boxes(bytes, movie.at, movie.end)) {
    if (track.type !== 'trak' || ++count > MAX_TRACKS) continue
    const media = await findBox(bytes, track, ['mdia'])
    if (media === undefined) continue
    const handler = await contentOf(bytes, await findBox(bytes, media, ['hdlr']), 12)
    const kind = handler.toString('latin1', 8, 12)
    const entries = await findBox(bytes, media, ['minf', 'stbl', 'stsd'])
    const entry = (await contentOf(bytes, entries, ENTRY_BYTES)).subarray(8)
    if (kind === 'soun') audio ??= readAudio(entry)
    const pixels = kind === 'vide' && video === undefined ? readVideo(entry) : undefined
    if (pixels !== undefined) video = { ...pixels, ...(await displaySize(bytes, track)) }
  }
  return { audio, video }
}
