import { newUuid, preconditionFailed, RestError } from '@platen/core'
import { sanitizeTextField } from '@platen/rendering'
import { defineEvent, permit, type SiteContext } from '../../kernel/context/index.js'
import { type Actor, defineOperation, type Tx } from '../../kernel/operations/index.js'
import {
  type ApplicationPasswordRecord,
  applicationPasswordsIn,
  type UserRecord,
  usersIn,
  whereApplicationPasswords,
} from '../../kernel/records/index.js'
import { requireLength } from '../../kernel/refusals/index.js'
import { setExtraFields } from '../../kernel/rest/index.js'
import { plainText } from '../../kernel/text/index.js'
import { unlessEmptyZero } from '../../server/dialects/index.js'
import { recordChange } from '../audit/index.js'
import { accountNotice, noSuchUser } from '../users/index.js'
import { mayManagePasswords, noSuchPassword, type PasswordAction, unavailable } from './application-password-access.js'
import type {
  ApplicationPasswordChanges,
  ApplicationPasswordTarget,
  CreatedApplicationPassword,
  NewApplicationPassword,
} from './application-password-input.js'
import { grouped, hashApplicationPassword, newApplicationPassword } from './application-passwords.js'
import { applicationPasswordsOption } from './options.js'
import { storedLimits } from './password-limits.js'

/** An application password was created or renamed; `before` is absent for a new one. */
export const applicationPasswordSaved = defineEvent<{
  readonly password: ApplicationPasswordRecord
  readonly before: ApplicationPasswordRecord | undefined
}>('application-password.saved')

/** An application password was revoked. The deletion of its user revokes it without this event. */
export const applicationPasswordRevoked = defineEvent<{ readonly password: ApplicationPasswordRecord }>(
  'application-password.revoked',
)

/** How many characters the name of an application password may have; lists of them have no pages. */
const LONGEST_NAME = 500
/** How much of the name an audit event contains. */
const MAX_DETAIL = 100
const RESOURCE = 'application-password'
/** The user whose application passwords are managed, and whether the request came over TLS. */
export type ApplicationPasswordOwner = Pick<NewApplicationPassword, 'user' | 'secure'>

/** Loads the user whose application passwords an operation manages. */
async function requireOwner(
  tx: Tx,
  actor: Actor,
  { user, secure }: ApplicationPasswordOwner,
  action: PasswordAction,
): Promise<UserRecord> {
  const owner = await usersIn(tx.store).get(user)
  if (owner === undefined) throw noSuchUser()
  const refused = unavailable(tx.site, owner, secure)
  if (refused !== undefined) throw refused
  permit(mayManagePasswords(actor, owner, action))
  return owner
}

/** The stored application password of an id, reloaded in the transaction that changes it. */
async function reloadPassword(
  tx: Tx,
  actor: Actor,
  { id, secure }: ApplicationPasswordTarget,
  action: PasswordAction,
): Promise<ApplicationPasswordRecord> {
  const password = await applicationPasswordsIn(tx.store).get(id)
  if (password === undefined) throw noSuchPassword()
  await requireOwner(tx, actor, { user: password.user, secure }, action)
  return password
}

/** The audit event data of an application password. */
const detailOf = ({ name, uuid, scopes }: ApplicationPasswordRecord) => ({
  name: name.slice(0, MAX_DETAIL),
  uuid,
  ...(scopes !== null && { scopes: scopes.join(' ').slice(0, MAX_DETAIL) }),
})

function plainName({ dialect }: SiteContext, name: string): string {
  requireLength('name', name, LONGEST_NAME)
  return unlessEmptyZero(dialect, sanitizeTextField(name).replaceAll('<', '&lt;'))
}

/**
 * Creates an application password; this is the only time that its secret is available. Throws a `RestError` if the
 * actor may not create it.
 */
export const createApplicationPassword = defineOperation(
  async (
    tx,
    actor,
    { name = '', appId = '', uuid, fields, scopes, expires, networks, ...of }: NewApplicationPassword,
  ): Promise<CreatedApplicationPassword> => {
    const { site, store } = tx
    const owner = await requireOwner(tx, actor, of, 'create')
    const plain = plainName(site, name)
    if (plain === '')
      throw new RestError('application_password_empty_name', 'An application password needs a name.', 400)
    if (appId !== '') requireUuid(site, appId, 'appId')
    if (uuid !== undefined) await requireUnused(tx, uuid)
    const limits = storedLimits(site, { scopes, expires, networks })
    const secret = newApplicationPassword(site.services.random)
    const password = await applicationPasswordsIn(store).insert({
      uuid: uuid ?? newUuid(),
      user: owner.id,
      appId,
      name: plain,
      hash: hashApplicationPassword(secret),
      created: Math.floor(site.services.clock() / 1000),
      lastUsed: null,
      lastIp: null,
      ...limits,
    })
    await setExtraFields(tx, actor, RESOURCE, password, fields)
    await recordChange(tx, actor, { kind: 'application_password_created', account: owner, detail: detailOf(password) })
    tx.emit(applicationPasswordSaved, { password, before: undefined })
    const notice = passwordNotice(site, { owner, password, actor })
    if (notice !== undefined) tx.afterCommit(notice)
    return { ...password, secret: grouped(secret) }
  },
)

