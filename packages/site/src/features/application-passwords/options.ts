import type { UserRecord } from '../users/user-collection.js'

/** Who may have application passwords (specification section 5). */
export interface ApplicationPasswordOptions {
  /**
   * `false` disables and `true` enables them, a function decides per user. By default they are enabled if the site's
   * URL begins with `https:` or is local.
   */
  readonly available?: boolean | ((user: UserRecord) => boolean) | undefined
}
