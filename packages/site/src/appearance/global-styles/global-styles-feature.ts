import { contentWriters } from '../../content/posts/index.js'
import { defineFeature } from '../../kernel/features/index.js'
import { filteredStyles } from '../theme-json/index.js'
import { activeThemeLinks } from '../themes/index.js'
import { globalStylesContent } from './global-styles-content.js'
import { globalStylesType } from './global-styles-type.js'
import { registerStyleRevisions } from './register-style-revisions.js'
import { registerThemeStyles } from './register-theme-styles.js'
import { registerUserStyles } from './register-user-styles.js'
import { userStylesLink } from './user-styles-link.js'

/** Global styles: the settings and styles of the site, its theme and its users. */
export const globalStylesFeature = defineFeature({
  name: 'global-styles',
  capabilityAliases: { edit_css: 'unfiltered_html' },
  setup({ context }) {
    context.get(contentWriters).push({
      cleaned: (type, content, before) => (type.holdsStyles ? filteredStyles(content, before) : undefined),
    })
    context.get(activeThemeLinks).push(userStylesLink)
  },
  content: calls => ({ globalStyles: globalStylesContent(calls) }),
  routes(site) {
    registerThemeStyles(site)
    const type = globalStylesType(site)
    if (type === undefined) return
    registerUserStyles(site, type)
    registerStyleRevisions(site, type)
  },
})
