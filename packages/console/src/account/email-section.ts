import { inputField } from '../fields.js'
import { buttonForm, type Fields, hidden } from '../form.js'
import { type Html, html } from '../html.js'
import { fill } from '../messages.js'
import type { PageScope, Submitted } from '../page.js'
import { withParameter } from '../with-parameter.js'
import { emailMail } from './link-mails.js'

/** The form in which users change their own email address. */
export async function emailSection({ site, session, messages, nonce, sent, by }: PageScope): Promise<Html> {
  const { user } = session
  const { emailChanges } = site.content
  const pending = await emailChanges.pending(user.id, by)
  return html`<section class="panel">
<h2>${messages.changeEmail}</h2>
<dl><dt>${messages.currentEmail}</dt><dd>${user.email}</dd></dl>
${
  pending !== undefined &&
  html`<p>${fill(messages.emailPending, { email: pending })}</p>
${buttonForm(nonce, { action: 'cancel-email' }, messages.cancelEmailChange, '', 'secondary')}`
}
<form method="post" class="fields">${hidden({ nonce, action: 'email' })}
${inputField({
  name: 'email',
  label: messages.newEmail,
  type: 'email',
  value: sent?.['action'] === 'email' ? (sent['email'] ?? '') : '',
  ...(emailChanges.isAvailable() && { hint: messages.newEmailHint }),
  autocomplete: 'email',
  maxLength: 100,
  required: true,
})}<p><button>${messages.changeEmail}</button></p>
</form>
</section>`
}

/** The messages of what the forms of the section have done. */
export const emailDone = {
  email: 'emailConfirmed',
  'email-sent': 'emailLinkSent',
  'email-cancelled': 'emailChangeCancelled',
} as const

/** Carries out a form of the section; `undefined` if it is another form. Without a mailer, the address changes at once. */
export async function submitEmail(scope: PageScope, form: Fields, page: string): Promise<Submitted | undefined> {
  const { site, session, by } = scope
  const { emailChanges, users } = site.content
  const { id: user } = session.user
  const { action, email = '' } = form
  if (action === 'cancel-email') {
    await emailChanges.cancel(user, by)
    return { to: withParameter(page, 'done', 'email-cancelled') }
  }
  if (action !== 'email') return undefined
  if (emailChanges.isAvailable()) {
    await emailChanges.request({ user, email, mail: emailMail(scope) }, by)
    return { to: withParameter(page, 'done', 'email-sent') }
  }
  await users.update(user, { email }, by)
  return { to: withParameter(page, 'done', 'email') }
}
