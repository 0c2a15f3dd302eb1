import { redirectTarget } from '@platen/site/console'
import { endSessions } from '../account/end-sessions.js'
import { hidden } from '../form.js'
import { html } from '../html.js'
import { fill } from '../messages.js'
import type { Page } from '../page.js'
import { plainName } from '../plain-name.js'
import { REDIRECT_TO, SIGN_IN_PAGE } from '../sign-in-redirect.js'

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
  async submit(scope, { everywhere }) {
    if (everywhere === 'yes') await endSessions(scope, scope.session.user)
    const target = redirectTarget(scope.site.context.url, scope.query[REDIRECT_TO] ?? '')
    return { to: target ?? SIGN_IN_PAGE, cookies: scope.site.sessions.clearCookies() }
  },
}
