import type { SiteContext } from '../../kernel/context/index.js'
import type { Actor } from '../../kernel/operations/index.js'
import type { ApplicationPasswordRecord, UserRecord } from '../../kernel/records/index.js'
import { plainText } from '../../kernel/text/index.js'
import { accountNotice } from '../users/index.js'
import { applicationPasswordsOption } from './options.js'

interface NewPassword {
  readonly owner: UserRecord
  readonly password: ApplicationPasswordRecord
  readonly actor: Actor
}

/** Returns the function that mails a user about a new application password; `undefined` if the site sends none. */
export function passwordNotice(site: SiteContext, created: NewPassword): (() => Promise<void>) | undefined {
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
    'With it, an application can read and change everything that you can.',
    'If you do not know this application, revoke the password and change that of your account.',
  ].join('\n')
