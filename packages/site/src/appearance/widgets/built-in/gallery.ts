import { filterHtml } from '@platen/rendering'
import { galleryHtml, galleryTags, loadAttachments } from '../../../content/media/index.js'
import { defineWidget } from '../define-widget.js'
import { titleField } from '../widget-field.js'
import { fileOfType, hiddenField, nameField, numberField, switchedField, updateMedia } from './media-fields.js'

/** The maximum number of images in a gallery. */
const MAX_IMAGES = 100

function idsOf(value: unknown): readonly number[] {
  const list = Array.isArray(value) ? value : typeof value === 'string' ? value.split(',', MAX_IMAGES) : []
  return list
    .slice(0, MAX_IMAGES)
    .map(Number)
    .filter(id => Number.isSafeInteger(id) && id > 0)
}

const fields = {
  title: { ...titleField(), control: 'hidden', isValid: (value: unknown) => typeof value === 'string' },
  ids: {
    ...hiddenField(idsOf, value => Array.isArray(value) || typeof value === 'string'),
    shown: (ids: readonly number[]) => ids.join(','),
  },
  columns: numberField(3, value => value >= 1 && value <= 9),
  size: nameField(['thumbnail', 'medium', 'medium_large', 'large', 'full'], 'thumbnail'),
  link_type: nameField(['post', 'file', 'none'], 'post'),
  orderby_random: switchedField(),
} as const

/** Images of the media library. */
export const galleryWidget = defineWidget({
  idBase: 'media_gallery',
  name: 'Gallery',
  description: 'Several images.',
  className: 'widget_media_gallery',
  fields,
  update: updateMedia(fields),
  load: (galleries, scope) =>
    loadAttachments(
      galleries.flatMap(({ ids }) => ids),
      scope,
    ),
  render({ title, ids, columns, size, link_type: linkType }, attachments, scope) {
    const images = ids.flatMap(id => attachments.get(id) ?? [])
    // An incomplete gallery shows nothing, rather than only some of its images.
    if (images.length === 0 || images.length < ids.length) return undefined
    const shown = images.filter(attachment => fileOfType('image', attachment) !== undefined)
    if (shown.length === 0) return scope.title(title)
    const items = shown.map(attachment => ({
      attachment,
      caption: filterHtml(attachment.post.excerpt, 'excerpt').trim(),
      image: (captionId: string | undefined) => {
        const more = captionId === undefined ? '' : ` aria-describedby="${captionId}"`
        return attachment.image({ size, classes: `attachment-${size} size-${size}`, more })
      },
    }))
    const look = { id: `gallery-${Math.abs(scope.number)}`, postId: 0, columns, size, linkType, tags: galleryTags }
    return `${scope.title(title)}${galleryHtml(items, look)}`
  },
})
