import type { RestError, Schema } from '@platen/core'
import type { SettingKey } from './setting-keys.js'

/** The argument of a setting, as discovery shows it: without its default. `settingCheck` validates it. */
export function settingArg(setting: SettingKey): Schema {
  const { default: _default, ...shown } = setting.schema
  return shown
}

/** Accepts `null`, which restores the default, and a value that fits. */
export const settingCheck = (setting: SettingKey, value: unknown): RestError | undefined =>
  value === null ? undefined : setting.compiled.validate(value, setting.name)
