import { addToFirstTag } from '../html/html-tag.js'
import type { Block } from './block-parser.js'
import { valuesOf } from './supports/support-values.js'

/** Whether an editor has hidden a block, with its inner blocks. */
export const isHidden = ({ attributes }: Block): boolean =>
  valuesOf(attributes['metadata'])['blockVisibility'] === false

const NO_CLASSES: readonly string[] = []

/** The classes that hide a block on screens of certain sizes. */
const hiddenClasses = ({ attributes }: Block): readonly string[] => {
  const { metadata } = attributes
  if (metadata === undefined) return NO_CLASSES
  const viewports = valuesOf(valuesOf(valuesOf(metadata)['blockVisibility'])['viewport'])
  const hidden = Object.keys(viewports).filter(name => viewports[name] === false && /^[a-z]+$/.test(name))
  return hidden.sort().map(name => `wp-block-hidden-${name}`)
}

/** Adds the classes that hide a block on screens of certain sizes to its first tag. */
export const addHiddenClasses = (html: string, block: Block): string => addToFirstTag(html, hiddenClasses(block))
