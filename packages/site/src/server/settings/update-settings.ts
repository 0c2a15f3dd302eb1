import { canonicalJson, type Principal, preconditionFailed, RestError } from '@platen/core'
import { defineEvent, permit, type SiteContext } from '../../kernel/context/index.js'
import { defineOperation } from '../../kernel/operations/index.js'
import { snapshot } from '../../kernel/options/index.js'
import { refusal, requireLength, TEXT_LIMITS } from '../../kernel/refusals/index.js'
import { extraFields, setExtraFields } from '../../kernel/rest/index.js'
import { type SettingKey, settingCheck, settingKeys } from './setting-keys.js'
import { type StoredOptions, settingsVersion, settingValue } from './setting-values.js'

/** A setting was changed. */
export const settingChanged = defineEvent<{ readonly key: string; readonly value: unknown }>('setting.changed')

/** Values of settings to store. */
export interface SettingsUpdate {
  /**
   * By the names that clients see; `null` restores a default. Fields that are registered for `settings` are included.
   */
  readonly values: Readonly<Record<string, unknown>>
  /** The version that the values are based on; any other version is refused with `rest_precondition_failed`. */
  readonly version?: number | undefined
}

/** A setting whose value has changed. */
export interface ChangedSetting {
  readonly key: string
  readonly value: unknown
}

/** Whether a caller may see and change the settings. */
export const mayManageSettings = (principal: Principal) =>
  principal.can('manage_options') || refusal({ principal }, 'rest_forbidden', 'You are not allowed to do this.')

/** The settings that clients see. */
export const shownSettings = (site: SiteContext): readonly SettingKey[] =>
  site.get(settingKeys).filter(setting => setting.showInRest)

/** All settings by name, including hidden ones; of two with the same name, the one that clients see. */
export function settingsByName(site: SiteContext): ReadonlyMap<string, SettingKey> {
  const all = [...site.get(settingKeys).all(), ...shownSettings(site)]
  return new Map(all.map(setting => [setting.name, setting]))
}

/** The change of a setting's option: a new value, or its removal. */
function nextValue(setting: SettingKey, input: unknown, options: StoredOptions): ChangedSetting | undefined {
  if (input === null) return setting.required ? undefined : { key: setting.key, value: null }
  const current = settingValue(setting, options)
  const value = setting.sanitize(setting.compiled.sanitize(input), current)
  const stays =
    options.get(setting.key) !== undefined && canonicalJson(value) === canonicalJson(options.get(setting.key))
  return stays ? undefined : { key: setting.key, value }
}

/** Stores all settings or none, and returns the changes. Throws a `RestError` for forbidden or invalid ones. */
export const updateSettings = defineOperation(
  async (tx, actor, { values, version }: SettingsUpdate): Promise<readonly ChangedSetting[]> => {
    const { site, store } = tx
    permit(mayManageSettings(actor))
    const load = async () => snapshot(await store.options.all())
    const options = await load()
    const extras = site.get(extraFields).of('settings')
    if (version !== undefined && version !== settingsVersion(shownSettings(site), extras, options))
      throw preconditionFailed()
    const settings = settingsByName(site)
    const changed: ChangedSetting[] = []
    for (const [name, value] of Object.entries(values)) {
      const setting = settings.get(name)
      if (setting === undefined && !extras.has(name))
        throw new RestError('rest_invalid_param', `There is no setting "${name}".`, 400)
      if (setting === undefined || value === undefined) continue
      const refused = settingCheck(setting, value)
      if (refused !== undefined) throw new RestError('rest_invalid_param', refused.message, 400)
      const next = nextValue(setting, value, options)
      if (next === undefined) continue
      requireLength(name, canonicalJson(next.value), TEXT_LIMITS.value)
      if (typeof next.value === 'string') requireLength(name, next.value, TEXT_LIMITS.text)
      await store.options.set(next.key, next.value)
      changed.push(next)
      tx.emit(settingChanged, next)
    }
    if (extras.size > 0) await setExtraFields(tx, actor, 'settings', await load(), values)
    return changed
  },
)
