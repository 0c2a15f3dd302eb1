import type { AudioTrack, RecordingFacts, VideoTrack } from './files/recording-reader.js'

/**
 * The stored metadata of an audio or video file: the results of the reader, and the type and dimensions of its cover
 * art.
 */
export interface StoredRecording extends Omit<RecordingFacts, 'cover'> {
  readonly image?: StoredCover | undefined
}

export interface StoredCover {
  readonly type: string
  readonly width: number | undefined
  readonly height: number | undefined
}

type Details = Readonly<Record<string, unknown>>

const CHANNEL_MODES: Readonly<Record<number, string>> = { 1: 'mono', 2: 'stereo' }
const SAMPLE_BITS = 16
const AS_STRING_LENGTH = 2

const defined = (details: Details): Details =>
  Object.fromEntries(Object.entries(details).filter(([, value]) => value !== undefined))

/** A duration as `3:05` or `1:03:05`. */
export function formattedDuration(seconds: number): string {
  const parts = [Math.floor(seconds / 3600), Math.floor(seconds / 60) % 60, seconds % 60]
  const [first = 0, ...rest] = parts[0] === 0 ? parts.slice(1) : parts
  return [String(first), ...rest.map(part => String(part).padStart(AS_STRING_LENGTH, '0'))].join(':')
}

function encoderOptions({ format, bitrate, bitrateMode }: AudioTrack): string | undefined {
  if (!/^mp[123]$/.test(format) || bitrate === undefined) return undefined
  return bitrateMode === 'vbr' ? 'VBR' : `CBR${Math.round(bitrate / 1000)}`
}

function audioDetails(audio: AudioTrack): Details {
  const { channels, sampleRate, bitsPerSample, bitrate } = audio
  const raw = (channels ?? 0) * (sampleRate ?? 0) * (bitsPerSample ?? SAMPLE_BITS)
  return defined({
    dataformat: audio.format,
    bitrate_mode: audio.bitrateMode,
    wformattag: audio.codecNumber,
    codec: audio.codec,
    channels,
    sample_rate: sampleRate,
    bitrate,
    bits_per_sample: bitsPerSample,
    lossless: audio.lossless,
    language: audio.language,
    channelmode: audio.channelMode ?? CHANNEL_MODES[channels ?? 0],
    encoder: audio.encoder,
    encoder_options: encoderOptions(audio),
    compression_ratio: bitrate !== undefined && raw > 0 ? bitrate / raw : undefined,
  })
}

const videoDetails = ({ width, height, format, codec, bitrate }: VideoTrack): Details =>
  defined({ bitrate, width, height, dataformat: format, codec })

/** The details of an audio or video file in the responses of the site. Lengths are in whole seconds. */
export function recordingDetails(recording: StoredRecording, bytes: number): Details {
  const { container, type, duration, created, audio, video, tags, image } = recording
  const length = duration === undefined ? undefined : Math.round(duration)
  const tracks =
    video === undefined
      ? audio && audioDetails(audio)
      : { ...videoDetails(video), ...(audio && { audio: audioDetails(audio) }) }
  return {
    ...tracks,
    fileformat: container,
    filesize: bytes,
    mime_type: type,
    ...defined({
      length,
      length_formatted: length === undefined ? undefined : formattedDuration(length),
      created_timestamp: created,
    }),
    ...tags,
    ...(image && { image: defined({ mime: image.type, width: image.width, height: image.height }) }),
  }
}
