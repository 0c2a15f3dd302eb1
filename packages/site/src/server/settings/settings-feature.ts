import { permit } from '../../kernel/context/index.js'
import { defineFeature } from '../../kernel/features/index.js'
import type { As, AsOf, ContentCalls } from '../../kernel/operations/index.js'
import { extraFields } from '../../kernel/rest/index.js'
import { registerBuiltInSettings } from './built-in-settings.js'
import { registerSettings } from './register-settings.js'
import { settingParts, settingRegistrations } from './setting-registrations.js'
import { settingsVersion, settingValue } from './setting-values.js'
import { mayManageSettings, settingsByName, shownSettings, updateSettings } from './update-settings.js'

/** The settings of a site. */
export const settingsFeature = defineFeature({
  name: 'settings',
  registrations: settingRegistrations,
  parts: settingParts,
  setup: registerBuiltInSettings,
  content: calls => ({ settings: settingsContent(calls) }),
  routes: registerSettings,
})

/** Settings by the names that clients see. */
export type SettingValues = Readonly<Record<string, unknown>>

/** All settings, in process, with the errors and events of requests. */
export interface SettingsContent {
  /** The values of all settings. */
  get(by: As): Promise<SettingValues>
  /** The current version of the settings, for `update`. */
  version(by: As): Promise<number>
  /** Stores some values, all of them or none; `null` restores a default. Resolves with the values of all settings. */
  update(values: SettingValues, by: AsOf): Promise<SettingValues>
}

function settingsContent({ site, run, actor }: ContentCalls): SettingsContent {
  const get = async (by: As): Promise<SettingValues> => {
    permit(mayManageSettings(await actor(by)))
    const options = await site.options()
    return Object.fromEntries(
      [...settingsByName(site)].map(([name, setting]) => [name, settingValue(setting, options)]),
    )
  }
  return Object.freeze<SettingsContent>({
    get,
    async version(by) {
      permit(mayManageSettings(await actor(by)))
      return settingsVersion(shownSettings(site), site.get(extraFields).of('settings'), await site.options())
    },
    async update(values, by) {
      await run(updateSettings, { values, version: by.version }, by)
      return get(by)
    },
  })
}
