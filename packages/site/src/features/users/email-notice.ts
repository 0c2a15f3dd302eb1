import type { Actor } from '../../operations/tx.js'
import type { SiteContext } from '../../site-context.js'
import { accountNotice } from './account-notice.js'
import type { UserRecord } from './user-collection.js'

/** The mail to the previous address of a user whose email address changes. Imports and the command line send none. */
export function emailNotice(site: SiteContext, actor: Actor, user: UserRecord, before: UserRecord) {
  const isSystem = actor.id === 0 && actor.authenticated
  if (user.email === before.email || isSystem) return undefined
  const text = [
    `The email address of your account ${user.login} at ${site.url} was changed. Mail about it no longer comes here.`,
    ...(actor.id === user.id ? [] : ['Somebody who manages the site changed it.']),
    '',
    'If you did not expect this, sign in and set a new password, or ask an administrator of the site for help.',
  ].join('\n')
  return accountNotice(site, { user: before, subject: 'Email address changed', text })
}
