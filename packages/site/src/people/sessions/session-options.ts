import { checks } from '@platen/core'
import { siteOption } from '../../kernel/context/index.js'
/** The option `sessions` of `createSite`. */
export interface SessionOptions {
  /**
   * Secret keys of at least 32 characters that sign the cookies: the current one first, then older ones, whose sessions
   * continue. By default, the site creates a key and stores it.
   */
  readonly keys?: readonly string[] | undefined
}

/** The options of `createSite` that belong to this subject. */
export interface SessionsConfig {
  readonly sessions?: SessionOptions | undefined
}

const { shaped, texts } = checks

/** The option `sessions` of `createSite`. */
export const sessionsOption = siteOption<SessionOptions>('sessions', shaped<SessionOptions>({ keys: texts }))
