import type { SiteContext } from '../site-context.js'
import { registrationKey } from './registration-key.js'
import { Registrations } from './registrations.js'

/** What updates of a part of a site need: the test `background-updates` runs all checks. */
export interface UpdateCheck {
  /** Resolves with a sentence about what was checked, and whether updates of that part can be installed. */
  check(site: SiteContext, signal: AbortSignal): Promise<{ readonly works: boolean; readonly text: string }>
}

/** The checks of a site, by the name of the part. */
export const updateChecks = registrationKey('update checks', () => new Registrations<UpdateCheck>('the update check'))
