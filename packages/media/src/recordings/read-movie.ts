import type { VideoTrack } from '@platen/site/media'
import { type Box, boxes, contentOf, findBox } from './boxes.js'
import type { ByteSource } from './byte-source.js'
import { readPictures } from './movie-pictures.js'

/** The seconds between 1904, where times of movies begin, and 1970. */
const EPOCH = 2_082_844_800

/** Properties of an MP4 or QuickTime file that music-metadata does not report. */
export interface MovieFacts {
  readonly isMp4: boolean
  /** The Unix time in seconds of the recording. */
  readonly created?: number
  /** In seconds. */
  readonly duration?: number
  readonly video?: VideoTrack | undefined
}

/** The time of creation, and the duration of the longest track. */
function readHeader(header: Buffer) {
  const isLong = header[0] === 1
  if (header.length < (isLong ? 32 : 20)) return undefined
  const created = isLong ? Number(header.readBigUInt64BE(4)) : header.readUInt32BE(4)
  const scale = header.readUInt32BE(isLong ? 20 : 12)
  const duration = isLong ? Number(header.readBigUInt64BE(24)) : header.readUInt32BE(16)
  return { created: created - EPOCH, duration: scale > 0 ? duration / scale : 0 }
}

/** Reads the header and the picture track of an MP4 or QuickTime file; `undefined` if it has no movie. */
export async function readMovie(bytes: ByteSource): Promise<MovieFacts | undefined> {
  let brand = 'qt  '
  let movie: Box | undefined
  for await (const box of boxes(bytes, 0, bytes.size)) {
    if (box.type === 'ftyp') brand = (await bytes.read(box.at, 4)).toString('latin1')
    if (box.type !== 'moov') continue
    movie = box
    break
  }
  if (movie === undefined) return undefined
  const header = readHeader(await contentOf(bytes, await findBox(bytes, movie, ['mvhd']), 32))
  return { isMp4: brand !== 'qt  ', ...header, video: await readPictures(bytes, movie) }
}
