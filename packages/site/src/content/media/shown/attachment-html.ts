import { escapeAttribute } from '@platen/rendering'
import type { PostRecord } from '../../../kernel/records/index.js'
import { splitName } from '../files/file-names.js'
import { type Dimensions, fitInto } from '../files/image-sizes.js'
import { mediaSettings } from '../files/media-settings.js'
import type { MediaView } from '../rest/media-view.js'
import { nameOf, type StoredFile } from '../stored-file.js'
import { imageTag } from './image-tag.js'

const VIDEO_BOX: Dimensions = { width: 640, height: 360 }
/** The types that browsers play; other files are links. */
const PLAYABLE = { audio: ['mp3', 'ogg', 'flac', 'm4a', 'wav'], video: ['mp4', 'm4v', 'webm', 'ogv', 'flv'] }

function imageHtml(post: PostRecord, file: StoredFile, view: MediaView): string {
  return imageTag(file, {
    size: 'medium',
    box: view.site.get(mediaSettings).sizes['medium'],
    className: 'attachment-medium size-medium',
    alt: view.altOf(post),
    urlOf: view.urlOf,
  })
}

/** The dimensions of a player: those of the video, scaled down to the usual width. */
function playerSize(file: StoredFile | undefined): Dimensions {
  const video = file?.recording?.video
  return video === undefined || video.width === 0 || video.height === 0
    ? VIDEO_BOX
    : fitInto(video, { width: VIDEO_BOX.width, height: 0 })
}

function playerHtml(post: PostRecord, kind: 'audio' | 'video', source: string, file: StoredFile | undefined): string {
  const url = escapeAttribute(source)
  const link = (attributes: string) => `<a${attributes} href="${url}">${url}</a>`
  if (!PLAYABLE[kind].includes(splitName(nameOf(source)).extension)) return `${link(` class="wp-embedded-${kind}"`)}\n`
  // Clients know players by a number in their URLs; that of a single one is 1.
  const inside = `<source type="${escapeAttribute(post.mimeType)}" src="${url}?_=1" />${link('')}`
  if (kind === 'audio') {
    return `<audio class="wp-audio-shortcode" id="audio-${post.id}-1" preload="none" style="width: 100%;" controls="controls">${inside}</audio>\n`
  }
  const { width, height } = playerSize(file)
  const video = `<video class="wp-video-shortcode" id="video-${post.id}-1" width="${width}" height="${height}" preload="metadata" controls="controls">${inside}</video>`
  return `<div style="width: ${width}px;" class="wp-video">${video}</div>\n`
}

/** The HTML of an attachment: an image linked to the full file, a player, or a link with the title. */
export function attachmentHtml(post: PostRecord, view: MediaView): string {
  const source = view.sourceOf(post)
  const [kind] = post.mimeType.split('/')
  const file = view.fileOf(post)
  if (kind === 'audio' || kind === 'video') return playerHtml(post, kind, source, file)
  const title = post.title.trim() === '' ? splitName(nameOf(source)).base : post.title
  const inside = kind === 'image' && file !== undefined ? imageHtml(post, file, view) : title
  return `<p class="attachment"><a href='${escapeAttribute(source)}'>${inside}</a></p>\n`
}
