import { RestError } from '@platen/core'
import { defineEvent, permit } from '../../kernel/context/index.js'
import { defineOperation } from '../../kernel/operations/index.js'
import { snapshot } from '../../kernel/options/index.js'
import { refusal } from '../../kernel/refusals/index.js'
import type { ActiveTheme } from './reading/theme.js'
import { STYLESHEET_OPTION, themes } from './reading/themes.js'

/** A theme was activated; `before` was active until then. */
export const themeActivated = defineEvent<{ readonly theme: ActiveTheme; readonly before: ActiveTheme }>(
  'theme.activated',
)

/** The theme to activate. */
export interface ThemeActivation {
  readonly stylesheet: string
}

/**
 * Activates a theme. Throws `rest_cannot_switch_themes` without the capability `switch_themes`, `rest_theme_not_found`,
 * and `rest_theme_invalid` for a theme with errors, which the message names.
 */
export const activateTheme = defineOperation(
  async (tx, actor, { stylesheet }: ThemeActivation): Promise<ActiveTheme> => {
    const { site, store } = tx
    permit(
      actor.can('switch_themes') ||
        refusal({ principal: actor }, 'rest_cannot_switch_themes', 'You are not allowed to activate themes.'),
    )
    const registered = site.get(themes)
    const broken = registered.broken().find(theme => theme.stylesheet === stylesheet)
    if (broken !== undefined)
      throw new RestError('rest_theme_invalid', `The theme "${stylesheet}" has errors. ${broken.errors.join(' ')}`, 400)
    if (registered.find(stylesheet) === undefined)
      throw new RestError('rest_theme_not_found', `There is no theme "${stylesheet}".`, 404)
    const before = registered.active(snapshot(await store.options.all()))
    const theme = registered.active({ text: () => stylesheet })
    // Stored even if it is already active as the default: the built-in theme is shown without a choice.
    await store.options.set(STYLESHEET_OPTION, stylesheet)
    if (before.stylesheet !== stylesheet) tx.emit(themeActivated, { theme, before })
    return theme
  },
)
