import { addToFirstTag } from '../html/html-tag.js'
import type { Block } from './block-parser.js'
import type { BlockSupports } from './supports/block-supports.js'
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

/** Whether a block is hidden on screens of certain sizes. */
export const isHiddenOnScreens = (block: Block): boolean => hiddenClasses(block).length > 0

/** Adds the classes that hide a block on screens of certain sizes to its first tag, unless its type forbids it. */
export const addHiddenClasses = (html: string, block: Block, supports: BlockSupports): string =>
  supports['visibility'] === false ? html : addToFirstTag(html, hiddenClasses(block))
