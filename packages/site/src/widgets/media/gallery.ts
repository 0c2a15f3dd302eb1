import { escapeUrl, filterHtml } from '@platen/rendering'
import { defineWidget } from '../define-widget.js'
import { titleField } from '../widget-field.js'
import { loadAttachments, type ShownAttachment } from './attachments.js'
import { hiddenField, nameField, numberField, switchedField, updateMedia } from './media-fields.js'

/** A gallery has at most so many images. */
const MAX_IMAGES = 100

function idsOf(value: unknown): readonly number[] {
  const given = Array.isArray(value) ? value : typeof value === 'string' ? value.split(',', MAX_IMAGES) : []
  return given
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

interface Look {
  readonly size: string
  readonly linkType: string
  /** The id of the gallery's element. */
  readonly id: string
}

function itemHtml(attachment: ShownAttachment, { size, linkType, id }: Look): string {
  const { post, file } = attachment
  const caption = filterHtml(post.excerpt, 'excerpt').trim()
  const captionId = `${id}-${post.id}`
  const more = caption === '' ? '' : ` aria-describedby="${captionId}"`
  const image = attachment.image({ size, classes: `attachment-${size} size-${size}`, more })
  const url = linkType === 'file' ? attachment.url : attachment.link
  const linked = linkType === 'none' ? image : `<a href='${escapeUrl(url)}'>${image}</a>`
  const shape = (file.height ?? 0) > (file.width ?? 0) ? 'portrait' : 'landscape'
  const below =
    caption === ''
      ? ''
      : `\n\t\t\t\t<figcaption class='wp-caption-text gallery-caption' id='${captionId}'>\n\t\t\t\t${caption}\n\t\t\t\t</figcaption>`
  return `<figure class='gallery-item'>\n\t\t\t<div class='gallery-icon ${shape}'>\n\t\t\t\t${linked}\n\t\t\t</div>${below}</figure>`
}

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
    const shown = ids.flatMap(id => attachments.get(id) ?? [])
    // A gallery whose images are not all there shows none, as it was not meant so.
    if (shown.length === 0 || shown.length < ids.length) return undefined
    const id = `gallery-${scope.number}`
    const items = shown.map(attachment => itemHtml(attachment, { size, linkType, id })).join('')
    const classes = `gallery galleryid-0 gallery-columns-${columns} gallery-size-${size}`
    return `${scope.title(title)}<div id='${id}' class='${classes}'>${items}\n\t\t</div>\n`
  },
})
