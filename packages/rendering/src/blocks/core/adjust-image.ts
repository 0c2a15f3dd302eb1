import { attributeOf, endOfEmpty, findTag, setAttribute, type TagRange } from '../../html/html-tag.js'
import type { BlockAdjustment } from '../block-type.js'
import { addLightbox, hasLightbox, IMG } from './lightbox.js'

const FIGCAPTION: ReadonlySet<string> = new Set(['figcaption'])

const withoutEmptyCaption = (html: string, image: TagRange): string => {
  const caption = findTag(html, FIGCAPTION, image.end)
  const end = caption === undefined ? undefined : endOfEmpty(html, caption)
  return caption === undefined || end === undefined ? html : html.slice(0, caption.start) + html.slice(end)
}

/** Hides an image block without an image, removes an empty caption, marks the image of a gallery with its id, and opens it in a lightbox. */
export const adjustImage: BlockAdjustment = (chunks, block, { parents, count }) => {
  const html = chunks.join('')
  const tag = findTag(html, IMG)
  if (tag === undefined) return undefined
  const src = attributeOf(html, tag, 'src')
  if (src === undefined || (src === '' && /\ssrc\s*=/i.test(html.slice(tag.start, tag.end)))) return undefined
  const { id } = block.attributes
  const isMarked = typeof id === 'number' && parents.at(-1)?.name === 'core/gallery'
  const isEnlarged = hasLightbox(block)
  const captioned = withoutEmptyCaption(html, tag)
  if (!isMarked && !isEnlarged && captioned === html) return chunks
  const marked = isMarked ? setAttribute(captioned, tag, 'data-id', String(id)) : captioned
  const adjusted = isEnlarged ? addLightbox(marked, `image-${count('lightbox')}`) : marked
  return [adjusted, ...chunks.slice(1).map(() => '')]
}
