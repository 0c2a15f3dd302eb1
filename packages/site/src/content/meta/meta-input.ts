import type { SitePrincipal } from '../access/site-principal.js'
import type { Dialect } from '../dialect/dialect.js'
import { readDate } from '../features/posts/post-dates.js'
import type { MetaKey } from '../registrations/meta-keys.js'
import type { SiteTime } from '../time/site-time.js'

/** What the stored form of a value depends on. */
export interface MetaInputScope {
  readonly dialect: Dialect
  readonly principal: SitePrincipal
  /** The time of values without an offset. */
  readonly time: SiteTime
}

/** The stored form of a sanitized value of a key. Throws `invalid_date` for a moment outside the years 1 to 9999. */
export function storedForm(key: MetaKey, value: unknown, { dialect, principal, time }: MetaInputScope): unknown {
  const isMoment = dialect.storesMoments && key.isMoment && typeof value === 'string' && value !== ''
  return key.filter(isMoment ? `${readDate(value, time).utc}Z` : value, principal)
}
