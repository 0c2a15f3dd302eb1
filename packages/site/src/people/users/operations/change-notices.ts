import type { SiteContext } from '../../../kernel/context/index.js'
import type { Actor } from '../../../kernel/operations/index.js'
import type { UserRecord } from '../../../kernel/records/index.js'
import { accountNotice } from './account-notice.js'

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
