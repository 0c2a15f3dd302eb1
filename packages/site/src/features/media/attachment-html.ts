import { escapeAttribute } from '@platen/rendering'
import { splitName } from '../../media/file-names.js'
import { type Dimensions, fitInto } from '../../media/image-sizes.js'
import { mediaSettings } from '../../media/media-settings.js'
import type { PostRecord } from '../../storage/index.js'
import type { MediaView } from './media-view.js'
import { sourceSet } from './source-set.js'
import { folderOf, nameOf, type StoredFile } from './stored-file.js'

const VIDEO_BOX: Dimensions = { width: 640, height: 360 }

/** Which file stands for an image in a size, and the dimensions it is shown in. */
function shownAs(file: StoredFile, name: string, box: Dimensions | undefined) {
  const size = file.sizes[name]
  if (size !== undefined) return { path: folderOf(file.path) + size.file, width: size.width, height: size.height }
  if (file.width === null || file.height === null) return { path: file.path }
  return { path: file.path, ...fitInto({ width: file.width, height: file.height }, box ?? { width: 0, height: 0 }) }
}

function imageHtml(post: PostRecord, file: StoredFile, view: MediaView): string {
  const shown = shownAs(file, 'medium', view.site.get(mediaSettings).sizes['medium'])
  const { path, width, height } = shown
  const set =
    width === undefined || height === undefined
      ? undefined
      : sourceSet(file, nameOf(path), { width, height }, view.addressOf)
  const attributes = {
    loading: 'lazy',
    decoding: 'async',
    width,
    height,
    src: view.addressOf(path),
    class: 'attachment-medium size-medium',
    alt: view.altOf(post),
    srcset: set?.srcset,
    sizes: set === undefined ? undefined : `auto, ${set.sizes}`,
  }
  const written = Object.entries(attributes).filter(([, value]) => value !== undefined)
  return `<img ${written.map(([name, value]) => `${name}="${escapeAttribute(String(value))}"`).join(' ')} />`
}

function playerHtml(post: PostRecord, kind: 'audio' | 'video', source: string): string {
  const address = escapeAttribute(source)
  const inside = `<source type="${escapeAttribute(post.mimeType)}" src="${address}" /><a href="${address}">${address}</a>`
  if (kind === 'audio') {
    return `<audio class="wp-audio-shortcode" id="audio-${post.id}-1" preload="none" style="width: 100%;" controls="controls">${inside}</audio>\n`
  }
  const { width, height } = VIDEO_BOX
  const video = `<video class="wp-video-shortcode" id="video-${post.id}-1" width="${width}" height="${height}" preload="metadata" controls="controls">${inside}</video>`
  return `<div style="width: ${width}px;" class="wp-video">${video}</div>\n`
}

/** What shows an attachment itself: the image as a link to the whole file, a player, or a link with its title. */
export function attachmentHtml(post: PostRecord, view: MediaView): string {
  const source = view.sourceOf(post)
  const [kind] = post.mimeType.split('/')
  if (kind === 'audio' || kind === 'video') return playerHtml(post, kind, source)
  const file = view.fileOf(post)
  const title = post.title.trim() === '' ? splitName(nameOf(source)).base : post.title
  const inside = kind === 'image' && file !== undefined ? imageHtml(post, file, view) : title
  return `<p class="attachment"><a href='${escapeAttribute(source)}'>${inside}</a></p>\n`
}
