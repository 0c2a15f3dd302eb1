import type { IAudioMetadata, ICommonTagsResult } from 'music-metadata'
import { MAX_TEXT } from './limits.js'

/** The names of tags in the details of an attachment, by those of the library. */
const NAMES: Partial<Readonly<Record<keyof ICommonTagsResult, string>>> = {
  title: 'title',
  subtitle: 'subtitle',
  artist: 'artist',
  albumartist: 'band',
  album: 'album',
  composer: 'composer',
  lyricist: 'lyricist',
  conductor: 'conductor',
  remixer: 'remixer',
  originalartist: 'original_artist',
  originalalbum: 'original_album',
  originalyear: 'original_year',
  genre: 'genre',
  year: 'year',
  date: 'recording_time',
  comment: 'comment',
  lyrics: 'unsynchronised_lyric',
  grouping: 'content_group_description',
  bpm: 'bpm',
  key: 'initial_key',
  mood: 'mood',
  language: 'language',
  isrc: 'isrc',
  label: 'publisher',
  publisher: 'publisher',
  copyright: 'copyright_message',
  website: 'url_artist',
  media: 'media_type',
  encodedby: 'encoded_by',
  encodersettings: 'encoder_settings',
  albumsort: 'album_sort_order',
  artistsort: 'performer_sort_order',
  titlesort: 'title_sort_order',
}

/** The names of ID3 frames that the library has no common name for. */
const FRAMES: Readonly<Record<string, string>> = {
  TXXX: 'text',
  WXXX: 'url_user',
  WCOM: 'commercial_information',
  WCOP: 'copyright',
  WOAF: 'url_file',
  WOAS: 'url_source',
  WORS: 'url_station',
  WPAY: 'url_payment',
  WPUB: 'url_publisher',
  TOFN: 'original_filename',
  TOWN: 'file_owner',
  TRSN: 'internet_radio_station_name',
  TRSO: 'internet_radio_station_owner',
}

/** The first value of a tag as a text: some have a language or a description as well, and some have more after a NUL. */
function textOf(value: unknown): string {
  const first: unknown = Array.isArray(value) ? value[0] : value
  if (typeof first === 'object' && first !== null) {
    if ('text' in first) return textOf(first.text)
    if ('url' in first) return textOf(first.url)
  }
  if (typeof first !== 'string' && typeof first !== 'number') return ''
  return (String(first).split('\0', 1)[0] ?? '').slice(0, MAX_TEXT)
}

/** The texts of a file by name. */
export function tagTexts({ common, native }: IAudioMetadata): Readonly<Record<string, string>> {
  const tags: Record<string, string> = {}
  const add = (name: string, value: unknown) => {
    const text = textOf(value)
    if (text !== '') tags[name] ??= text
  }
  const values: Readonly<Partial<Record<string, unknown>>> = { ...common }
  for (const [key, name] of Object.entries(NAMES)) add(name, values[key])
  add('track_number', common.track.no)
  add('totaltracks', common.track.of)
  add('part_of_a_set', common.disk.no)
  for (const [version, frames] of Object.entries(native)) {
    if (!version.startsWith('ID3v2')) continue
    for (const { id, value } of frames) {
      const name = FRAMES[id.slice(0, 4)]
      if (name !== undefined) add(name, value)
    }
  }
  return tags
}
