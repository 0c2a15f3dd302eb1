import type { AudioTrack, ImageSource, RecordingFacts, VideoTrack } from '@platen/site/media'
import type { IAudioMetadata } from 'music-metadata'
import { audioTrack } from './audio-track.js'
import { type ByteSource, TooCostly, withBytes } from './byte-source.js'
import { channelMode } from './channel-mode.js'
import { type FileKind, fileKind } from './file-kind.js'
import { MAX_COVER } from './limits.js'
import { matroskaPictures } from './matroska-pictures.js'
import { oggDuration } from './ogg-duration.js'
import { readAvi } from './read-avi.js'
import { readMovie } from './read-movie.js'
import { readTags } from './read-tags.js'
import { readTheora } from './read-theora.js'
import { tagTexts } from './tag-names.js'

/** The result of `read`; `undefined` if it costs too much. */
async function withinBudget<T>(read: (bytes: ByteSource) => Promise<T>, bytes: ByteSource): Promise<T | undefined> {
  try {
    return await read(bytes)
  } catch (error) {
    if (error instanceof TooCostly) return undefined
    throw error
  }
}

function coverOf({ common }: IAudioMetadata): Uint8Array | undefined {
  const data = common.picture?.[0]?.data
  return data !== undefined && data.length > 0 && data.length <= MAX_COVER ? data : undefined
}

/**
 * The bit rates of audio and video, and the duration, which derive from each other. music-metadata miscounts some
 * fragmented files: an audio bit rate above that of the whole file is treated as unknown.
 */
function withRates(facts: RecordingFacts, bytes: number): RecordingFacts {
  const { audio, video } = facts
  const found = audio?.bitrate
  const duration = facts.duration ?? (found !== undefined && video === undefined ? (bytes * 8) / found : undefined)
  const total = duration !== undefined && duration > 0 ? (bytes * 8) / duration : undefined
  const isPossible = facts.container !== 'mp4' || total === undefined || (found ?? 0) <= total
  const rate = isPossible ? found : undefined
  const rest = total === undefined ? 0 : Math.round(total - (rate ?? 0))
  return {
    ...facts,
    duration,
    audio: audio && { ...audio, bitrate: rate ?? (video === undefined ? total : undefined) },
    video: video && { ...video, bitrate: rest > 0 ? rest : undefined },
  }
}

interface Found {
  readonly kind: FileKind
  readonly created?: number | undefined
  readonly duration?: number | undefined
  readonly video?: VideoTrack | undefined
}

async function readContainer(kind: FileKind, bytes: ByteSource, found: IAudioMetadata | undefined): Promise<Found> {
  const { container } = kind
  const isSound = found?.format.sampleRate !== undefined
  if (container === 'mp4') {
    const { isMp4, ...movie } = (await withinBudget(readMovie, bytes)) ?? { isMp4: false, video: undefined }
    if (!isMp4) return { ...movie, kind: { container: 'quicktime', type: 'video/quicktime' } }
    return { ...movie, kind: movie.video === undefined && isSound ? { container, type: 'audio/mp4' } : kind }
  }
  if (container === 'matroska') {
    const video = matroskaPictures(found?.format.trackInfo ?? [])
    const isWebm = found?.format.container === 'EBML/webm'
    const type = `${video === undefined && isSound ? 'audio' : 'video'}/${isWebm ? 'webm' : 'x-matroska'}`
    return { kind: { container: isWebm ? 'webm' : container, type }, video }
  }
  if (container !== 'ogg') return { kind }
  const video = await withinBudget(readTheora, bytes)
  const soundType = found?.format.codec === 'Opus' ? 'audio/ogg; codecs=opus' : 'application/ogg'
  const duration = await withinBudget(oggDuration, bytes)
  return { kind: { container, type: video === undefined ? soundType : 'video/ogg' }, duration, video }
}

async function readSound(found: IAudioMetadata, container: string, bytes: ByteSource): Promise<AudioTrack | undefined> {
  const language = found.format.trackInfo.find(each => each.audio !== undefined)?.language
  const track = audioTrack(found.format, container, language)
  return container === 'mp3' ? track && { ...track, channelMode: await withinBudget(channelMode, bytes) } : track
}

/** Reads a recording; `undefined` if the source is something else. */
export const readRecording = (source: ImageSource): Promise<RecordingFacts | undefined> =>
  withBytes(source, async bytes => {
    const kind = fileKind((await bytes.read(0, 12)).toString('latin1'))
    if (kind === undefined) return undefined
    if (kind.container === 'avi') return (await withinBudget(readAvi, bytes)) ?? { ...kind, tags: {} }
    const found = await readTags(source, kind.type)
    const { kind: exact, ...rest } = await readContainer(kind, bytes, found)
    if (found === undefined) return kind.type === 'audio/mpeg' ? undefined : { ...exact, ...rest, tags: {} }
    const audio = await readSound(found, exact.container, bytes)
    const tags = tagTexts(found)
    if (exact.container === 'mp3' && audio === undefined && Object.keys(tags).length === 0) return undefined
    const facts = { ...exact, ...rest, audio, tags, cover: coverOf(found) }
    return withRates({ ...facts, duration: rest.duration ?? found.format.duration }, bytes.size)
  })
