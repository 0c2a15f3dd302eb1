import { filterHtml, findGalleries, type GalleryLookup, renderTitle } from '@platen/rendering'
import { createLazyHtmlBudget } from '../../../kernel/blocks/index.js'
import { mediaSettings } from '../files/media-settings.js'
import { type GalleryItem, galleryHtml, galleryLook, gallerySize } from './gallery-html.js'
import { shownImage, writeImage } from './image-tag.js'
import { type ListingTexts, loadListedAttachments } from './load-listed-attachments.js'
import type { AttachmentReader, ShownAttachment } from './shown-attachments.js'

/** Loads the images of galleries in posts' texts with a fixed number of queries; `undefined` if there are none. */
export async function loadGalleries(reader: AttachmentReader, texts: ListingTexts): Promise<GalleryLookup | undefined> {
  const { storage, sizes } = reader.site.get(mediaSettings)
  if (storage === undefined) return undefined
  const loaded = await loadListedAttachments(reader, texts, { find: findGalleries, types: ['image/'] })
  if (loaded === undefined) return undefined
  const captions = new Map<number, string>()
  const within = createLazyHtmlBudget()

  const captionOf = ({ post }: ShownAttachment): string => {
    const caption = captions.get(post.id) ?? filterHtml(renderTitle(post.excerpt), 'excerpt').trim()
    captions.set(post.id, caption)
    return caption
  }
  const itemOf = (attachment: ShownAttachment, size: string): GalleryItem => {
    const box = Object.hasOwn(sizes, size) ? sizes[size] : undefined
    const image = shownImage(attachment.file, { size, box, urlOf: attachment.urlOf })
    return {
      attachment,
      caption: captionOf(attachment),
      image: captionId =>
        writeImage(image, {
          src: image.src,
          class: `attachment-${size} size-${size}`,
          alt: attachment.alt,
          'aria-describedby': captionId,
        }),
    }
  }
  return use =>
    within(() => {
      const images = loaded.listed(use)
      if (images.length === 0) return ''
      const size = gallerySize(use.named)
      const items = images.map(attachment => itemOf(attachment, size))
      return galleryHtml(items, galleryLook(use))
    })
}
