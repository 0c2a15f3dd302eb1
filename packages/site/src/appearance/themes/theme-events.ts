import { defineEvent } from '../../hooks/hooks.js'
import type { ActiveTheme } from '../../themes/theme.js'

/** A theme was activated; `before` was active until then. */
export const themeActivated = defineEvent<{ readonly theme: ActiveTheme; readonly before: ActiveTheme }>(
  'theme.activated',
)
