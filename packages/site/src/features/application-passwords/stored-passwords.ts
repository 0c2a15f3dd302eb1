import type { SiteContext } from '../../site-context.js'
import { where } from '../built-in-collections.js'
import type { UserRecord } from '../users/user-collection.js'
import type { ApplicationPasswordRecord } from './application-password-collection.js'
import { applicationPasswordUsage } from './application-password-usage.js'

const { applicationPasswords: passwords } = where

/** The application passwords of a user, the oldest first. Waits until their last use is stored. */
export async function passwordsOf(site: SiteContext, owner: UserRecord): Promise<readonly ApplicationPasswordRecord[]> {
  await applicationPasswordUsage(site).settled()
  const { records } = await site.store.applicationPasswords.find({
    where: passwords.eq('user', owner.id),
    order: [{ by: 'field', field: 'id', direction: 'asc' }],
  })
  return records
}

/** One application password of a user. */
export async function passwordOf(
  site: SiteContext,
  owner: UserRecord,
  uuid: string,
): Promise<ApplicationPasswordRecord | undefined> {
  await applicationPasswordUsage(site).settled()
  return site.store.applicationPasswords.first({
    where: passwords.and(passwords.eq('user', owner.id), passwords.eq('uuid', uuid)),
  })
}
