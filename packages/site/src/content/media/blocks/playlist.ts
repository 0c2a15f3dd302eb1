import {
  type BlockUse,
  coreBlocks,
  escapeAttribute,
  escapeUrl,
  isSafeUrl,
  stripTags,
  wrapperAttributes,
} from '@platen/rendering'
import type { BlockScope, SiteBlock } from '../../../kernel/blocks/index.js'
import { conditionOf } from '../../../kernel/context/index.js'
import { metaIn, postsIn, whereMeta, wherePosts } from '../../../kernel/records/index.js'
import { readPosts } from '../../posts/index.js'
import { mediaSettings } from '../files/media-settings.js'
import { formattedDuration } from '../recording-details.js'
import { asStoredFile, mediaMetaKeys, nameOf } from '../stored-file.js'

const LIST = 'core/playlist'
const TRACK = 'core/playlist-track'
const CLASS = 'wp-block-playlist-track'
/** The first link that a track writes, to its file. */
const SOURCE = /<a class="wp-block-playlist-track__title" href="([^"<>]*)"/
const TRACKS = '<ol'

const factsOf = (name: string) => coreBlocks.find(each => each.name === name)

/**
 * `core/playlist`: its saved HTML with its tracks, and a player of the first one. Nothing without a track. Pages need no script
 * to play the others: each track is a link to its file.
 */
export const playlist: SiteBlock = {
  ...factsOf(LIST),
  name: LIST,
  render(_attributes, content) {
    const source = SOURCE.exec(content)?.[1]
    const at = content.indexOf(TRACKS)
    if (source === undefined || at === -1) return ''
    const player = `<audio class="wp-block-playlist__player" controls="controls" preload="none" src="${source}"></audio>`
    return content.slice(0, at) + player + content.slice(at)
  },
}

const textOf = (value: unknown): string => (typeof value === 'string' ? stripTags(value).trim() : '')

const part = (name: string, text: string): string =>
  text === '' ? '' : `<span class="${CLASS}__${name}">${escapeAttribute(text)}</span>`

/** `core/playlist-track`: the title of a sound file as a link to it, with its artist, length and image. */
export const playlistTrack: SiteBlock = {
  ...factsOf(TRACK),
  name: TRACK,
  load: loadPlaylistFiles,
  render(attributes, _content, loaded, scope) {
    const file: PlaylistFile | undefined = (loaded as PlaylistFiles).get(Number(attributes['id']))
    const url = file?.url ?? textOf(attributes['src'])
    if (url === '' || !isSafeUrl(url)) return ''
    const title = textOf(attributes['title']) || textOf(file?.title) || nameOf(url)
    const artist = textOf(attributes['artist']) || textOf(file?.artist)
    const image = textOf(attributes['image'])
    const alt = escapeAttribute(textOf(attributes['imageAlt']))
    const picture =
      image === '' || !isSafeUrl(image) || scope.context['showImages'] === false
        ? ''
        : `<img class="${CLASS}__image" src="${escapeUrl(image)}" alt="${alt}" loading="lazy" decoding="async" />`
    const parts = [
      picture,
      `<a class="${CLASS}__title" href="${escapeUrl(url)}">${escapeAttribute(title)}</a>`,
      scope.context['showArtists'] === false ? '' : part('artist', artist),
      part('length', textOf(attributes['length']) || textOf(file?.length)),
    ]
    return `<li${wrapperAttributes(scope)}>${parts.join('')}</li>`
  },
}

/** The maximum number of different files in the playlists of a page of records. */
const MAX_FILES = 1000

/** The properties of an attachment that a track shows if its block does not set them. */
interface PlaylistFile {
  readonly url: string
  readonly title: string
  /** Such as `3:05`; empty if it is unknown. */
  readonly length: string
  readonly artist: string
}

/** The attachments of tracks, by their ids. */
type PlaylistFiles = ReadonlyMap<number, PlaylistFile>

const isId = (id: unknown): id is number => typeof id === 'number' && Number.isSafeInteger(id) && id > 0

/** Loads the attachments of all tracks with two queries, without those hidden from the reader. */
async function loadPlaylistFiles(uses: readonly BlockUse[], { site, principal }: BlockScope): Promise<PlaylistFiles> {
  const ids = [...new Set(uses.map(({ attributes }) => attributes['id']).filter(isId))].slice(0, MAX_FILES)
  if (ids.length === 0) return new Map()
  const readable = wherePosts.and(
    wherePosts.in('id', ids),
    wherePosts.eq('type', 'attachment'),
    conditionOf(readPosts(site, principal)),
  )
  const keys = [mediaMetaKeys.file, mediaMetaKeys.url]
  const [{ records }, { records: attached }] = await Promise.all([
    postsIn(site.store).find({ where: readable }),
    metaIn(site.store).find({
      where: whereMeta.and(whereMeta.eq('kind', 'post'), whereMeta.in('key', keys), whereMeta.in('object', ids)),
    }),
  ])
  const values = new Map(attached.map(({ object, key, value }) => [`${object} ${key}`, value]))
  const { storage } = site.get(mediaSettings)
  return new Map(
    records.map(({ id, title, guid }) => {
      const file = asStoredFile(values.get(`${id} ${mediaMetaKeys.file}`))
      const stored = file && storage?.url(file.path)
      const url = stored ?? String(values.get(`${id} ${mediaMetaKeys.url}`) ?? guid)
      const { duration, tags } = file?.recording ?? {}
      const length = duration === undefined ? '' : formattedDuration(Math.round(duration))
      return [id, { url, title, length, artist: tags?.['artist'] ?? '' }] as const
    }),
  )
}
