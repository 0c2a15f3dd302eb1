import { attributeOf, findTag, firstTag, setAttribute, type TagRange } from '../../html/html-tag.js'
import type { BlockAdjustment } from '../block-type.js'

const OBJECTS: ReadonlySet<string> = new Set(['object'])
const UNNAMED = 'PDF embed'

/** The description of a preview for screen readers, from the name of the file that editors save. */
const describe = (name = ''): string => (name === '' || name === UNNAMED ? UNNAMED : `Embed of ${name}.`)

const changeObject = (html: string, change: (tag: TagRange) => string): string => {
  const tag = findTag(html, OBJECTS)
  return tag === undefined ? html : change(tag)
}

const hide = (html: string, tag: TagRange): string =>
  attributeOf(html, tag, 'hidden') === undefined
    ? `${html.slice(0, tag.attributesStart)} hidden${html.slice(tag.attributesStart)}`
    : html

/** Hides the preview of a file until a script finds that the browser can show it. */
export const adjustFile: BlockAdjustment = (chunks, { attributes: { displayPreview } }) => {
  if (displayPreview !== true && displayPreview !== 1) return chunks
  const html = chunks.join('')
  const object = findTag(html, OBJECTS)
  const wrapper = firstTag(html)
  if (object === undefined || wrapper === undefined || wrapper.start === object.start) return chunks
  const described = setAttribute(html, object, 'aria-label', describe(attributeOf(html, object, 'aria-label')))
  const hidden = changeObject(described, tag => hide(described, tag))
  const bound = changeObject(hidden, tag => setAttribute(hidden, tag, 'data-wp-bind--hidden', '!state.hasPdfPreview'))
  return [setAttribute(bound, wrapper, 'data-wp-interactive', 'core/file'), ...chunks.slice(1).map(() => '')]
}
