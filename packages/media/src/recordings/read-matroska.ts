import type { AudioTrack, RecordingFacts, VideoTrack } from '@platen/site'
import type { ByteSource } from './byte-source.js'
import { type Element, elements, readFraction, readInteger, readName } from './ebml.js'

const HEADER = 0x1a45dfa3
const DOC_TYPE = 0x4282
const SEGMENT = 0x18538067
const INFO = 0x1549a966
const TIME_SCALE = 0x2ad7b1
const DURATION = 0x4489
const TRACKS = 0x1654ae6b
const TRACK = 0xae
const CODEC = 0x86
const LANGUAGE = 0x22b59c
const VIDEO = 0xe0
const WIDTH = 0xb0
const HEIGHT = 0xba
const AUDIO = 0xe1
const SAMPLE_RATE = 0xb5
const CHANNELS = 0x9f
const BIT_DEPTH = 0x6264

const FORMATS: Readonly<Record<string, string>> = { 'V_MPEG4/ISO/AVC': 'h264', 'V_MPEGH/ISO/HEVC': 'h265' }
/** The name of a codec without its kind: `vp8` of `V_VP8`. */
const formatOf = (codec: string): string => FORMATS[codec] ?? (codec.slice(2).split('/')[0] ?? '').toLowerCase()

async function docType(bytes: ByteSource, header: Element): Promise<string> {
  for await (const element of elements(bytes, header.at, header.end))
    if (element.id === DOC_TYPE) return readName(bytes, element)
  return ''
}

/** The duration in seconds. */
async function readDuration(bytes: ByteSource, info: Element): Promise<number> {
  let scale = 1_000_000
  let duration = 0
  for await (const element of elements(bytes, info.at, info.end)) {
    if (element.id === TIME_SCALE) scale = await readInteger(bytes, element)
    if (element.id === DURATION) duration = await readFraction(bytes, element)
  }
  return (duration * scale) / 1e9
}

interface Track {
  codec: string
  language: string | undefined
  numbers: Map<number, number>
  kind: number
}

async function readTrack(bytes: ByteSource, entry: Element): Promise<Track> {
  const track: Track = { codec: '', language: undefined, numbers: new Map(), kind: 0 }
  for await (const element of elements(bytes, entry.at, entry.end)) {
    if (element.id === CODEC) track.codec = await readName(bytes, element)
    if (element.id === LANGUAGE) track.language = await readName(bytes, element)
    if (element.id !== VIDEO && element.id !== AUDIO) continue
    track.kind = element.id
    for await (const each of elements(bytes, element.at, element.end)) {
      const read = each.id === SAMPLE_RATE ? readFraction : readInteger
      if ([WIDTH, HEIGHT, SAMPLE_RATE, CHANNELS, BIT_DEPTH].includes(each.id))
        track.numbers.set(each.id, await read(bytes, each))
    }
  }
  return track
}

function asAudio({ codec, language, numbers }: Track): AudioTrack {
  return {
    format: formatOf(codec),
    sampleRate: numbers.get(SAMPLE_RATE) ?? 8000,
    channels: numbers.get(CHANNELS) ?? 1,
    bitsPerSample: numbers.get(BIT_DEPTH),
    language,
  }
}

const asVideo = ({ codec, numbers }: Track): VideoTrack => ({
  format: formatOf(codec),
  width: numbers.get(WIDTH) ?? 0,
  height: numbers.get(HEIGHT) ?? 0,
})

/** Reads a Matroska or WebM file. */
export async function readMatroska(bytes: ByteSource): Promise<RecordingFacts> {
  let container = 'matroska'
  let duration: number | undefined
  let audio: AudioTrack | undefined
  let video: VideoTrack | undefined
  for await (const outer of elements(bytes, 0, bytes.size)) {
    if (outer.id === HEADER) container = (await docType(bytes, outer)) === 'webm' ? 'webm' : 'matroska'
    if (outer.id !== SEGMENT) continue
    for await (const part of elements(bytes, outer.at, outer.end)) {
      if (part.id === INFO) duration = await readDuration(bytes, part)
      if (part.id === TRACKS) {
        for await (const entry of elements(bytes, part.at, part.end)) {
          const track = entry.id === TRACK ? await readTrack(bytes, entry) : undefined
          if (track?.kind === AUDIO) audio ??= asAudio(track)
          if (track?.kind === VIDEO) video ??= asVideo(track)
        }
      }
      if (duration !== undefined && (audio ?? video) !== undefined) break
    }
    break
  }
  const kind = video === undefined && audio !== undefined ? 'audio' : 'video'
  const type = `${kind}/${container === 'webm' ? 'webm' : 'x-matroska'}`
  return { container, type, duration, audio, video, tags: {} }
}
