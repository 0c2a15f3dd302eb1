import { decodeEntities, sanitizeTextField, textOf } from '@platen/rendering'
import { noMailer } from '../../services/default-services.js'
import type { SiteContext } from '../../site-context.js'
import type { UserRecord } from './user-collection.js'

/** Mail to a user about their account. */
export interface AccountNotice {
  readonly user: Pick<UserRecord, 'id' | 'email'>
  /** What follows the title of the site in the subject. */
  readonly subject: string
  readonly text: string
}

/** What sends a notice after the change that it is about, and logs failures; `undefined` if the site sends no mail. */
export function accountNotice(
  site: SiteContext,
  { user, subject, text }: AccountNotice,
): (() => Promise<void>) | undefined {
  const { mailer, logger } = site.services
  if (mailer === noMailer || user.email === '') return undefined
  return async () => {
    try {
      const options = await site.options()
      await mailer.send({ to: user.email, subject: `[${plainText(options.text('title'))}] ${subject}`, text })
    } catch (error) {
      logger.error({ err: error, user: user.id }, 'the notice about an account could not be sent')
    }
  }
}

/** The text of some markup in one line, for mail. */
export const plainText = (markup: string): string => sanitizeTextField(decodeEntities(textOf(markup)))
