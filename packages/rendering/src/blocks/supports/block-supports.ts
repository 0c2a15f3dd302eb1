import { NO_VALUES } from '../block-context.js'
import type { BlockValues } from '../block-type.js'
import { valuesOf } from './support-values.js'

/** The `supports` of a block type, as in `block.json`: the styles that editors may change. */
export type BlockSupports = BlockValues

/** The `supports` of a block type; empty if it declares none. */
export const supportsOf = ({ supports }: { readonly supports?: BlockValues }): BlockSupports => valuesOf(supports)

export const EXPERIMENTAL = '__experimental'

const supportOf = (supports: BlockSupports, name: string): unknown =>
  supports[name] ?? supports[`${EXPERIMENTAL}${name.charAt(0).toUpperCase()}${name.slice(1)}`]

/** Whether a block type writes a feature of a support itself. */
export const isSkipped = (support: BlockValues, feature: string): boolean => {
  const skipped = supportOf(support, 'skipSerialization')
  return skipped === true || (Array.isArray(skipped) && skipped.includes(feature))
}

/** Determines which features of a support are written on the element around the block. */
export type WrittenFeatures = (feature: string) => boolean

const NONE: WrittenFeatures = () => false

/**
 * The features of a support such as `color` that a block type has and does not write itself; `implied` are the features
 * that are enabled by default.
 */
export const writtenFeatures = (
  supports: BlockSupports,
  name: string,
  implied: ReadonlySet<string> = new Set(),
): WrittenFeatures => {
  const value = supportOf(supports, name)
  if (value === undefined || value === false || value === null) return NONE
  const support = value === true ? NO_VALUES : valuesOf(value)
  return feature => {
    const own = supportOf(support, feature)
    return (own === undefined ? implied.has(feature) : Boolean(own)) && !isSkipped(support, feature)
  }
}
