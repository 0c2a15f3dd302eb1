import type { AudioTrack, RecordingFacts } from '@platen/site'
import type { ByteSource } from './byte-source.js'
import { riffChunks } from './riff.js'
import { readWaveFormat } from './wave-format.js'

/** Reads a WAVE file. */
export async function readWav(bytes: ByteSource): Promise<RecordingFacts> {
  let audio: AudioTrack | undefined
  let dataBytes = 0
  for await (const { id, at, size } of riffChunks(bytes, 12, bytes.size)) {
    if (id === 'fmt ') audio = readWaveFormat(await bytes.read(at, Math.min(size, 16)))
    if (id === 'data') dataBytes = size
    if (audio !== undefined && dataBytes > 0) break
  }
  const bitrate = audio?.bitrate ?? 0
  return { container: 'wav', type: 'audio/wav', duration: bitrate > 0 ? (dataBytes * 8) / bitrate : 0, audio, tags: {} }
}
