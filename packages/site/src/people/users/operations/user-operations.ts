import { writeMeta } from '../../../content/meta/index.js'
import { permit, type SiteContext } from '../../../kernel/context/index.js'
import { type Actor, defineOperation, reload, requireVersion, type Tx } from '../../../kernel/operations/index.js'
import { type UserRecord, usersIn } from '../../../kernel/records/index.js'
import { setExtraFields } from '../../../kernel/rest/index.js'
import { recordChange } from '../../audit/index.js'
import { mayCreateUser, mayCreateWithDefaults, mayDeleteUser, mayEditUser, noSuchUser } from '../rules/user-access.js'
import { checkRoles, defaultRolesOf } from '../user-roles.js'
import { changeNotices } from './change-notices.js'
import { checkUserInput, cleanTexts, passwordRefusal } from './check-user-input.js'
import { insertUser } from './insert-user.js'
import { recordUserChanges } from './record-user-changes.js'
import { removeUser } from './remove-user.js'
import { userChanges } from './user-changes.js'
import { userDeleted, userSaved } from './user-events.js'
import type { HashedUser, NewUser, UserChanges, UserDeletion, UserInput } from './user-input.js'

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
async function storeBelongings(
  tx: Tx,
  actor: Actor,
  user: UserRecord,
  { meta, fields }: Pick<UserInput, 'meta' | 'fields'>,
): Promise<void> {
  await writeMeta(tx, actor, { kind: 'user', subtype: '', object: user.id }, meta)
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
  await storeBelongings(tx, actor, user, input)
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
    await storeBelongings(tx, actor, user, input)
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
