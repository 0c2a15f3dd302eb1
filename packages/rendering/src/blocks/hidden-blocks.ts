import type { Block } from './block-parser.js'
import type { BlockSupports } from './supports/block-supports.js'
import { valuesOf } from './supports/support-values.js'

/** Whether an editor has hidden a block, with its inner blocks. */
export const isHidden = ({ attributes }: Block): boolean =>
  valuesOf(attributes['metadata'])['blockVisibility'] === false

const NO_CLASSES: readonly string[] = []

/** The classes that hide a block on screens of certain sizes; none if its type forbids it. */
export const hiddenClasses = ({ attributes: { metadata } }: Block, supports: BlockSupports): readonly string[] =>
  metadata === undefined || supports['visibility'] === false
    ? NO_CLASSES
    : hiddenScreens(metadata).map(name => `wp-block-hidden-${name}`)

/** Whether a block is hidden on screens of certain sizes. */
export const isHiddenOnScreens = ({ attributes: { metadata } }: Block): boolean =>
  metadata !== undefined && hiddenScreens(metadata).length > 0

const hiddenScreens = (metadata: unknown): readonly string[] => {
  const viewports = valuesOf(valuesOf(valuesOf(metadata)['blockVisibility'])['viewport'])
  return Object.keys(viewports)
    .filter(name => viewports[name] === false && /^[a-z]+$/.test(name))
    .sort()
}
