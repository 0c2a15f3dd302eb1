import { formAction } from '../form.js'
import { html } from '../html.js'
import { fill } from '../messages.js'
import { newPassword, newPasswordFields } from '../new-password.js'
import type { PublicPage } from '../page.js'
import { errorOf } from '../refusal.js'
import { change, consoleRoute } from '../routes.js'
import { withParameter } from '../with-parameter.js'

/** The route of new passwords by mailed links. Its tokens are in bodies, which are never logged. */
export const PASSWORD_RESETS = consoleRoute('password-resets')

/** Sets a new password with the token of a mailed link. */
export const setPassword: PublicPage = {
  name: 'set-password',
  title: 'setNewPassword',
  async show({ site, messages, query, prefix, by }) {
    const { token = '' } = query
    const user = await site.call<{ readonly login: string }>('POST', `${PASSWORD_RESETS}/lookup`, { token }, by)
    if (!user.ok && user.status !== 400) throw errorOf(user)
    if (!user.ok)
      return html`<p>${messages.invalidLink}</p>
<p><a href="${prefix}lost-password">${messages.requestAnotherLink}</a></p>`
    return html`<p>${fill(messages.newPasswordFor, { name: user.body.login })}</p>
<form method="post" class="fields"${formAction(prefix, withParameter('set-password', 'token', token))}>
${newPasswordFields(messages)}<p><button>${messages.setNewPassword}</button></p>
</form>`
  },
  async submit(scope, form) {
    const { messages, query } = scope
    const password = newPassword(form, messages)
    await change(scope, 'POST', `${PASSWORD_RESETS}/completion`, { token: query['token'] ?? '', password })
    return { to: 'sign-in?done=password' }
  },
}
