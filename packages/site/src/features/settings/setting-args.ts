import type { ArgValidator, Schema } from '@platen/core'
import type { SettingKey } from '../../registrations/setting-keys.js'

/** The argument of a setting as it is shown: without its default. What it takes is said by `settingCheck`. */
export function settingArg(setting: SettingKey): Schema {
  const { default: _default, ...shown } = setting.schema
  return shown
}

/** `null`, which restores the default, or a value that fits. */
export function settingCheck(setting: SettingKey): ArgValidator {
  return value => (value === null ? undefined : setting.compiled.validate(value, setting.name))
}
