import { checks } from '@platen/core'
import { siteOption } from '../../kernel/context/index.js'
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
