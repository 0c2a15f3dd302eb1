import type { PostType } from '../../registrations/post-types.js'
import type { SiteContext } from '../../site-context.js'

export const collectionUrl = (site: SiteContext, type: PostType): string =>
  `${site.apiUrl}/${type.restNamespace}/${type.restBase}`
