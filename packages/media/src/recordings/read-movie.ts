import type { RecordingFacts } from '@platen/site'
import { type Box, boxes, contentOf, findBox } from './boxes.js'
import type { ByteSource } from './byte-source.js'
import { MAX_COVER } from './limits.js'
import { readTracks } from './movie-tracks.js'

/** The seconds between 1904, where times of movies begin, and 1970. */
const EPOCH = 2_082_844_800

interface MovieHeader {
  readonly created: number
  readonly duration: number
}

/** The time of creation, and the duration in seconds. */
function readHeader(header: Buffer): MovieHeader | undefined {
  const isLong = header[0] === 1
  if (header.length < (isLong ? 32 : 20)) return undefined
  const created = isLong ? Number(header.readBigUInt64BE(4)) : header.readUInt32BE(4)
  const scale = header.readUInt32BE(isLong ? 20 : 12)
  const duration = isLong ? Number(header.readBigUInt64BE(24)) : header.readUInt32BE(16)
  return { created: created - EPOCH, duration: scale > 0 ? duration / scale : 0 }
}

async function readCover(bytes: ByteSource, movie: Box): Promise<Buffer | undefined> {
  const data = await findBox(bytes, movie, ['udta', 'meta', 'ilst', 'covr', 'data'])
  // The kind and the locale of the data come first.
  const size = data === undefined ? 0 : data.end - data.at - 8
  return data !== undefined && size > 0 && size <= MAX_COVER ? bytes.read(data.at + 8, size) : undefined
}

/** Reads an MP4 or QuickTime file. */
export async function readMovie(bytes: ByteSource): Promise<RecordingFacts> {
  let brand = 'qt  '
  let movie: Box | undefined
  for await (const box of boxes(bytes, 0, bytes.size)) {
    if (box.type === 'ftyp') brand = (await bytes.read(box.at, 4)).toString('latin1')
    if (box.type === 'moov') {
      movie = box
      break
    }
  }
  if (movie === undefined) return { container: 'quicktime', type: 'video/quicktime', tags: {} }
  const header = readHeader(await contentOf(bytes, await findBox(bytes, movie, ['mvhd']), 32))
  const { audio: sound, video: pictures } = await readTracks(bytes, movie)
  const total = header !== undefined && header.duration > 0 ? (bytes.size * 8) / header.duration : undefined
  const audio = sound && { ...sound, bitrate: sound.bitrate ?? (pictures === undefined ? total : undefined) }
  const rest = total === undefined ? 0 : Math.round(total - (audio?.bitrate ?? 0))
  const video = pictures && { ...pictures, bitrate: rest > 0 ? rest : undefined }
  const isMp4 = brand !== 'qt  '
  return {
    container: isMp4 ? 'mp4' : 'quicktime',
    type: isMp4 ? (video === undefined ? 'audio/mp4' : 'video/mp4') : 'video/quicktime',
    duration: header?.duration,
    created: header?.created,
    audio,
    video,
    tags: {},
    cover: await readCover(bytes, movie),
  }
}
