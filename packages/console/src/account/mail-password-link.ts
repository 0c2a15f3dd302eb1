import type { PageScope } from '../page.js'
import { change, consoleRoute } from '../routes.js'

/** Mails a user a link to set a new password. Throws the 503 of the interface if it cannot be sent. */
export const mailPasswordLink = (scope: PageScope, { id }: { readonly id: number }): Promise<unknown> =>
  change(scope, 'POST', consoleRoute(`users/${id}/password-link`))
