import type { Links, Principal } from '@platen/core'
import type { SiteContext } from '../../site-context.js'
import type { ActiveTheme } from '../../themes/theme.js'
import { mayExportTheme } from '../theme-export/export-access.js'
import { userStylesUrl } from './user-styles.js'

/** The relations that only the active theme has: the styles of its users, and its export. */
export async function activeThemeRelations(
  site: SiteContext,
  { stylesheet, isBlockTheme }: ActiveTheme,
  principal: Principal,
): Promise<Links> {
  const { prefix } = site.dialect
  const styles = await userStylesUrl(site, stylesheet)
  const allow = mayExportTheme(principal) === true ? ['GET'] : []
  return {
    ...(styles !== undefined && { [`${prefix}:user-global-styles`]: [{ href: styles }] }),
    ...(isBlockTheme && {
      [`${prefix}:export-theme`]: [{ targetHints: { allow }, href: `${site.apiUrl}/${prefix}-block-editor/v1/export` }],
    }),
  }
}
