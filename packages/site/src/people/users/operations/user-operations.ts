import { RestError } from '@platen/core'
import type { StoreSession } from '@platen/storage'
import { forgetReferences, removeMetaOf, writeMeta } from '../../../content/meta/index.js'
import { reassignPosts, removePostsOf } from '../../../content/posts/index.js'
import { defineEvent, permit, type SiteContext, type SitePrincipal } from '../../../kernel/context/index.js'
import { type Actor, defineOperation, reload, requireVersion, type Tx } from '../../../kernel/operations/index.js'
import type { OptionSnapshot } from '../../../kernel/options/index.js'
import {
  applicationPasswordsIn,
  type UserRecord,
  usersIn,
  whereApplicationPasswords,
} from '../../../kernel/records/index.js'
import { setExtraFields } from '../../../kernel/rest/index.js'
import { recordChange } from '../../audit/index.js'
import { mayCreateUser, mayCreateWithDefaults, mayDeleteUser, mayEditUser, noSuchUser } from '../rules/user-access.js'
import { changeNotices } from './account-notice.js'
import { checkUserInput, cleanTexts, passwordRefusal } from './check-user-input.js'
import { insertUser } from './insert-user.js'
import { recordUserChanges, userChanges } from './user-changes.js'
import type { HashedUser, NewUser, UserChanges, UserDeletion, UserInput } from './user-input.js'

/** A user was created or changed; `before` is absent for a new one. */
export const userSaved = defineEvent<{ readonly user: UserRecord; readonly before: UserRecord | undefined }>(
  'user.saved',
)
/** A user was deleted. Without a reassignee, the user's posts were removed as well. */
export const userDeleted = defineEvent<{ readonly user: UserRecord; readonly reassignedTo: number | undefined }>(
  'user.deleted',
)

/**
 * Hashes the password of an input for `createUser` or `updateUser`, outside the transaction because it is slow. Rejects
 * with a `RestError` for an unusable password.
 */
export async function hashPassword<I extends UserInput>(site: SiteContext, input: I): Promise<HashedUser<I>> {
  const { password, ...rest } = input
  if (password === undefined) return rest
  const refused = passwordRefusal(password)
  if (refused !== undefined) throw refused
  return { ...rest, passwordHash: await site.services.passwords.hash(password) }
}

/** Stores related data of a user besides the record. */
async function storeRelated(
  tx: Tx,
  actor: Actor,
  user: UserRecord,
  { meta, fields }: Pick<UserInput, 'meta' | 'fields'>,
  isNew: boolean,
): Promise<void> {
  await writeMeta(tx, actor, { kind: 'user', subtype: '', object: user.id }, meta, { isNew })
  await setExtraFields(tx, actor, 'user', user, fields)
}

/** Stores a new user with meta, with a free id or a new one. The caller has checked that the actor exists. */
export async function storeNewUser(tx: Tx, actor: Actor, input: HashedUser<NewUser>, id?: number): Promise<UserRecord> {
  const { site } = tx
  permit(mayCreateUser(actor, input))
  checkUserInput(site, input)
  const roles = input.roles === undefined ? defaultRolesOf(site, await site.options()) : [...new Set(input.roles)]
  if (input.roles === undefined) permit(mayCreateWithDefaults(actor, roles))
  checkRoles(site, actor, undefined, roles)
  const user = await insertUser(tx, { ...input, ...cleanTexts(input) }, roles, id)
  await storeRelated(tx, actor, user, input, true)
  await recordChange(tx, actor, { kind: 'user_created', account: user, detail: { roles: user.roles } })
  tx.emit(userSaved, { user, before: undefined })
  return user
}

/** Creates a user with meta. Throws a `RestError` if it is forbidden or invalid. */
export const createUser = defineOperation((tx, actor, input: HashedUser<NewUser>) => storeNewUser(tx, actor, input))

/** Changes a user. Throws like `createUser`; actors cannot remove their own right to change roles. */
export const updateUser = defineOperation(
  async (tx, actor, { id, version, ...input }: HashedUser<UserChanges>): Promise<UserRecord> => {
    const before = await reload(usersIn(tx.store), id, noSuchUser, user => mayEditUser(actor, user, input))
    checkUserInput(tx.site, input, before)
    const roles = input.roles && [...new Set(input.roles)]
    const changes = await userChanges(tx, before, { ...input, ...cleanTexts(input), ...(roles && { roles }) })
    if (roles !== undefined) checkRoles(tx.site, actor, before, roles)
    const user = await usersIn(tx.store).update(before.id, changes, { version })
    await storeRelated(tx, actor, user, input, false)
    await recordUserChanges(tx, actor, user, before)
    for (const notice of changeNotices(tx.site, actor, user, before)) tx.afterCommit(notice)
    tx.emit(userSaved, { user, before })
    return user
  },
)

/** Deletes and returns a user. Without a reassignee, posts and pages are trashed, others deleted. */
export const deleteUser = defineOperation(
  async (tx, actor, { id, version, reassignTo }: UserDeletion): Promise<UserRecord> => {
    const user = await reload(usersIn(tx.store), id, noSuchUser, each => mayDeleteUser(actor, each))
    requireVersion(user, version)
    await removeUser(tx, actor, user, reassignTo)
    await recordChange(tx, actor, { kind: 'user_deleted', account: user })
    tx.emit(userDeleted, { user, reassignedTo: reassignTo })
    return user
  },
)

/** Refuses to reassign posts to an unknown user or to the deleted one; 0 leaves them without an author. */
async function checkReassignee(store: StoreSession, user: UserRecord, id: number): Promise<void> {
  if (id === 0) return
  const exists = id > 0 && id !== user.id && (await usersIn(store).get(id)) !== undefined
  if (!exists) throw new RestError('rest_user_invalid_reassign', 'The posts cannot be reassigned to this user.', 400)
}

/** Removes a user with meta and application passwords; reassigns or removes the posts; the comments remain. */
async function removeUser(tx: Tx, actor: Actor, user: UserRecord, reassignTo: number | undefined): Promise<void> {
  const { store } = tx
  await forgetReferences(tx, 'user', [user.id])
  if (reassignTo === undefined) await removePostsOf(tx, actor, user)
  else {
    await checkReassignee(store, user, reassignTo)
    await reassignPosts(tx, user.id, reassignTo)
  }
  await removeMetaOf(tx, 'user', [user.id])
  await applicationPasswordsIn(store).removeWhere(whereApplicationPasswords.eq('user', user.id))
  await usersIn(store).remove(user.id)
}

/** The default roles of a new user. */
function defaultRolesOf(site: SiteContext, options: OptionSnapshot): readonly string[] {
  const role = options.text('default_role', 'subscriber')
  return Object.hasOwn(site.roles, role) ? [role] : []
}

/** Refuses unknown roles, and roles with which callers would lose their right to change roles. */
function checkRoles(
  site: SiteContext,
  principal: SitePrincipal,
  user: UserRecord | undefined,
  roles: readonly string[],
): void {
  for (const role of roles) {
    if (!Object.hasOwn(site.roles, role))
      throw new RestError('rest_user_invalid_role', `There is no role "${role}".`, 400)
  }
  if (user === undefined || user.id !== principal.id || !principal.can('promote_users')) return
  if (!site.principalOf({ ...user, roles }).can('promote_users')) {
    throw new RestError('rest_user_invalid_role', 'You cannot remove your own right to change roles.', 403)
  }
}
