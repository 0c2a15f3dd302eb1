import { isUrl } from '@platen/core'
import { redirectTarget } from '@platen/site/console'
import { type Fields, formAction, hidden } from '../form.js'
import { html } from '../html.js'
import { errorNotice } from '../layout.js'
import type { ConsoleMessages } from '../messages.js'
import type { PublicPage, PublicScope, ShownAgain } from '../page.js'
import { pageOf, REDIRECT_TO, SIGN_IN_PAGE, withTarget } from '../sign-in-redirect.js'
import { siteFacts } from '../site-facts.js'
import { withParameter } from '../with-parameter.js'

/** The response to a wrong login or password. */
export const wrongCredentials = (messages: ConsoleMessages): ShownAgain => ({
  status: 403,
  notice: errorNotice(messages.wrongCredentials),
})

/** The target in a form, such as that of the block `core/loginout`, or else in the URL. */
const targetOf = ({ site, next }: PublicScope, sent: Fields = {}): string =>
  redirectTarget(site.context.url, sent[REDIRECT_TO] ?? '') ?? next

/** Begins a session. Handles the links and forms of a login page, too. */
export const signIn: PublicPage = {
  name: SIGN_IN_PAGE,
  title: 'signIn',
  done: { password: 'newPasswordSet' },
  async show(scope) {
    const { session, messages, sent, prefix, query, site } = scope
    const { action = 'login' } = query
    const page = pageOf(action)
    if (page !== SIGN_IN_PAGE) return { to: withTarget(site.context.url, page, query[REDIRECT_TO]) }
    const next = targetOf(scope, sent)
    if (session !== undefined) return { to: next }
    return html`<form method="post" class="fields"${formAction(prefix, isUrl(next) ? withParameter('sign-in', REDIRECT_TO, next) : 'sign-in')}>
${sent?.[REDIRECT_TO] !== undefined && isUrl(next) && hidden({ [REDIRECT_TO]: next })}<p><label for="login">${messages.login}</label>
<input id="login" name="login" value="${sent?.['login'] ?? sent?.['log'] ?? ''}" autocomplete="username" autocapitalize="none" spellcheck="false" required></p>
<p><label for="password">${messages.password}</label>
<input id="password" name="password" type="password" autocomplete="current-password" required></p>
<p><label class="check"><input type="checkbox" name="remember" value="yes"> ${messages.remember}</label></p>
<p><button>${messages.signIn}</button></p>
</form>${
      (await siteFacts(scope)).can_mail &&
      html`\n<p><a href="${prefix}lost-password">${messages.lostPasswordLink}</a></p>`
    }`
  },
  async submit(scope, form) {
    const { site, messages, by } = scope
    const { log = '', pwd = '', rememberme = '', login = log, password = pwd, remember = rememberme } = form
    const { remoteAddress } = by
    const session = await site.sessions.signIn({ login, password, remember: remember !== '', remoteAddress })
    if (session === undefined) return wrongCredentials(messages)
    return { to: targetOf(scope, form), cookies: site.sessions.setCookies(session) }
  },
}
