import { defineEvent } from '../../kernel/context/index.js'
import type { ActiveTheme } from './reading/theme.js'

/** A theme was activated; `before` was active until then. */
export const themeActivated = defineEvent<{ readonly theme: ActiveTheme; readonly before: ActiveTheme }>(
  'theme.activated',
)
