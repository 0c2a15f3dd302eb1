import { defineFeature } from '../../feature.js'
import { registerBuiltInSettings } from './built-in-settings.js'
import { registerSettings } from './register-settings.js'

/** The settings of a site. */
export const settingsFeature = defineFeature({
  name: 'settings',
  setup: registerBuiltInSettings,
  routes: registerSettings,
})
