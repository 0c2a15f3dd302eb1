import { RestError } from '@platen/core'
import type { SiteContext } from '../../kernel/context/index.js'
import type { UserRecord } from '../../kernel/records/index.js'
import { noMailer } from '../../kernel/services/index.js'

/** A token to mail to somebody, as part of a link to a page of yours. */
export interface MailedToken {
  readonly token: string
  readonly user: UserRecord
  readonly expires: Date
}

/** The text of a mail. */
export interface MailText {
  readonly subject: string
  readonly text: string
}

/** Writes the mail with the link of a token. */
export type LinkMail = (token: MailedToken) => MailText | Promise<MailText>

/** Whether the site can send mail: whether it has a mailer. */
export const canMail = ({ services }: SiteContext): boolean => services.mailer !== noMailer

/** Sends a mail. Rejects with a 503 `rest_mail_failed` if the mailer cannot, and logs why. */
export async function sendLink(site: SiteContext, to: string, { subject, text }: MailText): Promise<void> {
  const { logger, mailer } = site.services
  if (!canMail(site)) throw new RestError('rest_mail_failed', 'The site has no mailer.', 503)
  try {
    await mailer.send({ to, subject, text })
  } catch (err) {
    logger.error({ err }, 'the mail with a link could not be sent')
    throw new RestError('rest_mail_failed', 'The mail could not be sent.', 503)
  }
}

/** The refusal of a token that is wrong, used or expired. */
export const invalidToken = (): RestError =>
  new RestError('rest_invalid_token', 'The link is invalid, has expired or was used.', 400)
