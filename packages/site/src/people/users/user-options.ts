import { checks } from '@platen/core'
import { type SiteContext, siteOption } from '../../kernel/context/index.js'
import type { OptionSnapshot } from '../../kernel/options/index.js'
import type { UserRecord } from '../../kernel/records/index.js'

/** The options of `createSite` that belong to this subject. */
export interface UsersConfig {
  /** The base of avatar URLs; the SHA-256 of the user's email address and the requested size are appended. */
  readonly avatarUrl?: string | undefined
  /** Locale codes that users may choose besides `en_US`. */
  readonly locales?: readonly string[] | undefined
}

const { texts, url } = checks

/** The option `avatarUrl` of `createSite`. */
export const avatarUrlOption = siteOption<string>('avatarUrl', url)
/** The option `locales` of `createSite`. */
export const localesOption = siteOption<readonly string[]>('locales', texts)

/** The default language of a site; every site supports it. */
const DEFAULT_LOCALE = 'en_US'

/** The locales that users may choose, besides the site's own (empty). */
export const localesOf = (site: Pick<SiteContext, 'config'>): readonly string[] => [
  ...new Set([DEFAULT_LOCALE, ...(localesOption.of(site) ?? [])]),
]

/** The locale of a user: the user's own choice, or else the site's language. */
export const shownLocale = (user: UserRecord, options: OptionSnapshot): string =>
  user.locale || options.text('locale') || DEFAULT_LOCALE
