import { checks } from '@platen/core'
import { siteOption } from '../../kernel/context/index.js'
/** A search in a directory of blocks. */
export interface BlockDirectoryQuery {
  /** The text to search for; never empty. */
  readonly term: string
  /** The page of results, from 1. */
  readonly page: number
  /** The maximum number of results, 1 to 100. */
  readonly perPage: number
}

/** A block that can be installed, as a directory describes it. */
export interface DirectoryBlock {
  /** The name of the block type, such as `shop/product`. */
  readonly name: string
  readonly title: string
  readonly description: string
  /** The slug of the plugin that has the block. */
  readonly id: string
  /** The rating of the plugin, 0 to 5, and the number of people who rated it. */
  readonly rating: number
  readonly ratingCount: number
  readonly activeInstalls: number
  readonly author: string
  /** The rating of the author's blocks, 0 to 5, and their number. */
  readonly authorBlockRating: number
  readonly authorBlockCount: number
  /** The URL of its icon. */
  readonly icon: string
  /** When the plugin was last updated (RFC 3339), and how long ago, as text. */
  readonly lastUpdated: string
  readonly humanizedUpdated: string
}

/** A directory of blocks that can be installed: the option `blockDirectory` of a site. */
export interface BlockDirectory {
  /** Resolves with the blocks that match; rejects if the directory cannot be reached. */
  search(query: BlockDirectoryQuery): Promise<readonly DirectoryBlock[]>
}

/** The options of `createSite` that belong to this subject. */
export interface BlockDirectoryConfig {
  /** The directory that `/block-directory/search` searches; without one, a search fails with `plugins_api_failed`. */
  readonly blockDirectory?: BlockDirectory | undefined
}

const { having } = checks

/** The option `blockDirectory` of `createSite`. */
export const blockDirectoryOption = siteOption<BlockDirectory>('blockDirectory', having<BlockDirectory>('search'))
