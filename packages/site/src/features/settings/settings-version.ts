import type { ExtraField } from '../../registrations/extra-fields.js'
import type { SettingKey } from '../../registrations/setting-keys.js'
import { fingerprint } from '../../settings/fingerprint.js'
import type { OptionSnapshot } from '../../settings/options.js'

/**
 * What the settings are at, for conditional requests: it changes when one of them does, whoever changed it. Of extra fields
 * those count that can be set and need nothing loaded: what they show comes from the options alone.
 */
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
