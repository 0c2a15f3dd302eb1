// Settings of a site.
export { settingChanged } from './setting-events.js'
export { type SettingOptions, settingKeys } from './setting-keys.js'
export type { SettingRegistrations, SettingsPart } from './setting-registrations.js'
export type { SettingsContent, SettingValues } from './settings-content.js'
export { settingsFeature } from './settings-feature.js'
export { updateSettings } from './update-settings.js'
