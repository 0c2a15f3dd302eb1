import { canonicalJson, type HandlerRequest, preconditionFailed } from '@platen/core'
import { inTransaction } from '../../operations/tx.js'
import { extraFields } from '../../registrations/extra-fields.js'
import type { SettingKey } from '../../registrations/setting-keys.js'
import { extraInput, setExtraFields } from '../../rest/extra-fields.js'
import { snapshot } from '../../settings/options.js'
import type { SiteContext } from '../../site-context.js'
import { type StoredOptions, settingValue } from './setting-values.js'
import { settingsVersion } from './settings-version.js'

/** A setting that has another value now. */
export interface ChangedSetting {
  readonly key: string
  readonly value: unknown
}

/** What becomes of a setting's option: a new value, or nothing. */
function nextValue(setting: SettingKey, given: unknown, options: StoredOptions): ChangedSetting | undefined {
  if (given === null) return setting.indispensable ? undefined : { key: setting.key, value: null }
  const current = settingValue(setting, options)
  const value = setting.sanitize(setting.compiled.sanitize(given), current)
  const stays =
    options.get(setting.key) !== undefined && canonicalJson(value) === canonicalJson(options.get(setting.key))
  return stays ? undefined : { key: setting.key, value }
}

/** Stores all settings that a request sends, or none; says what has changed. */
export function storeSettings(
  site: SiteContext,
  settings: readonly SettingKey[],
  request: HandlerRequest,
): Promise<readonly ChangedSetting[]> {
  return inTransaction(site, async tx => {
    const { store: contents } = tx
    const asTheyAre = async () => snapshot(site.store.revision(), await contents.options.all())
    const options = await asTheyAre()
    const extras = site.get(extraFields).of('settings')
    if (request.expectedVersion !== undefined && request.expectedVersion !== settingsVersion(settings, extras, options))
      throw preconditionFailed()
    const changed: ChangedSetting[] = []
    for (const setting of settings) {
      if (!request.has(setting.name)) continue
      const next = nextValue(setting, request.params[setting.name], options)
      if (next === undefined) continue
      await contents.options.set(next.key, next.value)
      changed.push(next)
    }
    if (extras.size > 0) {
      const values = extraInput(site, 'settings', request)
      await setExtraFields(tx, site.principal(request), 'settings', await asTheyAre(), values)
    }
    return changed
  })
}
