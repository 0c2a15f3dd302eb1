import type { Links, Principal } from '@platen/core'
import { registrationKey, type SiteContext } from '../../../kernel/context/index.js'
import type { ActiveTheme } from '../reading/theme.js'

/** Links that a feature adds to the active theme. */
export type ActiveThemeLinks = (site: SiteContext, theme: ActiveTheme, principal: Principal) => Links | Promise<Links>

/** The links that features add to the active theme. */
export const activeThemeLinks = registrationKey('links of the active theme', (): ActiveThemeLinks[] => [])

/** The links that only the active theme has. */
export async function linksOfActiveTheme(site: SiteContext, theme: ActiveTheme, principal: Principal): Promise<Links> {
  let links: Links = {}
  for (const more of site.get(activeThemeLinks)) links = { ...links, ...(await more(site, theme, principal)) }
  return links
}
