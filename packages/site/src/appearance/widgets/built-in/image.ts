import { escapeAttribute, escapeUrl } from '@platen/rendering'
import { loadAttachments, type ShownAttachment } from '../../../content/media/index.js'
import { attributeHtml } from '../../../kernel/text/index.js'
import { defineWidget } from '../define-widget.js'
import type { InstanceOf } from '../widget-field.js'
import {
  captionField,
  fileOfType,
  lineText,
  nameField,
  namesField,
  numberField,
  sharedFields,
  switchedField,
  updateMedia,
  urlField,
} from './media-fields.js'

const SIZES = ['thumbnail', 'medium', 'medium_large', 'large', 'full', 'custom']

const fields = {
  size: nameField(SIZES, 'medium'),
  width: numberField(),
  height: numberField(),
  caption: captionField(),
  alt: lineText(),
  link_type: nameField(['none', 'file', 'post', 'custom'], 'custom'),
  link_url: urlField(),
  image_classes: namesField(),
  link_classes: namesField(),
  link_rel: namesField(),
  link_target_blank: switchedField(),
  image_title: lineText(),
  ...sharedFields,
} as const

type Image = InstanceOf<typeof fields>

function imageHtml(image: Image, attachment: ShownAttachment | undefined): string {
  const { alt, image_classes: classes, image_title: title, width, height, size } = image
  if (attachment !== undefined) {
    const named = size === 'custom' ? `${width}x${height}` : size
    return attachment.image({
      size,
      box: size === 'custom' ? { width, height } : undefined,
      classes: `image wp-image-${attachment.post.id} ${classes} attachment-${named} size-${named}`,
      alt,
      style: 'max-width: 100%; height: auto;',
      more: attributeHtml('title', title),
    })
  }
  const dimensions = ` width="${width || ''}" height="${height || ''}"`
  const shown = `class="image ${escapeAttribute(classes)}" src="${escapeUrl(image.url)}" alt="${escapeAttribute(alt)}"`
  return `<img ${shown}${dimensions} decoding="async" loading="lazy" />`
}

/** The URL that an image links to; empty for none. */
function targetOf(
  { link_type: type, link_url: url, url: imageUrl }: Image,
  attachment: ShownAttachment | undefined,
): string {
  if (type === 'custom') return url
  if (type === 'file') return attachment?.url ?? imageUrl
  return type === 'post' ? (attachment?.link ?? '') : ''
}

function linkedHtml(image: Image, attachment: ShownAttachment | undefined): string {
  const html = imageHtml(image, attachment)
  const target = targetOf(image, attachment)
  if (target === '') return html
  const blank = image.link_target_blank ? ' target="_blank"' : ''
  const attributes = `${attributeHtml('class', image.link_classes)}${attributeHtml('rel', image.link_rel)}${blank}`
  return `<a href="${escapeUrl(target)}"${attributes}>${html}</a>`
}

/** An image of the media library, or of elsewhere. */
export const imageWidget = defineWidget({
  idBase: 'media_image',
  name: 'Image',
  description: 'An image.',
  className: 'widget_media_image',
  fields,
  update: updateMedia(fields),
  load: (images, scope) =>
    loadAttachments(
      images.map(image => image.attachment_id),
      scope,
    ),
  render(image, attachments, scope) {
    const found = attachments.get(image.attachment_id)
    if (found === undefined && image.url === '') return undefined
    const attachment = fileOfType('image', found)
    if (attachment === undefined && image.url === '') return scope.title(image.title)
    const html = linkedHtml(image, attachment)
    const shown =
      image.caption === '' || image.width < 1
        ? html
        : `<figure style="width: ${image.width}px" class="wp-caption alignnone">${html}<figcaption class="wp-caption-text">${image.caption}</figcaption></figure>`
    return scope.title(image.title) + shown
  },
})
