// Settings of a site.
export { type SettingOptions, settingKeys } from './setting-keys.js'
export type { SettingRegistrations, SettingsPart } from './setting-registrations.js'
export { type SettingsContent, type SettingValues, settingsFeature } from './settings-feature.js'
export { settingChanged, updateSettings } from './update-settings.js'
