import { addClasses, attributeOf, endOfEmpty, findTag, firstTag, setAttribute } from '../../html/html-tag.js'
import { safeStyle } from '../../sanitize/safe-styles.js'
import type { BlockAdjustment, BlockValues } from '../block-type.js'
import { styleValue, textOf, valuesOf } from '../supports/support-values.js'

const LINKS: ReadonlySet<string> = new Set(['a', 'button'])
const PERCENTAGE = /^(\d+(?:\.\d+)?)%$/
const PRESET = 'var:preset|dimension|'
/** The widths in percent that have a class. */
const COMMON = new Set(['25', '50', '75', '100'])

/** The width of a button, as classes and an inline style. */
const widthOf = ({
  style,
}: BlockValues): { readonly classes: readonly string[]; readonly style: string } | undefined => {
  const width = textOf(valuesOf(valuesOf(style)['dimensions'])['width'])
  if (width === undefined) return undefined
  const preset = width.startsWith(PRESET) ? width.slice(PRESET.length) : undefined
  const percent = preset !== undefined && COMMON.has(preset) ? preset : PERCENTAGE.exec(width)?.[1]
  if (percent === undefined) {
    const value = styleValue(width, 'dimension')
    const declaration = value === undefined ? '' : safeStyle(`width:${value}`)
    return declaration === ''
      ? undefined
      : { classes: ['has-custom-width'], style: `${declaration.replace(':', ': ')};` }
  }
  const own = COMMON.has(percent) ? [`wp-block-button__width-${percent}`] : []
  return {
    classes: ['has-custom-width', 'wp-block-button__width', ...own],
    style: `--wp--block-button--width: ${percent};`,
  }
}

/** Hides a button without text, and sets the width that an editor chose. */
export const adjustButton: BlockAdjustment = (chunks, { attributes }) => {
  const html = chunks.join('')
  const link = findTag(html, LINKS)
  if (link === undefined || endOfEmpty(html, link) !== undefined) return undefined
  const width = attributes['style'] === undefined ? undefined : widthOf(attributes)
  const tag = width && firstTag(html)
  if (width === undefined || tag === undefined) return chunks
  const classed = addClasses(html, tag, width.classes)
  const changed = firstTag(classed) ?? tag
  const present = (attributeOf(classed, changed, 'style') ?? '').trim()
  const style = present === '' ? width.style : `${width.style} ${present}`
  return [setAttribute(classed, changed, 'style', style), ...chunks.slice(1).map(() => '')]
}
