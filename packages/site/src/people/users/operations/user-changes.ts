import { RestError } from '@platen/core'
import type { RecordChanges } from '@platen/storage'
import type { Actor, Tx } from '../../../kernel/operations/index.js'
import type { UserRecord } from '../../../kernel/records/index.js'
import { recordChange } from '../../audit/index.js'
import { freeUserSlug, requestedSlug } from '../user-slugs.js'
import { checkLengths, isTaken } from './insert-user.js'
import type { HashedUser, UserInput } from './user-input.js'

async function changedSlug({ site, store }: Tx, user: UserRecord, requested: string): Promise<string> {
  const { slug, isGiven } = requestedSlug(site.dialect, requested, user.login)
  const free = await freeUserSlug(store, slug, user.id)
  if (isGiven && free !== slug) throw new RestError('rest_user_invalid_slug', 'Another user has this slug.', 400)
  return free
}

/** The changes of a user by an input, in the transaction that stores it. Empty names become the login. */
export async function userChanges(
  tx: Tx,
  user: UserRecord,
  input: HashedUser<UserInput>,
): Promise<RecordChanges<UserRecord>> {
  const { login, email, name, nickname, slug, firstName, lastName, url, description, locale, roles } = input
  checkLengths(tx.site.dialect, { email, url, displayName: name })
  if (email !== undefined && (await isTaken(tx.store, 'email', email, user.id))) {
    throw new RestError('rest_user_invalid_email', 'Another user has this email address.', 400)
  }
  if (login !== undefined && login !== user.login) {
    throw new RestError('rest_user_invalid_argument', 'A login cannot be changed.', 400)
  }
  return {
    ...(email === undefined ? {} : { email }),
    ...(input.passwordHash === undefined ? {} : { passwordHash: input.passwordHash }),
    ...(name === undefined ? {} : { displayName: name || user.login }),
    ...(nickname === undefined ? {} : { nickname: nickname || user.login }),
    ...(firstName === undefined ? {} : { firstName }),
    ...(lastName === undefined ? {} : { lastName }),
    ...(url === undefined ? {} : { url }),
    ...(description === undefined ? {} : { description }),
    ...(locale === undefined ? {} : { locale }),
    ...(roles === undefined ? {} : { roles }),
    ...(slug === undefined ? {} : { slug: await changedSlug(tx, user, slug) }),
  }
}

/** Records the changes of a user that affect sign-in and permissions. */
export async function recordUserChanges(tx: Tx, actor: Actor, user: UserRecord, before: UserRecord): Promise<void> {
  if (user.passwordHash !== before.passwordHash)
    await recordChange(tx, actor, { kind: 'password_changed', account: user })
  if (user.email !== before.email) await recordChange(tx, actor, { kind: 'email_changed', account: user })
  const roles = [...user.roles].sort()
  const rolesBefore = [...before.roles].sort()
  if (roles.join() === rolesBefore.join()) return
  await recordChange(tx, actor, { kind: 'roles_changed', account: user, detail: { before: rolesBefore, after: roles } })
}
