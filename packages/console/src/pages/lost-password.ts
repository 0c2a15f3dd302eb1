import { inputField } from '../fields.js'
import { formAction } from '../form.js'
import { html } from '../html.js'
import type { PublicPage } from '../page.js'
import { change } from '../routes.js'
import { siteFacts } from '../site-facts.js'
import { PASSWORD_RESETS } from './set-password.js'

/** Mails a link to set a new password. The response is the same for unknown logins. */
export const lostPassword: PublicPage = {
  name: 'lost-password',
  title: 'lostPassword',
  done: { sent: 'linkSent' },
  async show(scope) {
    const { messages, prefix } = scope
    const back = html`<p><a href="${prefix}sign-in">${messages.backToSignIn}</a></p>`
    if (!(await siteFacts(scope)).can_mail) return html`<p>${messages.noMail}</p>\n${back}`
    return html`<p>${messages.lostPasswordExplanation}</p>
<form method="post" class="fields"${formAction(prefix, 'lost-password')}>
${inputField({ name: 'login', label: messages.login, autocomplete: 'username', isCode: true, required: true })}<p><button>${messages.sendLink}</button></p>
</form>
${back}`
  },
  async submit(scope, { login = '' }) {
    await change(scope, 'POST', PASSWORD_RESETS, { login })
    return { to: 'lost-password?done=sent' }
  },
}
