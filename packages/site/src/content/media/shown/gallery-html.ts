import { escapeUrl, type GalleryUse } from '@platen/rendering'
import type { ShownAttachment } from './shown-attachments.js'

/** The elements of a gallery's items. */
export interface GalleryTags {
  readonly item: string
  readonly icon: string
  readonly caption: string
}

/** The default elements of galleries. */
export const galleryTags: GalleryTags = Object.freeze({ item: 'figure', icon: 'div', caption: 'figcaption' })

/** An image of a gallery. */
export interface GalleryItem {
  readonly attachment: ShownAttachment
  /** HTML; empty for none. */
  readonly caption: string
  /** The `img` tag; `captionId` is the id of the element with the caption, if it has one. */
  image(captionId: string | undefined): string
}

/** How a gallery is shown. */
interface GalleryLook {
  /** The id of its element. */
  readonly id: string
  readonly postId: number
  readonly columns: number
  readonly size: string
  /** `file` or `none`; otherwise images link to their pages. */
  readonly linkType: string
  readonly tags: GalleryTags
}

function itemHtml(item: GalleryItem, { id, linkType, tags }: GalleryLook): string {
  const { post, file, url, link } = item.attachment
  const captionId = item.caption === '' ? undefined : `${id}-${post.id}`
  const image = item.image(captionId)
  const linked = linkType === 'none' ? image : `<a href='${escapeUrl(linkType === 'file' ? url : link)}'>${image}</a>`
  const shape = (file.height ?? 0) > (file.width ?? 0) ? 'portrait' : 'landscape'
  const icon = `<${tags.icon} class='gallery-icon ${shape}'>\n\t\t\t\t${linked}\n\t\t\t</${tags.icon}>`
  const below =
    captionId === undefined
      ? ''
      : `\n\t\t\t\t<${tags.caption} class='wp-caption-text gallery-caption' id='${captionId}'>\n\t\t\t\t${item.caption}\n\t\t\t\t</${tags.caption}>`
  return `<${tags.item} class='gallery-item'>\n\t\t\t${icon}${below}</${tags.item}>`
}

/** The HTML of a gallery: its images with links and captions. */
export function galleryHtml(items: readonly GalleryItem[], look: GalleryLook): string {
  const classes = `gallery galleryid-${look.postId} gallery-columns-${look.columns} gallery-size-${look.size}`
  return `<div id='${look.id}' class='${classes}'>${items.map(item => itemHtml(item, look)).join('')}\n\t\t</div>\n`
}

/** The maximum length of a size name, which each image repeats. */
const MAX_NAME = 100

type Named = GalleryUse['named']

const ELEMENTS: ReadonlySet<string> = new Set(
  'article aside dd div dl dt figcaption figure h2 h3 h4 h5 h6 li ol p section span ul'.split(' '),
)

const elementOf = (requested: string | undefined, usual: string, instead: string): string => {
  if (requested === undefined) return usual
  const name = requested.toLowerCase()
  return ELEMENTS.has(name) ? name : instead
}

/** The name of the size that a gallery shows its images in. */
export const gallerySize = (named: Named): string => (named['size'] ?? 'thumbnail').slice(0, MAX_NAME)

/** The presentation of a gallery. Unless its elements are those of texts, they are those of a definition list. */
export const galleryLook = ({ named, postId, number }: GalleryUse): GalleryLook => ({
  id: `gallery-${number}`,
  postId: named['id'] === undefined ? postId : Number.parseInt(named['id'], 10) || 0,
  columns: named['columns'] === undefined ? 3 : Number.parseInt(named['columns'], 10) || 0,
  size: gallerySize(named).replace(/[^\w-]/g, ''),
  linkType: named['link'] ?? '',
  tags: {
    item: elementOf(named['itemtag'], galleryTags.item, 'dl'),
    icon: elementOf(named['icontag'], galleryTags.icon, 'dt'),
    caption: elementOf(named['captiontag'], galleryTags.caption, 'dd'),
  },
})
