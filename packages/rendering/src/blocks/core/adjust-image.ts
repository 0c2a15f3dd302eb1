import { attributeOf, findTag, setAttribute } from '../../html/html-tag.js'
import type { BlockAdjustment } from '../block-type.js'
import { addLightbox, hasLightbox } from './lightbox.js'

const IMG: ReadonlySet<string> = new Set(['img'])

/** Hides an image block without an image, marks the image of a gallery with its id, and opens it in a lightbox. */
export const adjustImage: BlockAdjustment = (chunks, block, { parents, count }) => {
  const html = chunks.join('')
  const tag = findTag(html, IMG)
  if (tag === undefined) return undefined
  const src = attributeOf(html, tag, 'src')
  if (src === undefined || (src === '' && /\ssrc\s*=/i.test(html.slice(tag.start, tag.end)))) return undefined
  const { id } = block.attributes
  const isMarked = typeof id === 'number' && parents.at(-1)?.name === 'core/gallery'
  const isEnlarged = hasLightbox(block)
  if (!isMarked && !isEnlarged) return chunks
  const marked = isMarked ? setAttribute(html, tag, 'data-id', String(id)) : html
  const adjusted = isEnlarged ? addLightbox(marked, `image-${count('lightbox')}`) : marked
  return [adjusted, ...chunks.slice(1).map(() => '')]
}
