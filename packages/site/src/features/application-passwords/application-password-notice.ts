import { decodeEntities, sanitizeTextField, textOf } from '@platen/rendering'
import type { Actor } from '../../operations/tx.js'
import { noMailer } from '../../services/default-services.js'
import type { SiteContext } from '../../site-context.js'
import type { UserRecord } from '../users/user-collection.js'
import type { ApplicationPasswordRecord } from './application-password-collection.js'

interface NewPassword {
  readonly owner: UserRecord
  readonly password: ApplicationPasswordRecord
  readonly actor: Actor
}

/**
 * The mail to a user about a new application password; `undefined` if the site sends none. Failures to send it are
 * logged.
 */
export function passwordNotice(site: SiteContext, created: NewPassword): (() => Promise<void>) | undefined {
  const { mailer, logger } = site.services
  const { owner, password } = created
  if (mailer === noMailer || site.config.applicationPasswords?.notices === false || owner.email === '') return undefined
  return async () => {
    try {
      const options = await site.options()
      const subject = `[${plain(options.text('title'))}] New application password: ${plain(password.name)}`
      await mailer.send({ to: owner.email, subject, text: textOfNotice(site, created) })
    } catch (error) {
      logger.error({ err: error, user: owner.id }, 'the notice of an application password could not be sent')
    }
  }
}

const plain = (text: string): string => sanitizeTextField(decodeEntities(textOf(text)))

const textOfNotice = ({ url }: SiteContext, { owner, password, actor }: NewPassword): string =>
  [
    `The application password "${plain(password.name)}" was created for your account ${owner.login} at ${url}.`,
    ...(actor.id === owner.id ? [] : ['Somebody who manages the site created it.']),
    '',
    'With it, an application can read and change everything that you can.',
    'If you do not know this application, revoke the password and change that of your account.',
  ].join('\n')
