import { RestError } from '@platen/core'
import { isSameName, type SiteContext, type UserRecord, usersIn, whereUsers } from '@platen/site'
import { auditRecorder, inTransaction } from '@platen/site/extend'
import { StoreError, type StoreSession } from '@platen/storage'
import { createUserOf } from './create-user.js'
import { openIdIdentities } from './identity-collection.js'
import type { VerifiedToken } from './verify-token.js'

const unknownUser = () => new RestError('openid_unknown_user', 'No user of this site has this identity.', 403)

/**
 * The user of a verified token. Unknown subjects are linked to a user or get a new one, if the options of their
 * provider allow it.
 */
export async function findUser(site: SiteContext, token: VerifiedToken): Promise<UserRecord | RestError> {
  const { linkByEmail, newUserRole } = token.trusted.provider
  const linked = await linkedUser(site.store, token)
  if (linked !== undefined) return linked
  if (!linkByEmail && newUserRole === undefined) return unknownUser()
  try {
    const { user, isNew } = await adopt(site, token)
    // A request at the same time has linked the subject, and recorded it.
    if (!isNew) return user
    const { subject } = token
    await auditRecorder(site).record({
      kind: 'sign_in',
      actor: user,
      account: user,
      detail: { via: 'openid', subject },
    })
    return user
  } catch (thrown) {
    if (thrown instanceof RestError) return thrown
    if (!(thrown instanceof StoreError && thrown.code === 'conflict')) throw thrown
    // Another process has adopted the subject at the same time.
    return (await linkedUser(site.store, token)) ?? unknownUser()
  }
}

/** The user whom a subject identifies. */
export async function linkedUser(
  store: StoreSession,
  { trusted, subject }: VerifiedToken,
): Promise<UserRecord | undefined> {
  const { and, eq } = openIdIdentities.where
  const identity = await store
    .collection(openIdIdentities)
    .first({ where: and(eq('issuer', trusted.provider.issuer), eq('subject', subject)) })
  return identity && usersIn(store).get(identity.user)
}

/** The email address of a token, if the provider has verified it. Some providers write the boolean as a text. */
function verifiedEmail({ claims }: VerifiedToken): string | undefined {
  const { email, email_verified: isVerified } = claims
  return typeof email === 'string' && email !== '' && (isVerified === true || isVerified === 'true') ? email : undefined
}

/** The user of a subject, and whether the subject was linked just now. */
interface Adopted {
  readonly user: UserRecord
  readonly isNew: boolean
}

/** Links an unknown subject to the user with its email address, or to a new one. */
function adopt(site: SiteContext, token: VerifiedToken): Promise<Adopted> {
  const { issuer, linkByEmail, newUserRole } = token.trusted.provider
  const { subject } = token
  return inTransaction(site, async tx => {
    // Several requests of the same subject may arrive at the same time; transactions run one after the other.
    const linked = await linkedUser(tx.store, token)
    if (linked !== undefined) return { user: linked, isNew: false }
    const email = verifiedEmail(token)
    if (email === undefined) throw unknownUser()
    const existing = await usersIn(tx.store).first({ where: whereUsers.equalsText('email', email) })
    if (existing === undefined ? newUserRole === undefined : !(linkByEmail && isSameName(existing.email, email)))
      throw unknownUser()
    const user = existing ?? (await createUserOf(tx, token, email, newUserRole ?? ''))
    const { and, eq } = openIdIdentities.where
    const identities = tx.store.collection(openIdIdentities)
    // A link to a user who is gone may be left.
    await identities.removeWhere(and(eq('issuer', issuer), eq('subject', subject)))
    await identities.insert({ issuer, subject, user: user.id })
    return { user, isNew: true }
  })
}
