import { firstTag, readTag, setAttribute } from '../html/html-tag.js'
import type { Block } from './block-parser.js'
import { isHiddenOnScreens } from './hidden-blocks.js'

/** The value of `fetchpriority` for the images of a block that readers may not see; undefined for other blocks. */
export const imagePriority = (block: Block): 'low' | 'auto' | undefined => {
  const { name, attributes } = block
  if (name === 'core/details' && attributes['showContent'] !== true) return 'low'
  if (name === 'core/accordion-item' && attributes['openByDefault'] !== true) return 'low'
  return isHiddenOnScreens(block) ? 'auto' : undefined
}

const IMAGE = '<img'

/** Sets `fetchpriority` of all images. */
export const setImagePriority = (html: string, priority: 'low' | 'auto'): string => {
  let result = ''
  let done = 0
  for (let start = html.indexOf(IMAGE); start !== -1; start = html.indexOf(IMAGE, Math.max(done, start + 1))) {
    const end = readTag(html, start)?.end
    if (end === undefined) break
    const image = html.slice(start, end)
    const tag = firstTag(image)
    if (tag?.name.toLowerCase() !== 'img') continue
    result += html.slice(done, start) + setAttribute(image, tag, 'fetchpriority', priority)
    done = end
  }
  return done === 0 ? html : result + html.slice(done)
}