const UUID = { type: 'string', format: 'uuid' } as const

function requireUuid(site: SiteContext, text: string, name: string): void {
  if (site.compile(UUID).validate(text, name) !== undefined)
    throw new RestError('rest_invalid_param', `${name} is not a UUID.`, 400)
}

async function requireUnused({ site, store }: Tx, uuid: string): Promise<void> {
  requireUuid(site, uuid, 'uuid')
  if ((await applicationPasswordsIn(store).first({ where: whereApplicationPasswords.eq('uuid', uuid) })) !== undefined)
    throw new RestError('application_password_exists', 'This application password already exists.', 409)
}

/** Renames an application password; an empty name changes nothing. */
export const renameApplicationPassword = defineOperation(
  async (
    tx,
    actor,
    { name = '', fields, ...target }: ApplicationPasswordChanges,
  ): Promise<ApplicationPasswordRecord> => {
    const { id, version } = target
    const before = await reloadPassword(tx, actor, target, 'rename')
    const changes = { name: plainName(tx.site, name) || before.name }
    const password = await applicationPasswordsIn(tx.store).update(id, changes, { version })
    await setExtraFields(tx, actor, RESOURCE, password, fields)
    tx.emit(applicationPasswordSaved, { password, before })
    return password
  },
)

/** Revokes an application password, which can no longer be used, and returns it. */
export const revokeApplicationPassword = defineOperation(
  async (tx, actor, target: ApplicationPasswordTarget): Promise<ApplicationPasswordRecord> => {
    const { id, version } = target
    const password = await reloadPassword(tx, actor, target, 'revoke')
    if (version !== undefined && password.version !== version) throw preconditionFailed()
    await applicationPasswordsIn(tx.store).remove(id)
    const account = await usersIn(tx.store).get(password.user)
    await recordChange(tx, actor, { kind: 'application_password_revoked', account, detail: detailOf(password) })
    tx.emit(applicationPasswordRevoked, { password })
    return password
  },
)

/** Revokes all application passwords of a user, and returns their number. */
export const revokeApplicationPasswords = defineOperation(
  async (tx, actor, of: ApplicationPasswordOwner): Promise<number> => {
    const owner = await requireOwner(tx, actor, of, 'revokeAll')
    const held = whereApplicationPasswords.eq('user', owner.id)
    const { records } = await applicationPasswordsIn(tx.store).find({ where: held })
    const count = await applicationPasswordsIn(tx.store).removeWhere(held)
    for (const password of records) tx.emit(applicationPasswordRevoked, { password })
    if (count > 0)
      await recordChange(tx, actor, { kind: 'application_password_revoked', account: owner, detail: { count } })
    return count
  },
)

interface NewPassword {
  readonly owner: UserRecord
  readonly password: ApplicationPasswordRecord
  readonly actor: Actor
}

/** Returns the function that mails a user about a new application password; `undefined` if the site sends none. */
function passwordNotice(site: SiteContext, created: NewPassword): (() => Promise<void>) | undefined {
  if (applicationPasswordsOption.of(site)?.notices === false) return undefined
  const subject = `New application password: ${plainText(created.password.name)}`
  return accountNotice(site, {
    user: created.owner,
    kind: 'application-password',
    subject,
    text: textOfNotice(site, created),
  })
}

const textOfNotice = ({ url }: SiteContext, { owner, password, actor }: NewPassword): string =>
  [
    `The application password "${plainText(password.name)}" was created for your account ${owner.login} at ${url}.`,
    ...(actor.id === owner.id ? [] : ['Somebody who manages the site created it.']),
    '',
    password.scopes === null
      ? 'With it, an application can read and change everything that you can.'
      : `With it, an application has these scopes: ${password.scopes.join(' ')}`,
    'If you do not know this application, revoke the password and change that of your account.',
  ].join('\n')
