import type { SiteContext } from '../../../kernel/context/index.js'
import type { Actor } from '../../../kernel/operations/index.js'
import type { UserRecord } from '../../../kernel/records/index.js'
import { noMailer, type RateLimitRule } from '../../../kernel/services/index.js'
import { plainText } from '../../../kernel/text/index.js'

/** Mail to a user about their account. */
export interface AccountNotice {
  readonly user: Pick<UserRecord, 'id' | 'email'>
  /** The kind of notice. A user gets at most ten of a kind at once, and ten more in an hour. */
  readonly kind: 'email' | 'password' | 'application-password'
  /** The subject after the title of the site. */
  readonly subject: string
  readonly text: string
}

/** Email addresses of accounts are not verified: an address may belong to a stranger. */
const NOTICES: RateLimitRule = { burst: 10, seconds: 6 * 60 }

/** Returns the function that sends a notice after a change and logs failures; `undefined` if the site sends no mail. */
export function accountNotice(
  site: SiteContext,
  { user, kind, subject, text }: AccountNotice,
): (() => Promise<void>) | undefined {
  const { mailer, logger, rateLimit } = site.services
  if (mailer === noMailer || user.email === '') return undefined
  return async () => {
    try {
      const { retryAfter } = await rateLimit.take([{ key: `notice:${kind}:${user.id}`, rule: NOTICES }])
      if (retryAfter > 0) return
      const options = await site.options()
      await mailer.send({ to: user.email, subject: `[${plainText(options.text('title'))}] ${subject}`, text })
    } catch (error) {
      logger.error({ err: error, user: user.id }, 'the notice about an account could not be sent')
    }
  }
}

const HELP = 'If you did not expect this, set a new password, or ask an administrator of the site for help.'

/**
 * Returns the function that mails a user about a new password, and the previous address about a new email address.
 * Imports and the command line send none.
 */
export function changeNotices(
  site: SiteContext,
  actor: Actor,
  user: UserRecord,
  before: UserRecord,
): readonly (() => Promise<void>)[] {
  const isSystem = actor.id === 0 && actor.authenticated
  if (isSystem) return []
  const notice = (kind: 'email' | 'password', subject: string, what: string) => {
    const by = actor.id === user.id ? [] : ['Somebody who manages the site changed it.']
    return accountNotice(site, { user: before, kind, subject, text: [what, ...by, '', HELP].join('\n') })
  }
  const account = `your account ${user.login} at ${site.url}`
  const notices = [
    user.email !== before.email &&
      notice(
        'email',
        'Email address changed',
        `The email address of ${account} was changed. Mail about it no longer comes here.`,
      ),
    user.passwordHash !== before.passwordHash &&
      notice(
        'password',
        'Password changed',
        `The password of ${account} was changed, and all devices were signed out.`,
      ),
  ]
  return notices.filter(each => typeof each === 'function')
}
