// Settings of a site.
export { settingChanged } from './setting-events.js'
export { type SettingKey, type SettingOptions, settingKeys } from './setting-keys.js'
export type { SettingRegistrations, SettingsPart } from './setting-registrations.js'
export type { SettingsContent, SettingValues } from './settings-content.js'
export { settingsFeature } from './settings-feature.js'
export { type ChangedSetting, type SettingsUpdate, updateSettings } from './update-settings.js'
