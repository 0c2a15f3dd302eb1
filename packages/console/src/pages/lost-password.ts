import { passwordMail } from '../account/link-mails.js'
import { inputField } from '../fields.js'
import { formAction } from '../form.js'
import { html } from '../html.js'
import type { PublicPage } from '../page.js'

/** Mails a link to set a new password. What it answers is the same for names that no account has. */
export const lostPassword: PublicPage = {
  name: 'lost-password',
  title: 'lostPassword',
  done: { sent: 'linkSent' },
  async show({ site, messages, prefix }) {
    const back = html`<p><a href="${prefix}sign-in">${messages.backToSignIn}</a></p>`
    if (!site.content.passwordResets.isAvailable()) return html`<p>${messages.noMail}</p>\n${back}`
    return html`<p>${messages.lostPasswordExplanation}</p>
<form method="post" class="fields"${formAction(prefix, 'lost-password')}>
${inputField({ name: 'login', label: messages.login, autocomplete: 'username', isCode: true, required: true })}<p><button>${messages.sendLink}</button></p>
</form>
${back}`
  },
  async submit(scope, { login = '' }) {
    await scope.site.content.passwordResets.request({
      login,
      mail: passwordMail(scope),
      remoteAddress: scope.remoteAddress,
    })
    return { to: 'lost-password?done=sent' }
  },
}
