import { presentEmptyObjects } from '@platen/core'
import { findPlaylists, type PlaylistLookup, type PlaylistUse } from '@platen/rendering'
import { createLazyHtmlBudget } from '../../../kernel/blocks/index.js'
import { attachmentChoice } from '../attachment-choice.js'
import { type FeaturedFile, loadFeaturedFiles } from '../blocks/featured-images.js'
import { mediaSettings } from '../files/media-settings.js'
import { formattedDuration } from '../recording-details.js'
import { type ListingTexts, loadListedAttachments } from './load-listed-attachments.js'
import { type Playlist, type PlaylistTrack, playerDimensions, playlistHtml } from './playlist-html.js'
import type { AttachmentReader, ShownAttachment } from './shown-attachments.js'

/** The tags of a recording that a track shows. */
const TAGS = ['artist', 'album', 'genre', 'year']

const isOn = (value: string | undefined): boolean => !['', '0', 'false'].includes(value?.toLowerCase() ?? 'true')

function metaOf({ file }: ShownAttachment): Readonly<Record<string, string>> {
  const { duration, tags } = file.recording ?? {}
  const shown = TAGS.flatMap(name => (tags?.[name] ? [[name, tags[name]] as const] : []))
  const length = duration === undefined ? undefined : formattedDuration(Math.round(duration))
  return Object.fromEntries(length === undefined ? shown : [...shown, ['length_formatted', length] as const])
}

/** The dimensions of a video, and those that fill the player. */
function dimensionsOf({ file }: ShownAttachment): PlaylistTrack['dimensions'] {
  const { width, height } = file.recording?.video ?? file
  if (!width || !height) return { original: playerDimensions, resized: playerDimensions }
  const scale = Math.min(playerDimensions.width / width, playerDimensions.height / height)
  const resized = { width: Math.round(width * scale), height: Math.round(height * scale) }
  return { original: { width, height }, resized }
}

function imagesOf(cover: FeaturedFile | undefined): Pick<PlaylistTrack, 'image' | 'thumb'> {
  if (cover === undefined) return {}
  const image = (size: string) => {
    const { src, width, height } = cover.shown(size)
    return { src, width, height }
  }
  return { image: image('full'), thumb: image('thumbnail') }
}

/** Loads the files of playlists in posts' texts with a fixed number of queries; `undefined` if there are none. */
export async function loadPlaylists(
  reader: AttachmentReader,
  texts: ListingTexts,
): Promise<PlaylistLookup | undefined> {
  const { site } = reader
  if (site.get(mediaSettings).storage === undefined) return undefined
  const loaded = await loadListedAttachments(reader, texts, { find: findPlaylists, types: ['audio/', 'video/'] })
  if (loaded === undefined) return undefined
  const coverOf = await loadFeaturedFiles(
    reader,
    loaded.all.map(({ post }) => post),
  )
  const within = createLazyHtmlBudget()

  const trackOf = (
    attachment: ShownAttachment,
    { type }: Omit<Playlist, 'tracks'>,
    hasImages: boolean,
  ): PlaylistTrack => {
    const { post, url } = attachment
    return {
      src: url,
      type: post.mimeType,
      title: post.title,
      caption: post.excerpt,
      description: post.content,
      meta: presentEmptyObjects(metaOf(attachment), site.dialect.emptyObjects),
      ...(type === 'video' ? { dimensions: dimensionsOf(attachment) } : {}),
      ...(hasImages ? imagesOf(coverOf(post)) : {}),
    }
  }
  const htmlOf = (use: PlaylistUse): string => {
    const { named } = use
    // Clients of this interface expect it: without ids, only users get a playlist.
    if (attachmentChoice(named, 0).ids === undefined && !reader.principal.can('read')) return ''
    const look = {
      type: named['type'] === 'video' ? 'video' : 'audio',
      tracklist: isOn(named['tracklist']),
      tracknumbers: isOn(named['tracknumbers']),
      images: isOn(named['images']),
      artists: isOn(named['artists']),
    } as const
    const files = loaded.listed(use).filter(({ post }) => post.mimeType.startsWith(`${look.type}/`))
    if (files.length === 0) return ''
    // The text `false` hides images from the script only.
    const hasImages = named['images'] !== '' && named['images'] !== '0'
    const tracks = files.map(file => trackOf(file, look, hasImages))
    return playlistHtml({ ...look, tracks }, named['style'] === 'dark' ? 'dark' : 'light')
  }
  return use => within(() => htmlOf(use))
}
