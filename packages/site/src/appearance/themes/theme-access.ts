import type { Principal } from '@platen/core'
import { writesPosts } from '../../content/types/index.js'
import type { SiteContext } from '../../kernel/context/index.js'
import { refusal } from '../../kernel/refusals/index.js'

/** Whether a caller may list all themes and activate one. */
export const maySwitchThemes = (principal: Principal) =>
  principal.can('switch_themes') ||
  refusal({ principal }, 'rest_cannot_view_themes', 'You are not allowed to view themes.')

/** Whether a caller may see the active theme, which everyone who writes posts needs. */
export const mayViewActiveTheme = (site: SiteContext, principal: Principal) =>
  writesPosts(site, principal) ||
  principal.can('switch_themes') ||
  refusal({ principal }, 'rest_cannot_view_active_theme', 'You are not allowed to view the active theme.')
