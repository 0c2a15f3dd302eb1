import type { ConsoleMessages } from '../messages.js'
import type { PageScope } from '../page.js'
import { bodyOf } from '../refusal.js'
import { siteRoute } from '../routes.js'
import { type KnownSetting, settingGroups } from './known-settings.js'
import type { SettingSchema } from './setting-values.js'

/** The settings of the site as the interface describes and shows them. */
export interface Settings {
  readonly schemas: Readonly<Record<string, SettingSchema>>
  readonly values: Readonly<Record<string, unknown>>
  /** The tag of the version of the values, to notice changes by others. */
  readonly tag: string
}

/** A group of settings that the site has. */
export interface ShownGroup {
  readonly name: string
  readonly title: keyof ConsoleMessages
  readonly schemas: Readonly<Record<string, SettingSchema>>
  readonly known: Readonly<Record<string, KnownSetting>>
}

/** The route of the settings. */
export const settingsRoute = (scope: PageScope): string => siteRoute(scope, 'settings')

interface Description {
  readonly schema: { readonly properties: Readonly<Record<string, SettingSchema>> }
}

/** Loads the settings. Throws the refusal of the interface. */
export async function loadSettings(scope: PageScope): Promise<Settings> {
  const { site, by } = scope
  const path = settingsRoute(scope)
  const values = await site.call<Settings['values']>('GET', path, undefined, by)
  const { schema } = bodyOf(await site.call<Description>('OPTIONS', path, undefined, by))
  return { schemas: schema.properties, values: bodyOf(values), tag: values.headers['ETag'] ?? '' }
}

/** The settings in groups. Those that the console does not know come last. */
export function groupsOf({ schemas }: Settings): readonly ShownGroup[] {
  const known = new Set(settingGroups.flatMap(({ settings }) => Object.keys(settings)))
  const pick = (names: readonly string[]) =>
    Object.fromEntries(
      names.flatMap(name => {
        const schema = Object.hasOwn(schemas, name) ? schemas[name] : undefined
        return schema === undefined ? [] : [[name, schema]]
      }),
    )
  const others = Object.keys(schemas).filter(name => !known.has(name))
  return [
    ...settingGroups.map(({ name, title, settings }) => ({
      name,
      title,
      schemas: pick(Object.keys(settings)),
      known: settings,
    })),
    { name: 'more', title: 'moreSettings' as const, schemas: pick(others), known: {} },
  ].filter(group => Object.keys(group.schemas).length > 0)
}
