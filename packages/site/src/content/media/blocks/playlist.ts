import { coreBlocks, escapeAttribute, escapeUrl, isSafeUrl, stripTags, wrapperAttributes } from '@platen/rendering'
import type { SiteBlock } from '../../../kernel/blocks/index.js'
import { nameOf } from '../stored-file.js'
import { loadPlaylistFiles, type PlaylistFile, type PlaylistFiles } from './playlist-files.js'

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
