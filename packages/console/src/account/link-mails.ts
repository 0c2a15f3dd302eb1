import type { LinkMail } from '@platen/site'
import { fill } from '../messages.js'
import type { PublicScope } from '../page.js'

type MailScope = Pick<PublicScope, 'site' | 'messagesFor' | 'consoleUrl'>

/** Writes a mail; its texts name the user, the site, the link and until when it is valid. */
const mailOf =
  (subject: 'passwordMailSubject' | 'emailMailSubject', text: 'passwordMailText' | 'emailMailText', page: string) =>
  ({ site, messagesFor, consoleUrl }: MailScope): LinkMail =>
  async ({ token, user, expires }) => {
    const messages = await messagesFor(user)
    const format = new Intl.DateTimeFormat(messages.language, {
      dateStyle: 'long',
      timeStyle: 'short',
      timeZone: 'UTC',
    })
    const values = {
      site: site.context.url,
      // The address may be that of a stranger, to whom users could write by the name that they choose.
      name: user.login,
      login: user.login,
      link: `${consoleUrl}${page}?token=${encodeURIComponent(token)}`,
      expires: `${format.format(expires)} UTC`,
    }
    return { subject: fill(messages[subject], values), text: fill(messages[text], values) }
  }

/** The mail with a link to set a new password. */
export const passwordMail = mailOf('passwordMailSubject', 'passwordMailText', 'set-password')

/** The mail with a link to confirm an email address. */
export const emailMail = mailOf('emailMailSubject', 'emailMailText', 'confirm-email')
