import type { As, ContentCalls } from '../../kernel/operations/index.js'
import type { PostRecord } from '../../kernel/records/index.js'
import { existingFallback, navigationFallback } from './navigation-fallback.js'

/** Navigations, in process; `content.posts` creates and changes them like other posts. */
export interface NavigationContent {
  /**
   * The navigation to show if none was chosen: the latest published one. If there is none, one is created, from a menu
   * of the site or, without a menu, from all pages. Rejects with `rest_cannot_create` for actors who may not create
   * navigations.
   */
  fallback(by: As): Promise<PostRecord>
}

export const navigationContent = ({ site, run, actor }: ContentCalls): NavigationContent =>
  Object.freeze<NavigationContent>({
    fallback: async by => (await existingFallback(site, await actor(by))) ?? run(navigationFallback, undefined, by),
  })
