import type { AudioTrack } from '@platen/site/media'

/** Registered numbers of codecs in RIFF files, with the names that music-metadata gives them. */
const CODECS: readonly (readonly [number: number, name: string, inLibrary: string])[] = [
  [1, 'Pulse Code Modulation (PCM)', 'PCM'],
  [2, 'Microsoft ADPCM', 'ADPCM'],
  [3, 'IEEE Float', 'IEEE_FLOAT'],
  [6, 'A-Law', 'ALAW'],
  [7, 'mu-Law', 'MULAW'],
  [17, 'Intel DVI/IMA ADPCM', 'DVI_ADPCM'],
  [49, 'GSM 6.10', 'GSM610'],
  [80, 'MPEG', 'MPEG'],
  [85, 'MPEG Layer-3', 'MPEGLAYER3'],
  [255, 'AAC', 'RAW_AAC1'],
  [65534, 'WAVE_FORMAT_EXTENSIBLE', 'non-PCM (65534)'],
]
const MPEG_LAYER_3 = 85
const LOSSLESS = new Set([1, 3])

/** Track properties that the number of a codec implies. */
const codecFacts = (codecNumber: number, codec: string | undefined) => ({
  format: codecNumber === MPEG_LAYER_3 ? 'mp3' : 'wav',
  codecNumber,
  codec,
  bitrateMode: 'cbr' as const,
  lossless: LOSSLESS.has(codecNumber),
})

/** The codec of a WAVE file by its name in music-metadata. */
export function waveCodec(inLibrary: string | undefined): Pick<AudioTrack, keyof ReturnType<typeof codecFacts>> {
  const found = CODECS.find(each => each[2] === inLibrary)
  return found === undefined ? { format: 'wav', bitrateMode: 'cbr' } : codecFacts(found[0], found[1])
}

/** Reads the audio format of an AVI file; `undefined` if it is too short. */
export function readWaveFormat(data: Buffer): AudioTrack | undefined {
  if (data.length < 16) return undefined
  const codecNumber = data.readUInt16LE(0)
  const bits = data.readUInt16LE(14)
  return {
    ...codecFacts(codecNumber, CODECS.find(([number]) => number === codecNumber)?.[1]),
    channels: data.readUInt16LE(2),
    sampleRate: data.readUInt32LE(4),
    bitrate: data.readUInt32LE(8) * 8 || undefined,
    bitsPerSample: bits === 0 ? undefined : bits,
  }
}
