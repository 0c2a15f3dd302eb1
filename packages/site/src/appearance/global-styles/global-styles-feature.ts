import { contentWriters } from '../../content/posts/index.js'
import { defineFeature } from '../../kernel/features/index.js'
import { filteredStyles } from '../theme-json/index.js'
import { type ActiveThemeLinks, activeThemeLinks } from '../themes/index.js'
import { globalStylesContent } from './global-styles-content.js'
import { registerStyleRevisions } from './register-style-revisions.js'
import { registerThemeStyles } from './register-theme-styles.js'
import { registerUserStyles } from './register-user-styles.js'
import { globalStylesType, userStylesUrl } from './user-styles.js'

/** The link to the styles of users for the active theme. */
const userStylesLink: ActiveThemeLinks = async (site, { stylesheet }) => {
  const href = await userStylesUrl(site, stylesheet)
  return href === undefined ? {} : { [`${site.dialect.prefix}:user-global-styles`]: [{ href }] }
}

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
