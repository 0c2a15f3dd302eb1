import { StoreError } from '@platen/storage'
import { registrationKey, type SiteContext } from '../../kernel/context/index.js'
import {
  type ApplicationPasswordRecord,
  applicationPasswordsIn,
  type UserRecord,
  whereApplicationPasswords,
} from '../../kernel/records/index.js'
import { isWithin } from '../../kernel/time/index.js'

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

/** Records when and from where application passwords are used. */
export interface UsageRecorder {
  /** Records a use. It returns immediately: the caller is not affected by delays or failures of the store. */
  record(password: ApplicationPasswordRecord, address: string | undefined): void
  /** Resolves when all recorded uses are stored, or have failed. */
  settled(): Promise<void>
}

/** A use is noted only when the last one noted is this long ago (specification section 3). */
const SECONDS_BETWEEN_RECORDS = 24 * 60 * 60

/** The recorder of a site: the authenticator writes to it, and routes that show application passwords wait for it. */
export const applicationPasswordUsage = registrationKey('use of application passwords', createUsageRecorder)

function createUsageRecorder(site: SiteContext): UsageRecorder {
  const writing = new Map<number, Promise<void>>()
  const write = async (id: number, lastUsed: number, lastIp: string | null) => {
    try {
      await applicationPasswordsIn(site.store).update(id, { lastUsed, lastIp })
    } catch (err) {
      const revoked = err instanceof StoreError && err.code === 'not_found'
      if (!revoked) site.services.logger.warn({ err }, 'the use of an application password could not be noted')
    }
  }
  return {
    record({ id, lastUsed }, address) {
      const now = Math.floor(site.services.clock() / 1000)
      if (writing.has(id) || (lastUsed !== null && isWithin(now, lastUsed, SECONDS_BETWEEN_RECORDS))) return
      writing.set(
        id,
        write(id, now, address || null).finally(() => writing.delete(id)),
      )
    },
    async settled() {
      await Promise.all(writing.values())
    },
  }
}
