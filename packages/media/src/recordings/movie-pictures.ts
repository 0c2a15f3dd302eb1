import type { VideoTrack } from '@platen/site/media'
import { type Box, boxes, contentOf, findBox } from './boxes.js'
import type { ByteSource } from './byte-source.js'

const MAX_TRACKS = 64
const ENTRY_BYTES = 64

const CODECS: Readonly<Record<string, readonly [format: string, codec: string | undefined]>> = {
  avc1: ['quicktime', 'H.264/MPEG-4 AVC'],
  avc3: ['quicktime', 'H.264/MPEG-4 AVC'],
  hvc1: ['quicktime', 'H.265/HEVC'],
  hev1: ['quicktime', 'H.265/HEVC'],
  av01: ['quicktime', 'AV1'],
  vp09: ['quicktime', 'VP9'],
  mp4v: ['mpeg4', undefined],
}

function readEntry(entry: Buffer): VideoTrack | undefined {
  if (entry.length < 36) return undefined
  const type = entry.toString('latin1', 4, 8)
  const [format, codec] = CODECS[type] ?? [type.trim(), undefined]
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

/** Reads the first picture track of a movie; `undefined` if it has none. */
export async function readPictures(bytes: ByteSource, movie: Box): Promise<VideoTrack | undefined> {
  let count = 0
  for await (const track of boxes(bytes, movie.at, movie.end)) {
    if (track.type !== 'trak' || ++count > MAX_TRACKS) continue
    const media = await findBox(bytes, track, ['mdia'])
    if (media === undefined) continue
    const handler = await contentOf(bytes, await findBox(bytes, media, ['hdlr']), 12)
    if (handler.toString('latin1', 8, 12) !== 'vide') continue
    const entries = await findBox(bytes, media, ['minf', 'stbl', 'stsd'])
    const pixels = readEntry((await contentOf(bytes, entries, ENTRY_BYTES)).subarray(8))
    if (pixels !== undefined) return { ...pixels, ...(await displaySize(bytes, track)) }
  }
  return undefined
}
