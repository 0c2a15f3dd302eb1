import type { SiteContext } from '../../kernel/context/index.js'
import type { OptionSnapshot } from '../../kernel/options/index.js'
import type { UserRecord } from '../../kernel/records/index.js'
import { localesOption } from './user-options.js'

/** The default language of a site; every site supports it. */
const DEFAULT_LOCALE = 'en_US'

/** The locales that users may choose, besides the site's own (empty). */
export const localesOf = (site: Pick<SiteContext, 'config'>): readonly string[] => [
  ...new Set([DEFAULT_LOCALE, ...(localesOption.of(site) ?? [])]),
]

/** The locale of a user: the user's own choice, or else the site's language. */
export const shownLocale = (user: UserRecord, options: OptionSnapshot): string =>
  user.locale || options.text('locale') || DEFAULT_LOCALE
