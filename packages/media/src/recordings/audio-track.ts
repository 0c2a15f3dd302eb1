import type { AudioTrack } from '@platen/site/media'
import type { IFormat } from 'music-metadata'
import { waveCodec } from './wave-format.js'

/** Names of codecs in music-metadata, where the details of an attachment have others. */
const FORMATS: Readonly<Record<string, Pick<AudioTrack, 'format' | 'codec'>>> = {
  'MPEG-4/AAC': { format: 'mp4', codec: 'ISO/IEC 14496-3 AAC' },
  'Vorbis I': { format: 'vorbis' },
}
/** Codecs whose bit rate always varies. */
const VARYING = new Set(['vorbis', 'opus', 'flac'])

function codecOf(codec: string, container: string): Pick<AudioTrack, 'format' | 'codec'> {
  const layer = /^MPEG [\d.]+ Layer (\d)$/.exec(codec)?.[1]
  return layer === undefined
    ? (FORMATS[codec] ?? { format: codec.toLowerCase() || container })
    : { format: `mp${layer}` }
}

function bitrateMode({ codecProfile = '' }: IFormat, format: string): AudioTrack['bitrateMode'] {
  if (VARYING.has(format) || /^V\d/.test(codecProfile)) return 'vbr'
  return codecProfile === 'CBR' ? 'cbr' : undefined
}

/** The audio track that music-metadata found in a file; `undefined` if there is none. */
export function audioTrack(format: IFormat, container: string, language: string | undefined): AudioTrack | undefined {
  const { codec = '', sampleRate, numberOfChannels, bitsPerSample, bitrate, lossless, tool } = format
  if (sampleRate === undefined && numberOfChannels === undefined) return undefined
  const found = codecOf(codec, container)
  return {
    ...found,
    channels: numberOfChannels,
    sampleRate,
    bitsPerSample,
    bitrate: bitrate || undefined,
    bitrateMode: bitrateMode(format, found.format),
    lossless: lossless ?? (VARYING.has(found.format) ? false : undefined),
    encoder: tool,
    language,
    ...(container === 'wav' && waveCodec(codec)),
  }
}
