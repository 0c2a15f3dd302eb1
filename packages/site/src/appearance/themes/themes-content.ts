import { RestError } from '@platen/core'
import { permit } from '../../kernel/context/index.js'
import type { As, ContentCalls } from '../../kernel/operations/index.js'
import type { ActiveTheme, BrokenTheme, Theme } from './reading/theme.js'
import { themes } from './reading/themes.js'
import { themesAndView } from './rest/theme-view.js'
import { maySwitchThemes, mayViewActiveTheme } from './theme-access.js'
import { activateTheme } from './theme-operations.js'

/** Themes, in process. */
export interface ThemesContent {
  /** All themes that can be used, by stylesheet. */
  list(by: As): Promise<readonly Theme[]>
  /** The themes that cannot be used, with their errors. */
  broken(by: As): Promise<readonly BrokenTheme[]>
  /** The active theme, including everything that it inherits from its parent. */
  active(by: As): Promise<ActiveTheme>
  /** Rejects with `rest_theme_not_found`. */
  get(stylesheet: string, by: As): Promise<Theme>
  /**
   * Activates a theme, for all processes that use the store. Rejects with `rest_cannot_switch_themes`,
   * `rest_theme_not_found`, or `rest_theme_invalid` for a theme with errors.
   */
  activate(stylesheet: string, by: As): Promise<ActiveTheme>
}

export function themesContent({ site, run, actor }: ContentCalls): ThemesContent {
  return Object.freeze<ThemesContent>({
    async list(by) {
      permit(maySwitchThemes(await actor(by)))
      return (await themesAndView(site)).all
    },
    async broken(by) {
      permit(maySwitchThemes(await actor(by)))
      return site.get(themes).broken()
    },
    async active(by) {
      permit(mayViewActiveTheme(site, await actor(by)))
      return site.get(themes).active(await site.options())
    },
    async get(stylesheet, by) {
      permit(maySwitchThemes(await actor(by)))
      const match = (await themesAndView(site)).all.find(theme => theme.stylesheet === stylesheet)
      if (match === undefined) throw new RestError('rest_theme_not_found', `There is no theme "${stylesheet}".`, 404)
      return match
    },
    activate: (stylesheet, by) => run(activateTheme, { stylesheet }, by),
  })
}
