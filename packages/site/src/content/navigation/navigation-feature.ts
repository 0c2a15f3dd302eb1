import { defineFeature } from '../../kernel/features/index.js'
import { postRoutes } from '../posts/index.js'
import { navigationContent } from './navigation-content.js'
import { navigationType } from './navigation-type.js'
import { navigationFields } from './rest/navigation-fields.js'
import { registerFallback } from './rest/register-fallback.js'

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
