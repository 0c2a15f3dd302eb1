import type { SitePrincipal } from '../../kernel/context/index.js'
import { readDate, type SiteTime } from '../../kernel/time/index.js'
import type { Dialect } from '../../server/dialects/index.js'
import type { MetaKey } from './meta-keys.js'

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
