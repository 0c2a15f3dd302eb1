import type { Principal } from '@platen/core'
import { refusal } from '../../rest/refusal.js'
import type { SiteContext } from '../../site-context.js'
import { writesPosts } from '../posts/writes-posts.js'

/** Whether a caller may list all themes and activate one. */
export const maySwitchThemes = (principal: Principal) =>
  principal.can('switch_themes') ||
  refusal({ principal }, 'rest_cannot_view_themes', 'You are not allowed to view themes.')

/** Whether a caller may see the active theme, which everyone who writes posts needs. */
export const mayViewActiveTheme = (site: SiteContext, principal: Principal) =>
  writesPosts(site, principal) ||
  principal.can('switch_themes') ||
  refusal({ principal }, 'rest_cannot_view_active_theme', 'You are not allowed to view the active theme.')
