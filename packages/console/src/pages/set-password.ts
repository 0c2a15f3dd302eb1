import { formAction } from '../form.js'
import { html } from '../html.js'
import { fill } from '../messages.js'
import { newPassword, newPasswordFields } from '../new-password.js'
import type { PublicPage } from '../page.js'
import { withParameter } from '../with-parameter.js'

/** Sets a new password with the token of a mailed link. */
export const setPassword: PublicPage = {
  name: 'set-password',
  title: 'setNewPassword',
  async show({ site, messages, query, prefix }) {
    const { token = '' } = query
    const user = await site.content.passwordResets.find(token)
    if (user === undefined)
      return html`<p>${messages.invalidLink}</p>
<p><a href="${prefix}lost-password">${messages.requestAnotherLink}</a></p>`
    return html`<p>${fill(messages.newPasswordFor, { name: user.login })}</p>
<form method="post" class="fields"${formAction(prefix, withParameter('set-password', 'token', token))}>
${newPasswordFields(messages)}<p><button>${messages.setNewPassword}</button></p>
</form>`
  },
  async submit({ site, messages, query, remoteAddress }, form) {
    const password = newPassword(form, messages)
    await site.content.passwordResets.complete({ token: query['token'] ?? '', password, remoteAddress })
    return { to: 'sign-in?done=password' }
  },
}
