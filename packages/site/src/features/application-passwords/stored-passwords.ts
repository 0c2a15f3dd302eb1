import { newUuid, preconditionFailed, RestError } from '@platen/core'
import type { SiteContext } from '../../site-context.js'
import { type ApplicationPasswordRecord, type UserRecord, where } from '../../storage/index.js'
import type { ApplicationPasswordDraft, ShownPassword } from './application-password-resource.js'
import { applicationPasswordUsage } from './application-password-usage.js'
import { hashApplicationPassword, inGroups, newApplicationPassword } from './application-passwords.js'

const { applicationPasswords: passwords } = where

/** That a user has no such application password. */
export const noSuchPassword = (): RestError =>
  new RestError('rest_application_password_not_found', 'There is no such application password.', 404)

/** The application passwords of a user, the oldest first. What is being noted of their use is waited for. */
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

/** Makes an application password: the one time that its secret is known. */
export async function createPassword(
  site: SiteContext,
  owner: UserRecord,
  draft: ApplicationPasswordDraft,
): Promise<ShownPassword> {
  const { name = '', appId = '' } = draft
  if (name === '') throw new RestError('application_password_empty_name', 'An application password needs a name.', 400)
  const secret = newApplicationPassword(site.services.random)
  const stored = await site.store.transaction(contents =>
    contents.applicationPasswords.insert({
      uuid: newUuid(),
      user: owner.id,
      appId,
      name,
      hash: hashApplicationPassword(secret),
      created: Math.floor(site.services.clock() / 1000),
      lastUsed: null,
      lastIp: null,
    }),
  )
  return { ...stored, secret: inGroups(secret) }
}

/** Gives an application password another name; what application it belongs to never changes. */
export function renamePassword(
  site: SiteContext,
  { id, name }: ApplicationPasswordRecord,
  draft: ApplicationPasswordDraft,
  version: number | undefined,
): Promise<ApplicationPasswordRecord> {
  return site.store.transaction(contents =>
    contents.applicationPasswords.update(id, { name: draft.name || name }, { version }),
  )
}

/** Revokes an application password: nobody can call with it any more. */
export async function revokePassword(
  site: SiteContext,
  { id }: ApplicationPasswordRecord,
  version: number | undefined,
): Promise<void> {
  await site.store.transaction(async contents => {
    const current = await contents.applicationPasswords.get(id)
    if (version !== undefined && current?.version !== version) throw preconditionFailed()
    await contents.applicationPasswords.remove(id)
  })
}

/** Revokes all application passwords of a user, and says how many there were. */
export async function revokeAllPasswords(site: SiteContext, owner: UserRecord): Promise<number> {
  return site.store.transaction(contents => contents.applicationPasswords.removeWhere(passwords.eq('user', owner.id)))
}
