import { defineFeature } from '../../kernel/features/index.js'
import { registerBuiltInSettings } from './built-in-settings.js'
import { registerSettings } from './register-settings.js'
import { settingParts, settingRegistrations } from './setting-registrations.js'
import { settingsContent } from './settings-content.js'

/** The settings of a site. */
export const settingsFeature = defineFeature({
  name: 'settings',
  registrations: settingRegistrations,
  parts: settingParts,
  setup: registerBuiltInSettings,
  content: calls => ({ settings: settingsContent(calls) }),
  routes: registerSettings,
})
