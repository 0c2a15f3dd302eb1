import type { ActiveThemeLinks } from '../themes/index.js'
import { userStylesUrl } from './user-styles.js'

/** The link to the styles of users for the active theme. */
export const userStylesLink: ActiveThemeLinks = async (site, { stylesheet }) => {
  const href = await userStylesUrl(site, stylesheet)
  return href === undefined ? {} : { [`${site.dialect.prefix}:user-global-styles`]: [{ href }] }
}
