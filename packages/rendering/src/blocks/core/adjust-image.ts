import { attributeOf, findTag, setAttribute } from '../../html/html-tag.js'
import type { BlockAdjustment } from '../block-type.js'

const IMG: ReadonlySet<string> = new Set(['img'])

/** Hides an image block without an image, and marks the image of a gallery with its id. */
export const adjustImage: BlockAdjustment = (chunks, block, { parents }) => {
  const html = chunks.join('')
  const tag = findTag(html, IMG)
  if (tag === undefined) return undefined
  const src = attributeOf(html, tag, 'src')
  if (src === undefined || (src === '' && /\ssrc\s*=/i.test(html.slice(tag.start, tag.end)))) return undefined
  const { id } = block.attributes
  if (typeof id !== 'number' || parents.at(-1)?.name !== 'core/gallery') return chunks
  return [setAttribute(html, tag, 'data-id', String(id)), ...chunks.slice(1).map(() => '')]
}
