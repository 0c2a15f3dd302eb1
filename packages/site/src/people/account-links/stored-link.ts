import { createHash } from 'node:crypto'
import type { StoreSession } from '@platen/storage'
import type { SiteContext } from '../../kernel/context/index.js'
import type { Tx } from '../../kernel/operations/index.js'
import { metaIn, type UserRecord, usersIn, whereMeta } from '../../kernel/records/index.js'
import { isSameHash } from '../../kernel/text/index.js'
import { isWithin } from '../../kernel/time/index.js'

/** The purpose of a mailed link, and the meta key under which it is stored. */
export type LinkPurpose = '_password_reset' | '_email_change'

/** A token that was created for a user. A user has at most one for each purpose. */
export interface StoredLink {
  /** The hash of the secret: the token itself is only in the mail. */
  readonly hash: string
  /** Unix times in milliseconds. */
  readonly created: number
  readonly expires: number
  /** The address that an email change is for; empty for others. */
  readonly email: string
}

/** A token that is valid, and its user. */
export interface FoundLink {
  readonly user: UserRecord
  readonly link: StoredLink
}

const LIFETIME_MS = 24 * 60 * 60 * 1000
const SECRET_BYTES = 32
const TOKEN = /^([1-9]\d{0,14})\.([\w-]{43})$/

/** A secret is tied to the current password and email address: it becomes invalid when one of them changes. */
const hashOf = (purpose: LinkPurpose, secret: string, { passwordHash, email }: UserRecord): string =>
  createHash('sha256')
    .update(JSON.stringify([purpose, secret, passwordHash, email]))
    .digest('hex')

const ofUser = (purpose: LinkPurpose, user: number) => {
  const { and, eq } = whereMeta
  return and(eq('kind', 'user'), eq('object', user), eq('key', purpose))
}

const isLink = (value: unknown): value is StoredLink =>
  typeof value === 'object' &&
  value !== null &&
  'hash' in value &&
  'created' in value &&
  'expires' in value &&
  'email' in value

/** The link that a user has for a purpose, expired or not. */
export async function linkOf(store: StoreSession, purpose: LinkPurpose, user: number): Promise<StoredLink | undefined> {
  const stored = await metaIn(store).first({ where: ofUser(purpose, user) })
  return isLink(stored?.value) ? stored.value : undefined
}

/** Whether a link can be used at a time. */
export const isValidAt = ({ created, expires }: StoredLink, now: number): boolean =>
  isWithin(now, created, expires - created)

/** Stores a new link, which replaces an older one for the same purpose. Returns its token and when it expires. */
export async function createLink(
  { site, store }: Tx,
  purpose: LinkPurpose,
  user: UserRecord,
  email = '',
): Promise<{ readonly token: string; readonly expires: Date }> {
  const { clock, random } = site.services
  const secret = Buffer.from(random(SECRET_BYTES)).toString('base64url')
  const created = clock()
  const expires = created + LIFETIME_MS
  const value: StoredLink = { hash: hashOf(purpose, secret, user), created, expires, email }
  await removeLink(store, purpose, user.id)
  await metaIn(store).insert({ kind: 'user', object: user.id, key: purpose, value: { ...value } })
  return { token: `${user.id}.${secret}`, expires: new Date(expires) }
}

/** Removes the link of a user: a token works once. */
export const removeLink = (store: StoreSession, purpose: LinkPurpose, user: number): Promise<number> =>
  metaIn(store).removeWhere(ofUser(purpose, user))

/** Finds the stored link of a token; `undefined` if it is wrong, used or expired. */
export async function findLink(
  site: SiteContext,
  store: StoreSession,
  purpose: LinkPurpose,
  token: string,
): Promise<FoundLink | undefined> {
  const [, id, secret] = TOKEN.exec(token) ?? []
  if (id === undefined || secret === undefined) return undefined
  const user = await usersIn(store).get(Number(id))
  const link = user && (await linkOf(store, purpose, user.id))
  if (user === undefined || link === undefined || !isValidAt(link, site.services.clock())) return undefined
  return isSameHash(link.hash, hashOf(purpose, secret, user)) ? { user, link } : undefined
}
