import type { UserRecord } from '../users/user-collection.js'

/** Who may have application passwords (specification section 5). */
export interface ApplicationPasswordOptions {
  /**
   * `false` switches them off, `true` forces them on, a function decides per user. By default everybody may have them
   * when the site's URL begins with `https:` or names the machine itself.
   */
  readonly available?: boolean | ((user: UserRecord) => boolean) | undefined
}
