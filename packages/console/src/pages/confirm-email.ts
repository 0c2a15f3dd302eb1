import { hidden } from '../form.js'
import { html } from '../html.js'
import { fill } from '../messages.js'
import type { Page } from '../page.js'

/** Changes the email address of the session's user, with the token of a mailed link. */
export const confirmEmail: Page = {
  name: 'confirm-email',
  title: 'confirmEmail',
  async show({ site, session, messages, nonce, by }) {
    const email = await site.content.emailChanges.pending(session.user.id, by)
    if (email === undefined)
      return html`<p>${messages.invalidLink}</p>\n<p><a href="profile">${messages.profile}</a></p>`
    return html`<p>${fill(messages.confirmEmailQuestion, { email, name: session.user.login })}</p>
<form method="post">${hidden({ nonce })}
<div class="actions">
<button>${messages.confirm}</button>
<a href="profile">${messages.cancel}</a>
</div>
</form>`
  },
  async submit({ site, query, by }) {
    await site.content.emailChanges.confirm(query['token'] ?? '', by)
    return { to: 'profile?done=email' }
  },
}
