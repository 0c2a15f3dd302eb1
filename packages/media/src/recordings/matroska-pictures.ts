import type { VideoTrack } from '@platen/site/media'
import type { IFormat } from 'music-metadata'

const FORMATS: Readonly<Record<string, string>> = { 'mpeg4/iso/avc': 'h264', 'mpegh/iso/hevc': 'h265' }

/** The name of a codec without its kind: `vp8` of `V_VP8`. */
const formatOf = (codec = '') => {
  const name = codec.toLowerCase().replace(/^[av]_/, '')
  return FORMATS[name] ?? name.split('/')[0] ?? ''
}

/** The first picture track of a Matroska file. */
export function matroskaPictures(tracks: IFormat['trackInfo']): VideoTrack | undefined {
  const track = tracks.find(each => each.video !== undefined)
  if (track?.video === undefined) return undefined
  const { pixelWidth = 0, pixelHeight = 0 } = track.video
  return { format: formatOf(track.codecName), width: pixelWidth, height: pixelHeight }
}
