import {
  endpoint,
  type HandlerRequest,
  objectSchema,
  type Reply,
  rebasedSchema,
  requireJson,
  type Schema,
} from '@platen/core'
import type { SiteContext } from '../../kernel/context/index.js'
import { inTransaction } from '../../kernel/operations/index.js'
import type { OptionSnapshot } from '../../kernel/options/index.js'
import { RegistrationError } from '../../kernel/registrations/index.js'
import { type ExtraField, extraFields, extraInput, reportFieldFailure, reportUnshown } from '../../kernel/rest/index.js'
import type { SettingKey } from './setting-keys.js'
import { settingArg, settingCheck } from './setting-keys.js'
import { presentSetting, settingsVersion } from './setting-values.js'
import { shownSettings, updateSettings } from './update-settings.js'

const RESOURCE = 'settings'

function settingsSchema(settings: readonly SettingKey[], extras: ReadonlyMap<string, ExtraField>): Schema {
  const properties: Record<string, Schema> = {}
  for (const setting of settings) properties[setting.name] = rebasedSchema(setting.schema, 'properties', setting.name)
  for (const [name, { schema }] of extras) properties[name] = rebasedSchema(schema, 'properties', name)
  return objectSchema(RESOURCE, properties)
}

/** The schema of responses, where a setting may have no value, or be disabled. */
function shownSettingsSchema(
  site: SiteContext,
  settings: readonly SettingKey[],
  extras: ReadonlyMap<string, ExtraField>,
): Schema {
  const { properties = {}, ...schema } = settingsSchema(settings, extras)
  const isNull = ({ fallback, schema: { type } }: SettingKey) =>
    fallback === null || (type === 'boolean' && site.dialect.disabledSetting === null)
  const shown = settings.map((setting): readonly [string, Schema] => {
    const own = properties[setting.name] ?? {}
    return [setting.name, isNull(setting) ? { anyOf: [own, { type: 'null' }] } : own]
  })
  return {
    ...schema,
    required: settings.map(({ name }) => name),
    properties: { ...properties, ...Object.fromEntries(shown) },
  }
}

/** Refuses two settings with the same name: one would hide the other. */
function requireDistinct(settings: readonly SettingKey[], extras: ReadonlyMap<string, ExtraField>): void {
  const names = new Set<string>(extras.keys())
  for (const { name } of settings) {
    if (names.has(name)) throw new RegistrationError(`the settings have two fields "${name}"`)
    names.add(name)
  }
}

/** The settings of the site (specification section 4.5): built-in and registered ones. */
export function registerSettings(site: SiteContext): void {
  const extras = site.get(extraFields).of(RESOURCE)
  const settings = shownSettings(site)
  requireDistinct(settings, extras)
  const settable = [...extras].filter(([, extra]) => extra.set !== undefined)

  const extraValue = async (
    name: string,
    { get, load }: ExtraField,
    options: OptionSnapshot,
    request: HandlerRequest,
  ) => {
    try {
      const value = get?.(options, await load?.([options], request))
      requireJson(value)
      return value
    } catch (error) {
      reportFieldFailure(site)(error, { resource: RESOURCE, field: name, record: options, request })
      return undefined
    }
  }
  const reply = async (request: HandlerRequest, changed: ReadonlySet<string>): Promise<Reply> => {
    const options = await site.options()
    const body: Record<string, unknown> = {}
    for (const setting of settings) {
      if (request.fields.wants(setting.name))
        body[setting.name] = presentSetting(setting, options, site.dialect, changed.has(setting.key))
    }
    for (const [name, extra] of extras) {
      if (request.fields.wants(name)) body[name] = await extraValue(name, extra, options, request)
    }
    return { body, state: { version: settingsVersion(settings, extras, options) } }
  }

  const sentExtras = extraInput(site, RESOURCE)
  const valuesOf = (request: HandlerRequest): Readonly<Record<string, unknown>> => ({
    ...Object.fromEntries(
      settings.filter(({ name }) => request.has(name)).map(({ name }) => [name, request.params[name]]),
    ),
    ...sentExtras(request),
  })

  site.registry.route(site.namespace, '/settings', {
    schema: () => settingsSchema(settings, extras),
    responseSchema: () => shownSettingsSchema(site, settings, extras),
    endpoints: [
      endpoint({
        methods: 'GET',
        responds: { shape: 'item' },
        permission: { capability: 'manage_options' },
        requiresLogin: true,
        handler: request => reply(request, new Set()),
      }),
      endpoint({
        methods: ['POST', 'PUT', 'PATCH'],
        responds: { shape: 'item' },
        args: Object.fromEntries([
          ...settings.map(setting => [setting.name, settingArg(setting)] as const),
          ...settable.map(([name, { schema }]) => [name, schema] as const),
        ]),
        skipValidation: settings.map(setting => setting.name),
        validators: Object.fromEntries(settings.map(setting => [setting.name, value => settingCheck(setting, value)])),
        permission: { capability: 'manage_options' },
        requiresLogin: true,
        state: async () => ({ version: settingsVersion(settings, extras, await site.options()) }),
        async handler(request) {
          const update = { values: valuesOf(request), version: request.expectedVersion }
          const changed = await inTransaction(site, tx => updateSettings(tx, site.principal(request), update))
          return reply(request, new Set(changed.map(({ key }) => key))).catch(error => {
            reportUnshown(site, RESOURCE, error, request)
            return { body: {} }
          })
        },
      }),
    ],
  })
}
