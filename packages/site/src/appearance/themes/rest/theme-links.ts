import type { Links } from '@platen/core'
import type { SiteContext } from '../../../kernel/context/index.js'
import type { Theme } from '../reading/theme.js'
import { isActive, type LinkedThemeView } from './theme-view.js'

/** The URL of the list of themes. */
const themesUrl = (site: SiteContext): string => `${site.apiUrl}/${site.namespace}/themes`

/** The links of a theme. */
export function themeLinks(site: SiteContext, theme: Theme, view: LinkedThemeView): Links {
  const url = themesUrl(site)
  return {
    self: [
      {
        href: `${url}/${theme.stylesheet.split('/').map(encodeURIComponent).join('/')}`,
        targetHints: { allow: ['GET'] },
      },
    ],
    collection: [{ href: url }],
    ...(isActive(theme, view) && view.relations),
  }
}
