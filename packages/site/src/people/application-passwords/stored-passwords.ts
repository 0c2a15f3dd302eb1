import type { SiteContext } from '../../kernel/context/index.js'
import {
  type ApplicationPasswordRecord,
  applicationPasswordsIn,
  type UserRecord,
  whereApplicationPasswords,
} from '../../kernel/records/index.js'
import { applicationPasswordUsage } from './application-password-usage.js'

/** The application passwords of a user, the oldest first. Waits until their last use is stored. */
export async function passwordsOf(site: SiteContext, owner: UserRecord): Promise<readonly ApplicationPasswordRecord[]> {
  await site.get(applicationPasswordUsage).settled()
  const { records } = await applicationPasswordsIn(site.store).find({
    where: whereApplicationPasswords.eq('user', owner.id),
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
  await site.get(applicationPasswordUsage).settled()
  return applicationPasswordsIn(site.store).first({
    where: whereApplicationPasswords.and(
      whereApplicationPasswords.eq('user', owner.id),
      whereApplicationPasswords.eq('uuid', uuid),
    ),
  })
}
