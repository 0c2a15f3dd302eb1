import { checks } from '@platen/core'
import { featurePart, type Registering } from '../../kernel/features/index.js'
import { type SettingKey, type SettingOptions, settingKey, settingKeys } from './setting-keys.js'

/** The registration call for settings. */
export interface SettingRegistrations {
  registerSetting(key: string, options: SettingOptions): SettingKey
}

/** Creates the call for a site. */
export const settingRegistrations = ({ added, context }: Registering): SettingRegistrations => ({
  registerSetting: (key, options) => added(settingKeys, key, settingKey(key, options, context.compile)),
})

/** The part of features about settings. */
export interface SettingsPart {
  readonly settings?: Readonly<Record<string, SettingOptions>>
}

const { objectsByName } = checks

export const settingParts = {
  settings: featurePart<Readonly<Record<string, SettingOptions>>>(objectsByName, (registering, settings) => {
    const { registerSetting } = settingRegistrations(registering)
    for (const [key, options] of Object.entries(settings)) registerSetting(key, options)
  }),
}
