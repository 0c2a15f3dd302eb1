import type { SiteContext } from '../../kernel/context/index.js'
import { defineFeature } from '../../kernel/features/index.js'
import type { As, ContentCalls } from '../../kernel/operations/index.js'
import type { PostRecord } from '../../kernel/records/index.js'
import { VIEW_EDIT_EMBED } from '../../kernel/rest/index.js'
import { type PostFields, postFields, postRoutes, withContexts } from '../posts/index.js'
import type { PostType } from '../types/index.js'
import { existingFallback, navigationFallback } from './navigation-fallback.js'
import { navigationType } from './navigation-type.js'
import { registerFallback } from './register-fallback.js'

/** Navigations, in process; `content.posts` creates and changes them like other posts. */
export interface NavigationContent {
  /**
   * The navigation to show if none was chosen: the latest published one. If there is none, one is created, from a menu
   * of the site or, without a menu, from all pages. Rejects with `rest_cannot_create` for actors who may not create
   * navigations.
   */
  fallback(by: As): Promise<PostRecord>
}

const navigationContent = ({ site, run, actor }: ContentCalls): NavigationContent =>
  Object.freeze<NavigationContent>({
    fallback: async by => (await existingFallback(site, await actor(by))) ?? run(navigationFallback, undefined, by),
  })

const EDIT_EMBED = ['edit', 'embed'] as const

/** The fields of navigations; embedded navigations contain everything that is needed to render them. */
const navigationFields = (site: SiteContext, type: PostType): PostFields =>
  withContexts(postFields(site, type), {
    status: { contexts: VIEW_EDIT_EMBED },
    title: { properties: { raw: EDIT_EMBED } },
    content: {
      contexts: VIEW_EDIT_EMBED,
      properties: { raw: EDIT_EMBED, rendered: VIEW_EDIT_EMBED, block_version: EDIT_EMBED },
    },
  })

/** Navigations: menus made of blocks, and the fallback to show if none was chosen. */
export const navigationFeature = defineFeature({
  name: 'navigation',
  content: calls => ({ navigation: navigationContent(calls) }),
  routes(site) {
    const type = navigationType(site)
    if (type === undefined) return
    postRoutes(site, type, navigationFields(site, type))
    registerFallback(site, type)
  },
})
