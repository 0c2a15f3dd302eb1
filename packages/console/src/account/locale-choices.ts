import type { Choice } from '../fields.js'
import type { PageScope } from '../page.js'
import { bodyOf } from '../refusal.js'
import { siteRoute } from '../routes.js'

interface UserSchema {
  readonly schema: { readonly properties: { readonly locale: { readonly enum: readonly string[] } } }
}

/** The languages that the interface lets users choose, by their names. */
export async function localeChoices(scope: PageScope): Promise<readonly Choice[]> {
  const { site, messages, by } = scope
  const path = siteRoute(scope, 'users/me')
  const { schema } = bodyOf(await site.call<UserSchema>('OPTIONS', path, undefined, by))
  const names = new Intl.DisplayNames(messages.language, { type: 'language' })
  return schema.properties.locale.enum.map(value => ({
    value,
    label: value === '' ? messages.siteLanguage : languageName(names, value),
  }))
}

/** The name of the language of a locale code; codes without a name are shown as they are. */
function languageName(names: Intl.DisplayNames, locale: string): string {
  try {
    return names.of(locale.replaceAll('_', '-')) ?? locale
  } catch {
    return locale
  }
}
