import type { HandlerRequest } from '@platen/core'
import { applyMetaChanges, planMetaWrite } from '../../meta/meta-values.js'
import { inTransaction, type Tx } from '../../operations/tx.js'
import { metaKeys } from '../../registrations/meta-keys.js'
import { extraInput, setExtraFields } from '../../rest/extra-fields.js'
import type { SiteContext } from '../../site-context.js'
import type { UserRecord } from '../../storage/index.js'
import { insertUser } from './insert-user.js'
import { userChanges } from './user-changes.js'
import type { UserDraft } from './user-draft.js'
import { userSaved } from './user-events.js'
import { checkRoles, defaultRolesOf } from './user-roles.js'

/** Stores what belongs to a user beside the record. */
async function storeBelongings(
  tx: Tx,
  user: UserRecord,
  isNew: boolean,
  draft: UserDraft,
  request: HandlerRequest,
): Promise<void> {
  const { site, store: contents } = tx
  const keys = site.get(metaKeys).of('user', '')
  const { meta } = isNew || draft.meta === undefined ? {} : await contents.users.related([user.id], ['meta'])
  const changes = planMetaWrite(
    site.dialect,
    keys,
    meta?.get(user.id) ?? [],
    draft.meta,
    site.principal(request),
    user.id,
  )
  await applyMetaChanges(contents, 'user', user.id, changes)
  await setExtraFields(tx, site.principal(request), 'user', user, extraInput(site, 'user', request))
}

/** Creates a user out of a draft, in one transaction. */
export async function createUser(site: SiteContext, draft: UserDraft, request: HandlerRequest): Promise<UserRecord> {
  const { login = '', email = '', password = '', roles, meta: _meta, ...texts } = draft
  if (roles !== undefined) checkRoles(site, site.principal(request), undefined, roles)
  const given = roles ?? defaultRolesOf(site, await site.options())
  // Hashing takes its time: other writers need not wait for it.
  const passwordHash = await site.services.passwords.hash(password)
  const user = await inTransaction(site, async tx => {
    const { store: contents } = tx
    const details = { ...texts, login, email, passwordHash, roles: given }
    const inserted = await insertUser(contents, site.dialect, details, site.services.clock())
    await storeBelongings(tx, inserted, true, draft, request)
    return inserted
  })
  await site.hooks.emit(userSaved, { user, before: undefined })
  return user
}

/** Changes a user as a draft says, in one transaction. */
export async function updateUser(
  site: SiteContext,
  before: UserRecord,
  draft: UserDraft,
  request: HandlerRequest,
): Promise<UserRecord> {
  if (draft.roles !== undefined) checkRoles(site, site.principal(request), before, draft.roles)
  const passwordHash = draft.password === undefined ? undefined : await site.services.passwords.hash(draft.password)
  const user = await inTransaction(site, async tx => {
    const { store: contents } = tx
    const changes = await userChanges(site, contents, before, draft, passwordHash)
    const updated = await contents.users.update(before.id, changes, { version: request.expectedVersion })
    await storeBelongings(tx, updated, false, draft, request)
    return updated
  })
  await site.hooks.emit(userSaved, { user, before })
  return user
}
