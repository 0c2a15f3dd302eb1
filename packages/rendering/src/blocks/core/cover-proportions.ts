import { addStyle, addToFirstTag, firstTag } from '../../html/html-tag.js'
import { safeStyle } from '../../sanitize/safe-styles.js'
import type { Block } from '../block-parser.js'
import { styleValue, textOf, valuesOf } from '../supports/support-values.js'

/** The declarations of a ratio of width to height; a minimum height unsets the ratio of the theme. */
const declarationsOf = ({ attributes }: Block): string => {
  const { aspectRatio, minHeight } = valuesOf(valuesOf(attributes['style'])['dimensions'])
  const ratio = textOf(aspectRatio)
  if (ratio === 'auto') return 'aspect-ratio:auto;'
  if (ratio !== undefined) {
    const value = styleValue(ratio)
    const declaration = value === undefined ? '' : `${safeStyle(`aspect-ratio:${value}`)};`
    return declaration === ';' ? '' : `${declaration}height:unset;min-height:unset;`
  }
  return minHeight || attributes['minHeight'] ? 'aspect-ratio:unset;' : ''
}

/** Adds the proportions that an editor chose for a block such as a cover. */
export const addProportions = (html: string, block: Block): string => {
  const declarations = declarationsOf(block)
  if (declarations === '') return html
  const tag = firstTag(html)
  if (tag === undefined) return html
  const styled = addStyle(html, tag, declarations)
  return declarations.includes('height:') ? addToFirstTag(styled, ['has-aspect-ratio']) : styled
}
