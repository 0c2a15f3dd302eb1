import { checks } from '@platen/core'
import { siteOption } from '../../kernel/context/index.js'
/** The options of `createSite` that belong to this subject. */
export interface RevisionsConfig {
  /**
   * The maximum number of revisions of a post, besides autosaves; unlimited by default, 0 for none. Post types can
   * override it.
   */
  readonly revisionsToKeep?: number | undefined
}

const { limit } = checks

/** The option `revisionsToKeep` of `createSite`. */
export const revisionsToKeepOption = siteOption<number>('revisionsToKeep', limit)
