import { defineFeature } from '../../feature.js'
import { registerBuiltInSettings } from './built-in-settings.js'
import { registerSettings } from './register-settings.js'
import { settingsContent } from './settings-content.js'

/** The settings of a site. */
export const settingsFeature = defineFeature({
  name: 'settings',
  setup: registerBuiltInSettings,
  content: calls => ({ settings: settingsContent(calls) }),
  routes: registerSettings,
})
