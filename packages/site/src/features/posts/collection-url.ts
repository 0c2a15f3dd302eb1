import type { PostType } from '../../registrations/post-types.js'
import type { SiteContext } from '../../site-context.js'

/** The URL of a type's collection. */
export const collectionUrl = (site: SiteContext, type: PostType): string =>
  `${site.apiUrl}/${type.restNamespace}/${type.restBase}`
