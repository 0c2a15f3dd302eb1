import { RestError } from '@platen/core'
import { permit, type SiteContext } from '../../kernel/context/index.js'
import { type Actor, type As, type ContentCalls, defineOperation, type Tx } from '../../kernel/operations/index.js'
import { type UserRecord, usersIn } from '../../kernel/records/index.js'
import type { RateLimitRule } from '../../kernel/services/index.js'
import { tooManyRequests } from '../access/index.js'
import { checkLengths, checkUserInput, isTaken, mayEditUser, noSuchUser, updateUser } from '../users/index.js'
import { canMail, invalidToken, type LinkMail, type MailedToken, sendLink } from './link-mail.js'
import { createLink, findLink, isValidAt, linkOf, removeLink } from './stored-link.js'

/** A new email address of a user. */
export interface EmailChange {
  /** The id of the user. */
  readonly user: number
  readonly email: string
  readonly mail: LinkMail
}

/**
 * New email addresses that take effect when the user visits a link that is mailed to them. A token is valid for a day,
 * works once, and only for its own user; only its hash is stored.
 */
export interface EmailChangesContent {
  /** Whether links can be mailed: whether the site has a mailer. */
  isAvailable(): boolean
  /**
   * Mails a link to the new address and invalidates an earlier one. Rejects with a 400 for an address that is not valid
   * or that of another user, with a 429 `rest_too_many_attempts` for a user with many requests, and with a 503 if the
   * mail cannot be sent.
   */
  request(change: EmailChange, by: As): Promise<void>
  /** The address that a user has not confirmed yet. */
  pending(user: number, by: As): Promise<string | undefined>
  /** Ends the link of a user. */
  cancel(user: number, by: As): Promise<void>
  /**
   * Changes the address of the calling user. Also rejects with a 400 `rest_invalid_token` for the tokens of other
   * users.
   */
  confirm(token: string, by: As): Promise<UserRecord>
}

const PURPOSE = '_email_change'
/** The limit of a user: ten links at once, and ten more in an hour. */
const REQUESTS: RateLimitRule = { burst: 10, seconds: 6 * 60 }

export function emailChangesContent({ site, run, actor }: ContentCalls): EmailChangesContent {
  return Object.freeze<EmailChangesContent>({
    isAvailable: () => canMail(site),
    async request({ mail, ...change }, by) {
      await limitRequests(site, await actor(by))
      const created = await run(createChange, change, by)
      await sendLink(site, change.email, await mail(created))
    },
    async pending(user, by) {
      const reader = await actor(by)
      const owner = await usersIn(site.store).get(user)
      if (owner === undefined) throw noSuchUser()
      permit(mayEditUser(reader, owner, {}))
      const link = await linkOf(site.store, PURPOSE, user)
      return link !== undefined && isValidAt(link, site.services.clock()) ? link.email : undefined
    },
    cancel: (user, by) => run(cancelChange, user, by),
    confirm: (token, by) => run(confirmChange, token, by),
  })
}

/** Keeps users from having mail sent to strangers, and from trying which addresses have an account. */
async function limitRequests({ services }: SiteContext, { id }: Actor): Promise<void> {
  if (id === 0) return
  const { retryAfter } = await services.rateLimit.take([{ key: `email-change:${id}`, rule: REQUESTS }])
  if (retryAfter > 0) throw tooManyRequests('rest_too_many_attempts', 'Too many requests. Try again later.', retryAfter)
}

async function editedUser(tx: Tx, actor: Actor, id: number): Promise<UserRecord> {
  const user = await usersIn(tx.store).get(id)
  if (user === undefined) throw noSuchUser()
  permit(mayEditUser(actor, user, {}))
  return user
}

const createChange = defineOperation(
  async (tx, actor, { user: id, email }: Omit<EmailChange, 'mail'>): Promise<MailedToken> => {
    const user = await editedUser(tx, actor, id)
    checkUserInput(tx.site, { email })
    checkLengths(tx.site.dialect, { email })
    if (await isTaken(tx.store, 'email', email, user.id))
      throw new RestError('rest_user_invalid_email', 'Another user has this email address.', 400)
    return { user, ...(await createLink(tx, PURPOSE, user, email)) }
  },
)

const cancelChange = defineOperation(async (tx, actor, id: number): Promise<void> => {
  const user = await editedUser(tx, actor, id)
  await removeLink(tx.store, PURPOSE, user.id)
})

const confirmChange = defineOperation(async (tx, actor, token: string): Promise<UserRecord> => {
  const link = await findLink(tx.site, tx.store, PURPOSE, token)
  if (link === undefined || link.user.id !== actor.id) throw invalidToken()
  if ((await removeLink(tx.store, PURPOSE, link.user.id)) === 0) throw invalidToken()
  return updateUser(tx, actor, { id: link.user.id, email: link.link.email })
})
