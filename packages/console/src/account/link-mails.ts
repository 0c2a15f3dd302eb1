import type { ConsoleMails, LinkMail } from '@platen/site/console'
import type { Languages } from '../languages.js'
import { fill } from '../messages.js'

/** The values in the mails of a console. */
interface MailScope {
  readonly siteUrl: string
  /** The URL of the console with a slash at the end. */
  readonly consoleUrl: string
  readonly messagesFor: Languages
}

/** Writes a mail; its texts name the user, the site, the link and until when it is valid. */
const mailOf =
  (
    { siteUrl, consoleUrl, messagesFor }: MailScope,
    subject: 'passwordMailSubject' | 'emailMailSubject',
    text: 'passwordMailText' | 'emailMailText',
    page: string,
  ): LinkMail =>
  async ({ token, user, expires }) => {
    const messages = await messagesFor(user)
    const format = new Intl.DateTimeFormat(messages.language, {
      dateStyle: 'long',
      timeStyle: 'short',
      timeZone: 'UTC',
    })
    const values = {
      site: siteUrl,
      // The address may belong to a stranger, whom users could otherwise send texts in their display name.
      name: user.login,
      login: user.login,
      link: `${consoleUrl}${page}?token=${encodeURIComponent(token)}`,
      expires: `${format.format(expires)} UTC`,
    }
    return { subject: fill(messages[subject], values), text: fill(messages[text], values) }
  }

/** The mails with links to pages of the console. */
export const linkMails = (scope: MailScope): ConsoleMails => ({
  password: mailOf(scope, 'passwordMailSubject', 'passwordMailText', 'set-password'),
  email: mailOf(scope, 'emailMailSubject', 'emailMailText', 'confirm-email'),
})
