import { isUrl } from '@platen/core'
import { formAction } from '../form.js'
import { html } from '../html.js'
import { errorNotice } from '../layout.js'
import type { ConsoleMessages } from '../messages.js'
import type { PublicPage, ShownAgain } from '../page.js'
import { REDIRECT_TO } from '../sign-in-redirect.js'
import { siteFacts } from '../site-facts.js'
import { withParameter } from '../with-parameter.js'

/** The response to a wrong login or password. */
export const wrongCredentials = (messages: ConsoleMessages): ShownAgain => ({
  status: 403,
  notice: errorNotice(messages.wrongCredentials),
})

/** Begins a session. */
export const signIn: PublicPage = {
  name: 'sign-in',
  title: 'signIn',
  done: { password: 'newPasswordSet' },
  async show(scope) {
    const { session, next, messages, sent, prefix } = scope
    if (session !== undefined) return { to: next }
    return html`<form method="post" class="fields"${formAction(prefix, isUrl(next) ? withParameter('sign-in', REDIRECT_TO, next) : 'sign-in')}>
<p><label for="login">${messages.login}</label>
<input id="login" name="login" value="${sent?.['login'] ?? ''}" autocomplete="username" autocapitalize="none" spellcheck="false" required></p>
<p><label for="password">${messages.password}</label>
<input id="password" name="password" type="password" autocomplete="current-password" required></p>
<p><label class="check"><input type="checkbox" name="remember" value="yes"> ${messages.remember}</label></p>
<p><button>${messages.signIn}</button></p>
</form>${
      (await siteFacts(scope)).can_mail &&
      html`\n<p><a href="${prefix}lost-password">${messages.lostPasswordLink}</a></p>`
    }`
  },
  async submit({ site, next, messages, by: { remoteAddress } }, { login = '', password = '', remember }) {
    const session = await site.sessions.signIn({ login, password, remember: remember === 'yes', remoteAddress })
    if (session === undefined) return wrongCredentials(messages)
    return { to: next, cookies: site.sessions.setCookies(session) }
  },
}
