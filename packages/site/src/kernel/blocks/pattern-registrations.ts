import type { Registering } from '../features/index.js'
import {
  type BlockPattern,
  type BlockPatternCategory,
  type BlockPatternCategoryOptions,
  type BlockPatternOptions,
  blockPattern,
  blockPatternCategories,
  blockPatternCategory,
  blockPatterns,
} from './block-patterns.js'

/** The registration calls for block patterns. */
export interface PatternRegistrations {
  /** Registers a group of blocks that editors can insert, under a name such as `shop/call-to-action`. */
  registerBlockPattern(name: string, options: BlockPatternOptions): BlockPattern
  registerBlockPatternCategory(name: string, options: BlockPatternCategoryOptions): BlockPatternCategory
}

/** Creates the call for a site. */
export const patternRegistrations = ({ added }: Registering): PatternRegistrations => ({
  registerBlockPattern: (name, options) => added(blockPatterns, name, blockPattern(name, options)),
  registerBlockPatternCategory: (name, options) =>
    added(blockPatternCategories, name, blockPatternCategory(name, options)),
})
