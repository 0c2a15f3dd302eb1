import type { Services } from '@platen/site'
import type { LinkMail } from '@platen/site/console'

/** A mail, as a mailer receives it. */
export interface SentMail {
  readonly to: string
  readonly subject: string
  readonly text: string
}

/** Services with a mailer that keeps mail, a clock that can be moved, and passwords whose hashes are all different. */
export function mailServices() {
  const mail: SentMail[] = []
  const time = { now: Date.UTC(2024, 0, 1), hashes: 0 }
  const services: Partial<Services> = {
    clock: () => time.now,
    mailer: { send: async sent => void mail.push(sent) },
    passwords: {
      hash: async password => `plain:${password}`,
      verify: async (hash, password) => hash === `plain:${password}`,
    },
  }
  return { mail, time, services }
}

/** A mail that consists of the token. */
export const tokenMail: LinkMail = ({ token, user, expires }) => ({
  subject: `For ${user.login} until ${expires.toISOString()}`,
  text: token,
})
