import type { Block } from './block-parser.js'

/** Whether an editor has hidden a block, with its inner blocks. */
export const isHidden = ({ attributes }: Block): boolean => {
  const { metadata } = attributes
  return (
    typeof metadata === 'object' &&
    metadata !== null &&
    'blockVisibility' in metadata &&
    metadata.blockVisibility === false
  )
}
