import type { VideoTrack } from '@platen/site/media'
import type { ByteSource } from './byte-source.js'

/** The streams of a file begin on its first pages. */
const START_BYTES = 4096

/** The dimensions of the pictures of an Ogg file, which music-metadata does not read; `undefined` for sound. */
export async function readTheora(bytes: ByteSource): Promise<VideoTrack | undefined> {
  const start = await bytes.read(0, START_BYTES)
  const at = start.indexOf('\x80theora', 0, 'latin1')
  if (at < 0 || at + 20 > start.length) return undefined
  return { format: 'theora', width: start.readUIntBE(at + 14, 3), height: start.readUIntBE(at + 17, 3) }
}
