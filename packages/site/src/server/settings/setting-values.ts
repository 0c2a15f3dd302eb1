import { presentEmptyObjects } from '@platen/core'
import { fingerprint, type OptionSnapshot } from '../../kernel/options/index.js'
import type { ExtraField } from '../../kernel/rest/index.js'
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

/** The version of the settings for conditional requests. It covers settable extra fields that load no data. */
export function settingsVersion(
  settings: readonly SettingKey[],
  extras: ReadonlyMap<string, ExtraField>,
  options: OptionSnapshot,
): number {
  const counting = [...extras.values()].filter(({ set, load }) => set !== undefined && load === undefined)
  return fingerprint([
    ...settings.map(({ key }) => options.get(key) ?? null),
    ...counting.map(({ get }) => get?.(options, undefined) ?? null),
  ])
}
