import type { ByteSource } from './byte-source.js'
import { genreName, genreOf } from './genres.js'
import { type Id3Frame, id3Frames, resynchronised, syncsafe } from './id3-frames.js'
import { splitText } from './id3-text.js'
import { MAX_COVER } from './limits.js'
import { tagName } from './tag-names.js'

/** The tags at the start and the end of a file. */
export interface Id3Tags {
  readonly tags: Readonly<Record<string, string>>
  readonly cover: Buffer | undefined
  /** The positions between which the file has its sound. */
  readonly from: number
  readonly to: number
}

const HEADER = 10
const MAX_TAG = MAX_COVER + 1024 * 1024
const OLD_TAG = 128
const WITH_LANGUAGE = new Set(['COMM', 'USLT'])
const WITH_NAME = new Set(['TXXX', 'WXXX', 'COMM', 'USLT'])

/** The text of a frame; those with a name of their own have it before the text. */
function textOf({ id, data }: Id3Frame): string {
  if (id.startsWith('W') && !WITH_NAME.has(id)) return splitText(data, 0).text
  const encoding = data[0] ?? 0
  const after = data.subarray(WITH_LANGUAGE.has(id) ? 4 : 1)
  if (!WITH_NAME.has(id)) return splitText(after, encoding).text
  const { rest } = splitText(after, encoding)
  return splitText(rest, id === 'WXXX' ? 0 : encoding).text
}

/** The bytes of a picture, after its media type, kind and description. */
function pictureIn({ id, data }: Id3Frame): Buffer | undefined {
  const encoding = data[0] ?? 0
  const afterType = id === 'PIC' ? data.subarray(4) : splitText(data.subarray(1), 0).rest
  const { rest } = splitText(afterType.subarray(1), encoding)
  return rest.length > 0 && rest.length <= MAX_COVER ? rest : undefined
}

function readFrames(tag: Buffer, version: number): Pick<Id3Tags, 'tags' | 'cover'> {
  const tags: Record<string, string> = {}
  let cover: Buffer | undefined
  const add = (name: string, text: string | undefined) => {
    if (text !== undefined && text !== '') tags[name] ??= text
  }
  for (const frame of id3Frames(tag, version)) {
    if (frame.id === 'APIC' || frame.id === 'PIC') cover ??= pictureIn(frame)
    const name = tagName(frame.id)
    if (name === undefined) continue
    const text = textOf(frame)
    if (name === 'genre') add(name, genreOf(text))
    else if (name === 'track_number') {
      const [number, total] = text.split('/', 2)
      add(name, number)
      add('totaltracks', total)
    } else add(name, text)
    if (name === 'recording_time') add('year', /^\d{4}/.exec(text)?.[0])
  }
  return { tags, cover }
}

/** The tag in the last 128 bytes of a file. */
function readOldTag(tag: Buffer): Readonly<Record<string, string>> {
  const text = (from: number, to: number) => splitText(tag.subarray(from, to), 0).text.trimEnd()
  const track = tag[125] === 0 ? (tag[126] ?? 0) : 0
  const found = {
    title: text(3, 33),
    artist: text(33, 63),
    album: text(63, 93),
    year: text(93, 97),
    comment: text(97, 127),
    track_number: track === 0 ? '' : String(track),
    genre: genreName(tag[127] ?? 255) ?? '',
  }
  return Object.fromEntries(Object.entries(found).filter(([, value]) => value !== ''))
}

/** Reads the ID3 tags of a file: those of version 2, or else of version 1. */
export async function readId3(bytes: ByteSource): Promise<Id3Tags> {
  const end = await bytes.read(bytes.size - OLD_TAG, OLD_TAG)
  const hasOld = end.length === OLD_TAG && end.toString('latin1', 0, 3) === 'TAG'
  const to = hasOld ? bytes.size - OLD_TAG : bytes.size
  const old = { tags: hasOld ? readOldTag(end) : {}, cover: undefined, from: 0, to }
  const header = await bytes.read(0, HEADER)
  if (header.length < HEADER || header.toString('latin1', 0, 3) !== 'ID3') return old
  const [version, flags] = [header.readUInt8(3), header.readUInt8(5)]
  const size = syncsafe(header, 6)
  const from = HEADER + size
  if (version < 2 || version > 4) return { ...old, from }
  const stored = await bytes.read(HEADER, Math.min(size, MAX_TAG))
  const isUnsynchronised = (flags & 0x80) !== 0 && version < 4
  const tag = isUnsynchronised ? resynchronised(stored) : stored
  const hasMore = version > 2 && (flags & 0x40) !== 0 && tag.length >= 4
  // The length of the extended header counts itself in version 4 only.
  const start = !hasMore ? 0 : version === 3 ? 4 + tag.readUInt32BE(0) : syncsafe(tag, 0)
  const found = readFrames(tag.subarray(start), version)
  return { ...found, tags: Object.keys(found.tags).length > 0 ? found.tags : old.tags, from, to }
}
