import type { StoreSession } from '@platen/storage'
import { permit, registrationKey, type SiteContext } from '../../kernel/context/index.js'
import { type As, type ContentCalls, defineOperation, transact } from '../../kernel/operations/index.js'
import { type UserRecord, usersIn } from '../../kernel/records/index.js'
import type { RateLimitRule } from '../../kernel/services/index.js'
import { isWithin } from '../../kernel/time/index.js'
import { clientNetwork } from '../../kernel/web/index.js'
import { tooManyRequests, usersByName } from '../access/index.js'
import { incrementEpoch } from '../sessions/index.js'
import { hashPassword, mayEditUser, noSuchUser, updateUser } from '../users/index.js'
import { canMail, invalidToken, type LinkMail, type MailedToken, sendLink } from './link-mail.js'
import { createLink, findLink, linkOf, removeLink } from './stored-link.js'

/** A request by somebody who has lost their password. */
export interface PasswordResetRequest {
  /** A login or an email address, in any case. */
  readonly login: string
  readonly mail: LinkMail
  /** The address of the client, whose network is limited. */
  readonly remoteAddress?: string | undefined
}

/** A new password for the user of a token. */
export interface PasswordReset {
  readonly token: string
  readonly password: string
  /** The address of the client, for audit events. */
  readonly remoteAddress?: string | undefined
}

/** New passwords by a link that is mailed to the user. A token is valid for a day and works once; only its hash is stored. */
export interface PasswordResetsContent {
  /** Whether links can be mailed: whether the site has a mailer. */
  isAvailable(): boolean
  /**
   * Mails a link to the user of a login or email address: at most once a minute, and five links and one more in each hour.
   * It resolves before that, in the same way for unknown names; failures are logged. Rejects with a 429 `rest_too_many_attempts` for a network with many requests.
   */
  request(request: PasswordResetRequest): Promise<void>
  /** Mails a link to a user on behalf of somebody who may edit the user. Rejects with a 503 if it cannot be sent. */
  invite(user: number, mail: LinkMail, by: As): Promise<void>
  /** The user whose link has a token; `undefined` if it is wrong, used or expired. */
  find(token: string): Promise<UserRecord | undefined>
  /** Sets the new password and ends all sessions. Rejects with a 400 `rest_invalid_token` or that of an unusable password. */
  complete(reset: PasswordReset): Promise<UserRecord>
}

const PURPOSE = '_password_reset'
/** The limit of a network: ten links at once, and ten more in an hour. */
const REQUESTS: RateLimitRule = { burst: 10, seconds: 6 * 60 }
const MS_BETWEEN_MAILS = 60 * 1000
/**
 * The limit of mails to a user, whoever requests them: a new link invalidates the previous one, which the user needs
 * some time to use.
 */
const MAILS: RateLimitRule = { burst: 5, seconds: 60 * 60 }
const mailKey = ({ id }: UserRecord) => `password-mail:${id}`
/** The `type` of a principal's credential for mailed links. */
const LINK = 'mailed-link'

export function passwordResetsContent({ site, run, actor }: ContentCalls): PasswordResetsContent {
  const anonymous = (remoteAddress?: string): As => ({ as: site.principalOf(undefined), remoteAddress })
  return Object.freeze<PasswordResetsContent>({
    isAvailable: () => canMail(site),
    async request({ login, mail, remoteAddress }) {
      await actor(anonymous())
      if (!canMail(site)) return
      await limitRequests(site, remoteAddress)
      // The time to find and mail a user must not be visible in the response.
      site.get(pendingWork).later(() => mailReset(site, login, mail))
    },
    async invite(user, mail, by) {
      const created = await run(createReset, user, by)
      await sendLink(site, created.user.email, await mail(created))
    },
    async find(token) {
      await actor(anonymous())
      return (await findLink(site, site.store, PURPOSE, token))?.user
    },
    async complete({ token, password, remoteAddress }) {
      await actor(anonymous())
      // Hashing is expensive: nobody without a token can trigger it.
      if ((await findLink(site, site.store, PURPOSE, token)) === undefined) throw invalidToken()
      const hashed = await hashPassword(site, { password })
      const user = await run(resetPassword, { token, ...hashed }, anonymous(remoteAddress))
      await site.services.rateLimit.clear([mailKey(user)])
      return user
    },
  })
}

/** Prevents a network from causing mail to many users, whatever logins it tries. */
async function limitRequests(site: SiteContext, remoteAddress: string | undefined): Promise<void> {
  const network = clientNetwork(remoteAddress)
  if (network === undefined) return
  const { retryAfter } = await site.services.rateLimit.take([{ key: `password-reset:${network}`, rule: REQUESTS }])
  if (retryAfter > 0) throw tooManyRequests('rest_too_many_attempts', 'Too many requests. Try again later.', retryAfter)
}

async function mailReset(site: SiteContext, login: string, mail: LinkMail): Promise<void> {
  const [user] = await usersByName(usersIn(site.store), login)
  if (user === undefined || (await hasRecentLink(site, site.store, user))) return
  const { retryAfter } = await site.services.rateLimit.take([{ key: mailKey(user), rule: MAILS }])
  if (retryAfter > 0) return
  const created = await transact(site, async tx =>
    // A concurrent request may have changed it.
    (await hasRecentLink(site, tx.store, user)) ? undefined : { user, ...(await createLink(tx, PURPOSE, user)) },
  )
  if (created !== undefined) await sendLink(site, user.email, await mail(created))
}

async function hasRecentLink({ services }: SiteContext, store: StoreSession, { id }: UserRecord): Promise<boolean> {
  const last = await linkOf(store, PURPOSE, id)
  return last !== undefined && isWithin(services.clock(), last.created, MS_BETWEEN_MAILS)
}

const createReset = defineOperation(async (tx, actor, id: number): Promise<MailedToken> => {
  const user = await usersIn(tx.store).get(id)
  if (user === undefined) throw noSuchUser()
  permit(mayEditUser(actor, user, {}))
  return { user, ...(await createLink(tx, PURPOSE, user)) }
})

const resetPassword = defineOperation(
  async (
    tx,
    _anonymous,
    { token, passwordHash }: { readonly token: string; readonly passwordHash?: string },
  ): Promise<UserRecord> => {
    const { site, store } = tx
    const link = await findLink(site, store, PURPOSE, token)
    if (link === undefined || passwordHash === undefined) throw invalidToken()
    const { id } = link.user
    if ((await removeLink(store, PURPOSE, id)) === 0) throw invalidToken()
    await incrementEpoch(tx.store, id)
    return updateUser(tx, site.principalOf(link.user, { kind: LINK, id: '' }), { id, passwordHash })
  },
)

/** Work that responses do not wait for. */
export interface PendingWork {
  /** Begins work after what runs now. Its failures are logged. */
  later(work: () => Promise<void>): void
  /** Resolves when all of it is done. */
  settled(): Promise<void>
}

/** The work of a site: the site waits for it when it stops. */
export const pendingWork = registrationKey('pending work', createPendingWork)

function createPendingWork({ services: { logger } }: SiteContext): PendingWork {
  const pending = new Set<Promise<void>>()
  return {
    later(work) {
      const done = new Promise<void>(resolve => setTimeout(resolve, 0))
        .then(work)
        .catch(err => logger.error({ err }, 'the link of an account could not be mailed'))
        .finally(() => pending.delete(done))
      pending.add(done)
    },
    async settled() {
      await Promise.all(pending)
    },
  }
}
