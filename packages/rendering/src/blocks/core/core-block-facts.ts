import type { BlockAnnotations } from '../block-annotations.js'
import type { BlockAttributes, BlockValues } from '../block-type.js'

/** The type of a built-in block, without its name and rendering. */
export interface CoreBlock extends BlockAnnotations {
  readonly attributes?: BlockAttributes
  readonly supports?: BlockValues
  readonly bindable?: readonly string[]
  readonly usesContext?: readonly string[]
  readonly providesContext?: Readonly<Record<string, string>>
  /** The names of the styles with their own rules, which each block repeats. */
  readonly styled?: readonly string[]
}

/** The types of built-in blocks, by their names without the namespace. */
export type CoreBlockFacts = Readonly<Record<string, CoreBlock>>
