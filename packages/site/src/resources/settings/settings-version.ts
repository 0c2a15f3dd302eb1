import type { SettingKey } from '../../registrations/setting-keys.js'
import { fingerprint } from '../../settings/fingerprint.js'
import type { StoredOptions } from './setting-values.js'

/** What the settings are at, for conditional requests: it changes when one of them does, whoever changed it. */
export function settingsVersion(settings: readonly SettingKey[], options: StoredOptions): number {
  return fingerprint(settings.map(({ key }) => options.get(key) ?? null))
}
