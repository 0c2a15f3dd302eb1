import { defineFeature } from '../../feature-base.js'
import { postRoutes } from '../posts/post-family.js'
import { navigationContent } from './navigation-content.js'
import { navigationFields } from './navigation-fields.js'
import { navigationType } from './navigation-type.js'
import { registerFallback } from './register-fallback.js'

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
