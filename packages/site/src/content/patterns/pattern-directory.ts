import { checks } from '@platen/core'
import { siteOption } from '../../kernel/context/index.js'
/** A search in a directory of patterns. Absent values do not limit the results. */
export interface PatternDirectoryQuery {
  /** The page of results, from 1. */
  readonly page: number
  /** The maximum number of results, 1 to 100. */
  readonly perPage: number
  readonly offset?: number | undefined
  readonly search?: string | undefined
  /** The ids of a category and of a keyword of the directory. */
  readonly category?: number | undefined
  readonly keyword?: number | undefined
  readonly slugs?: readonly string[] | undefined
  readonly order: 'asc' | 'desc'
  /** One of `patternDirectoryOrders`. */
  readonly orderBy: string
}

/** A pattern as a directory describes it. */
export interface DirectoryPattern {
  readonly id: number
  readonly title: string
  /** Its blocks, as text. */
  readonly content: string
  readonly categories: readonly string[]
  readonly keywords: readonly string[]
  readonly description: string
  /** The width of its preview in pixels. */
  readonly viewportWidth: number
  /** The block types that it can replace. */
  readonly blockTypes: readonly string[]
}

/** A directory of patterns that editors can insert: the option `patternDirectory` of a site. */
export interface PatternDirectory {
  /** Resolves with the patterns that match; rejects if the directory cannot be reached. */
  search(query: PatternDirectoryQuery): Promise<readonly DirectoryPattern[]>
}

/** The values of `orderBy`. */
export const patternDirectoryOrders = Object.freeze([
  'author',
  'date',
  'id',
  'include',
  'modified',
  'parent',
  'relevance',
  'slug',
  'include_slugs',
  'title',
  'favorite_count',
] as const)

/** The options of `createSite` that belong to this subject. */
export interface PatternDirectoryConfig {
  /**
   * The directory that `/pattern-directory/patterns` searches; without one, a search fails with
   * `http_request_not_executed`.
   */
  readonly patternDirectory?: PatternDirectory | undefined
}

const { having } = checks

/** The option `patternDirectory` of `createSite`. */
export const patternDirectoryOption = siteOption<PatternDirectory>(
  'patternDirectory',
  having<PatternDirectory>('search'),
)
