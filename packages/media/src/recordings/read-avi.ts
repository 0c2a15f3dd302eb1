import type { AudioTrack, RecordingFacts, VideoTrack } from '@platen/site/media'
import type { ByteSource } from './byte-source.js'
import { riffChunks } from './riff.js'
import { readWaveFormat } from './wave-format.js'

interface AviHeader {
  duration: number
  video: VideoTrack | undefined
  audio: AudioTrack | undefined
}

/** Reads the description of a stream: that of sound has the format of WAVE files. */
async function readStream(bytes: ByteSource, from: number, to: number): Promise<AudioTrack | undefined> {
  let isAudio = false
  for await (const { id, at, size } of riffChunks(bytes, from, to)) {
    if (id === 'strh') isAudio = (await bytes.read(at, 4)).toString('latin1') === 'auds'
    if (id === 'strf' && isAudio) return readWaveFormat(await bytes.read(at, Math.min(size, 16)))
  }
  return undefined
}

async function readHeader(bytes: ByteSource, from: number, to: number): Promise<AviHeader> {
  const header: AviHeader = { duration: 0, video: undefined, audio: undefined }
  for await (const { id, at, size } of riffChunks(bytes, from, to)) {
    if (id === 'avih') {
      const data = await bytes.read(at, 40)
      if (data.length < 40) continue
      header.duration = (data.readUInt32LE(0) * data.readUInt32LE(16)) / 1e6
      header.video = { format: 'avi', width: data.readUInt32LE(32), height: data.readUInt32LE(36) }
    }
    if (id === 'LIST strl') header.audio ??= await readStream(bytes, at, at + size)
  }
  return header
}

/** Reads an AVI file. */
export async function readAvi(bytes: ByteSource): Promise<RecordingFacts> {
  for await (const { id, at, size } of riffChunks(bytes, 12, bytes.size)) {
    if (id === 'LIST hdrl')
      return { container: 'avi', type: 'video/avi', ...(await readHeader(bytes, at, at + size)), tags: {} }
  }
  return { container: 'avi', type: 'video/avi', tags: {} }
}
