import { newUuid, preconditionFailed, RestError } from '@platen/core'
import { sanitizeTextField } from '@platen/rendering'
import { permit } from '../../access/permit.js'
import type { Actor, Tx } from '../../operations/tx.js'
import { setExtraFields } from '../../rest/extra-fields.js'
import { recordChange } from '../audit/audit-changes.js'
import { where } from '../built-in-collections.js'
import { noSuchUser } from '../users/user-access.js'
import type { UserRecord } from '../users/user-collection.js'
import { mayManagePasswords, noSuchPassword, type PasswordAction, unavailable } from './application-password-access.js'
import type { ApplicationPasswordRecord } from './application-password-collection.js'
import type {
  ApplicationPasswordChanges,
  ApplicationPasswordTarget,
  CreatedApplicationPassword,
  NewApplicationPassword,
} from './application-password-input.js'
import { grouped, hashApplicationPassword, newApplicationPassword } from './application-passwords.js'

/** Names can have any length. */
const MAX_DETAIL = 100
const RESOURCE = 'application-password'
const { applicationPasswords: passwords } = where

/** The user whose application passwords are worked on. */
async function requireOwner(tx: Tx, actor: Actor, id: number, action: PasswordAction): Promise<UserRecord> {
  const owner = await tx.store.users.get(id)
  if (owner === undefined) throw noSuchUser()
  const refused = unavailable(tx.site, owner)
  if (refused !== undefined) throw refused
  permit(mayManagePasswords(actor, owner, action))
  return owner
}

/** The stored application password of an id, reloaded in the transaction that changes it. */
async function reloadPassword(
  tx: Tx,
  actor: Actor,
  id: number,
  action: PasswordAction,
): Promise<ApplicationPasswordRecord> {
  const password = await tx.store.applicationPasswords.get(id)
  if (password === undefined) throw noSuchPassword()
  await requireOwner(tx, actor, password.user, action)
  return password
}

/** What audit events say of an application password. */
const detailOf = ({ name, uuid }: ApplicationPasswordRecord) => ({ name: name.slice(0, MAX_DETAIL), uuid })

const plainName = (name: string): string => sanitizeTextField(name).replaceAll('<', '&lt;')

/** Creates an application password: the one time that its secret is known. Throws a `RestError` for what the actor may not. */
export async function createApplicationPassword(
  tx: Tx,
  actor: Actor,
  { user, name = '', appId = '', fields }: NewApplicationPassword,
): Promise<CreatedApplicationPassword> {
  const { site, store } = tx
  const owner = await requireOwner(tx, actor, user, 'create')
  const plain = plainName(name)
  if (plain === '') throw new RestError('application_password_empty_name', 'An application password needs a name.', 400)
  if (appId !== '' && site.compile(UUID).validate(appId, 'appId') !== undefined)
    throw new RestError('rest_invalid_param', 'appId is not a UUID.', 400)
  const secret = newApplicationPassword(site.services.random)
  const password = await store.applicationPasswords.insert({
    uuid: newUuid(),
    user: owner.id,
    appId,
    name: plain,
    hash: hashApplicationPassword(secret),
    created: Math.floor(site.services.clock() / 1000),
    lastUsed: null,
    lastIp: null,
  })
  await setExtraFields(tx, actor, RESOURCE, password, fields)
  await recordChange(tx, actor, { kind: 'application_password_created', account: owner, detail: detailOf(password) })
  return { ...password, secret: grouped(secret) }
}

const UUID = { type: 'string', format: 'uuid' } as const

/** Gives an application password another name; an empty one changes nothing. */
export async function renameApplicationPassword(
  tx: Tx,
  actor: Actor,
  { id, version, name = '', fields }: ApplicationPasswordChanges,
): Promise<ApplicationPasswordRecord> {
  const before = await reloadPassword(tx, actor, id, 'rename')
  const changes = { name: plainName(name) || before.name }
  const password = await tx.store.applicationPasswords.update(id, changes, { version })
  await setExtraFields(tx, actor, RESOURCE, password, fields)
  return password
}

/** Revokes an application password and returns what it was: nobody can call with it any more. */
export async function revokeApplicationPassword(
  tx: Tx,
  actor: Actor,
  { id, version }: ApplicationPasswordTarget,
): Promise<ApplicationPasswordRecord> {
  const password = await reloadPassword(tx, actor, id, 'revoke')
  if (version !== undefined && password.version !== version) throw preconditionFailed()
  await tx.store.applicationPasswords.remove(id)
  const account = await tx.store.users.get(password.user)
  await recordChange(tx, actor, { kind: 'application_password_revoked', account, detail: detailOf(password) })
  return password
}

/** Revokes all application passwords of a user, and returns how many there were. */
export async function revokeApplicationPasswords(
  tx: Tx,
  actor: Actor,
  { user }: { readonly user: number },
): Promise<number> {
  const owner = await requireOwner(tx, actor, user, 'revokeAll')
  const count = await tx.store.applicationPasswords.removeWhere(passwords.eq('user', owner.id))
  if (count > 0)
    await recordChange(tx, actor, { kind: 'application_password_revoked', account: owner, detail: { count } })
  return count
}
