import { presentEmptyObjects } from '@platen/core'
import type { Dialect } from '../dialects/index.js'
import type { SettingKey } from './setting-keys.js'

export interface StoredOptions {
  get(name: string): unknown
}

/**
 * The value of a setting: the stored one, the initial one, or the default after it was restored; `null` if it does not
 * match the schema.
 */
export function settingValue(setting: SettingKey, options: StoredOptions): unknown {
  const stored = options.get(setting.key)
  if (stored === undefined) return setting.initial
  if (stored === null) return setting.fallback
  return setting.compiled.validate(stored, setting.name) === undefined ? setting.compiled.sanitize(stored) : null
}

/** A setting as clients see it. `justSet`: in the response to the request that changed it. */
export function presentSetting(
  setting: SettingKey,
  options: StoredOptions,
  dialect: Dialect,
  justSet: boolean,
): unknown {
  const value = settingValue(setting, options)
  if (value === false && !justSet) return dialect.disabledSetting
  return presentEmptyObjects(value, dialect.emptyObjects)
}
