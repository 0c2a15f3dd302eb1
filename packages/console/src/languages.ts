import { withoutUndefined } from '@platen/core'
import type { UserRecord } from '@platen/site'
import { type ConsoleMessages, englishMessages, type ReplacedMessages } from './messages.js'
import type { PageSite } from './page.js'
import { siteFacts } from './site-facts.js'

/** The texts of the console in several languages. */
export interface LanguageOptions {
  /** Texts that replace the English ones. */
  readonly messages?: ReplacedMessages | undefined
  /**
   * Texts in other languages, by locale (`pt_BR`) or language (`pt`). Users see the texts of their own locale, or else
   * of the site's.
   */
  readonly translations?: Readonly<Record<string, ReplacedMessages>> | undefined
}

/** Resolves with the texts for a user, or for everyone. */
export type Languages = (user: Pick<UserRecord, 'locale'> | undefined) => Promise<ConsoleMessages>

/** Creates the function that selects the texts of a console. Texts that a translation lacks fall back to `messages`. */
export function languages(site: PageSite, { messages = {}, translations = {} }: LanguageOptions): Languages {
  const base: ConsoleMessages = { ...englishMessages, ...withoutUndefined(messages) }
  const translated = new Map(
    Object.entries(translations).map(([locale, texts]) => {
      const language = locale.replaceAll('_', '-')
      return [locale, Object.freeze<ConsoleMessages>({ ...base, language, ...withoutUndefined(texts) })]
    }),
  )
  const find = (locale: string) => translated.get(locale) ?? translated.get(locale.split('_', 1)[0] ?? '')
  return async user => {
    if (translated.size === 0) return base
    const locale = user?.locale || (await siteFacts({ site, by: {} })).language
    return find(locale) ?? base
  }
}
