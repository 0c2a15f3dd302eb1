import { hidden } from '../form.js'
import { html } from '../html.js'
import { fill } from '../messages.js'
import type { Page } from '../page.js'
import { plainName } from '../plain-name.js'

/** Ends the session, or all sessions of the user. */
export const signOut: Page = {
  name: 'sign-out',
  title: 'signOut',
  async show({ messages, nonce, session }) {
    return html`<p>${fill(messages.signOutQuestion, { name: plainName(session.user.displayName) })}</p>
<form method="post">${hidden({ nonce })}
<div class="actions">
<button>${messages.signOut}</button>
<button class="secondary" name="everywhere" value="yes">${messages.signOutEverywhere}</button>
</div>
</form>`
  },
  async submit({ site, session, by }, { everywhere }) {
    if (everywhere === 'yes') await site.sessions.signOutEverywhere(session.user, by)
    return { to: 'sign-in', cookies: site.sessions.clearCookies() }
  },
}
