import { registrationKey, type SiteContext } from '../../kernel/context/index.js'
import { Registrations } from '../../kernel/registrations/index.js'

/** Checks whether a part of a site can be updated; the health test `background-updates` runs all checks. */
export interface UpdateCheck {
  /** Resolves with a sentence about the check, and whether updates of that part can be installed. */
  check(site: SiteContext, signal: AbortSignal): Promise<{ readonly works: boolean; readonly text: string }>
}

/** The checks of a site, by the name of the part. */
export const updateChecks = registrationKey('update checks', () => new Registrations<UpdateCheck>('the update check'))
