import { checks, type OptionChecks } from '@platen/core'
import { registrationKey } from '../context/index.js'
import { checkDefinition, Registrations } from '../registrations/index.js'

/** The source of a block pattern. */
export type BlockPatternSource =
  | 'core'
  | 'plugin'
  | 'theme'
  | 'pattern-directory/core'
  | 'pattern-directory/theme'
  | 'pattern-directory/featured'

/** The options of a block pattern. Absent options do not appear in the interface. */
export interface BlockPatternOptions {
  readonly title: string
  /** Blocks as text, as editors insert it. */
  readonly content: string
  readonly description?: string | undefined
  /** The width of its preview, in pixels. */
  readonly viewportWidth?: number | undefined
  /** Whether editors offer it; true by default. */
  readonly inserter?: boolean | undefined
  /** Names of categories; see `registerBlockPatternCategory`. */
  readonly categories?: readonly string[] | undefined
  readonly keywords?: readonly string[] | undefined
  /** The block types that it can replace or start. */
  readonly blockTypes?: readonly string[] | undefined
  /** The post types that it is for; all by default. */
  readonly postTypes?: readonly string[] | undefined
  /** The template types that it is for. */
  readonly templateTypes?: readonly string[] | undefined
  readonly source?: BlockPatternSource | undefined
}

/** A block pattern: a group of blocks that editors can insert. */
export interface BlockPattern extends BlockPatternOptions {
  /** Its name with a namespace, such as `shop/call-to-action`. */
  readonly name: string
}

/** The options of a category of block patterns. */
export interface BlockPatternCategoryOptions {
  /** Its name for people. */
  readonly label: string
  readonly description?: string | undefined
}

/** A category of block patterns. */
export interface BlockPatternCategory extends BlockPatternCategoryOptions {
  readonly name: string
}

/** The values of `source`. */
export const blockPatternSources: readonly BlockPatternSource[] = Object.freeze([
  'core',
  'plugin',
  'theme',
  'pattern-directory/core',
  'pattern-directory/theme',
  'pattern-directory/featured',
])

const { anyText, flag, oneOf, positive, required, text, texts } = checks

const patternChecks: OptionChecks<BlockPatternOptions> = {
  title: required(text),
  content: required(anyText),
  description: anyText,
  viewportWidth: positive,
  inserter: flag,
  categories: texts,
  keywords: texts,
  blockTypes: texts,
  postTypes: texts,
  templateTypes: texts,
  source: oneOf(blockPatternSources),
}

const categoryChecks: OptionChecks<BlockPatternCategoryOptions> = { label: required(text), description: anyText }

const LISTS = ['categories', 'keywords', 'blockTypes', 'postTypes', 'templateTypes'] as const

/** Checks and freezes a pattern. */
export function blockPattern(name: string, options: BlockPatternOptions): BlockPattern {
  checkDefinition(`the block pattern "${name}"`, options, patternChecks)
  const lists = LISTS.map(key => [key, options[key] && Object.freeze([...options[key]])] as const)
  return Object.freeze({ ...options, ...Object.fromEntries(lists), name })
}

/** Checks and freezes a category of patterns. */
export function blockPatternCategory(name: string, options: BlockPatternCategoryOptions): BlockPatternCategory {
  checkDefinition(`the block pattern category "${name}"`, options, categoryChecks)
  return Object.freeze({ ...options, name })
}

/** The block patterns of a site, in the order of their registration. */
export const blockPatterns = registrationKey(
  'block patterns',
  () => new Registrations<BlockPattern>('the block pattern', /^[\w-]{1,64}(?:\/[\w-]{1,128}){0,3}$/),
)

/** The categories of block patterns of a site, in the order of their registration. */
export const blockPatternCategories = registrationKey(
  'block pattern categories',
  () => new Registrations<BlockPatternCategory>('the block pattern category'),
)
