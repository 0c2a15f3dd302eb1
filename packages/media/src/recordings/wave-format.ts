import type { AudioTrack } from '@platen/site'

const PCM = 1
/** Registered numbers of codecs in RIFF files. */
const CODECS: Readonly<Record<number, string>> = {
  1: 'Pulse Code Modulation (PCM)',
  2: 'Microsoft ADPCM',
  3: 'IEEE Float',
  6: 'A-Law',
  7: 'mu-Law',
  17: 'Intel DVI/IMA ADPCM',
  80: 'MPEG',
  85: 'MPEG Layer-3',
  255: 'AAC',
  65534: 'WAVE_FORMAT_EXTENSIBLE',
}
const MPEG_LAYER_3 = 85

/** Reads the description of the sound in a RIFF file; `undefined` if it is too short. */
export function readWaveFormat(data: Buffer): AudioTrack | undefined {
  if (data.length < 16) return undefined
  const codecNumber = data.readUInt16LE(0)
  const bits = data.readUInt16LE(14)
  return {
    format: codecNumber === MPEG_LAYER_3 ? 'mp3' : 'wav',
    codecNumber,
    codec: CODECS[codecNumber],
    channels: data.readUInt16LE(2),
    sampleRate: data.readUInt32LE(4),
    bitrate: data.readUInt32LE(8) * 8 || undefined,
    bitrateMode: 'cbr',
    bitsPerSample: bits === 0 ? undefined : bits,
    lossless: codecNumber === PCM,
  }
}
