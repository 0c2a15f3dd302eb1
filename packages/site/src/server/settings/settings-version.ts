import { fingerprint, type OptionSnapshot } from '../../kernel/options/index.js'
import type { ExtraField } from '../../kernel/rest/index.js'
import type { SettingKey } from './setting-keys.js'

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
