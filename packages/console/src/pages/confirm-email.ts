import { EMAIL_CHANGE, pendingEmail } from '../account/email-section.js'
import { hidden } from '../form.js'
import { html } from '../html.js'
import { fill } from '../messages.js'
import type { Page } from '../page.js'
import { change } from '../routes.js'

/** Changes the email address of the session's user, with the token of a mailed link. */
export const confirmEmail: Page = {
  name: 'confirm-email',
  title: 'confirmEmail',
  async show(scope) {
    const { session, messages, nonce } = scope
    const email = await pendingEmail(scope)
    if (email === null) return html`<p>${messages.invalidLink}</p>\n<p><a href="profile">${messages.profile}</a></p>`
    return html`<p>${fill(messages.confirmEmailQuestion, { email, name: session.user.login })}</p>
<form method="post">${hidden({ nonce })}
<div class="actions">
<button>${messages.confirm}</button>
<a href="profile">${messages.cancel}</a>
</div>
</form>`
  },
  async submit(scope) {
    await change(scope, 'POST', `${EMAIL_CHANGE}/confirmation`, { token: scope.query['token'] ?? '' })
    return { to: 'profile?done=email' }
  },
}
