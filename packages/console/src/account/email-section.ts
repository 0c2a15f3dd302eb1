import { inputField } from '../fields.js'
import { buttonForm, type Fields, hidden } from '../form.js'
import { type Html, html } from '../html.js'
import { fill } from '../messages.js'
import type { PageScope, Submitted } from '../page.js'
import { change, consoleRoute, read } from '../routes.js'
import { siteFacts } from '../site-facts.js'
import { withParameter } from '../with-parameter.js'
import { type Account, userRoute } from './edited-account.js'

/** The route of the calling user's new email address. */
export const EMAIL_CHANGE = consoleRoute('email-change')

/** The address that the calling user has not confirmed yet; `null` if there is none. */
export const pendingEmail = async (scope: PageScope): Promise<string | null> =>
  (await read<{ readonly email: string | null }>(scope, EMAIL_CHANGE)).email

/** The form in which users change their own email address. */
export async function emailSection(scope: PageScope, account: Account): Promise<Html> {
  const { messages, nonce, sent } = scope
  const pending = await pendingEmail(scope)
  const { can_mail: canMail } = await siteFacts(scope)
  return html`<section class="panel">
<h2>${messages.changeEmail}</h2>
<dl><dt>${messages.currentEmail}</dt><dd>${account.email}</dd></dl>
${
  pending !== null &&
  html`<p>${fill(messages.emailPending, { email: pending })}</p>
${buttonForm(nonce, { action: 'cancel-email' }, messages.cancelEmailChange, '', 'secondary')}`
}
<form method="post" class="fields">${hidden({ nonce, action: 'email' })}
${inputField({
  name: 'email',
  label: messages.newEmail,
  type: 'email',
  value: sent?.['action'] === 'email' ? (sent['email'] ?? '') : '',
  ...(canMail && { hint: messages.newEmailHint }),
  autocomplete: 'email',
  maxLength: 100,
  required: true,
})}<p><button>${messages.changeEmail}</button></p>
</form>
</section>`
}

/** The success messages of the forms of the section. */
export const emailDone = {
  email: 'emailConfirmed',
  'email-sent': 'emailLinkSent',
  'email-cancelled': 'emailChangeCancelled',
} as const

/**
 * Handles a form of the section; `undefined` if it is another form. Without a mailer, the address changes immediately.
 */
export async function submitEmail(scope: PageScope, form: Fields, page: string): Promise<Submitted | undefined> {
  const { action, email = '' } = form
  if (action === 'cancel-email') {
    await change(scope, 'DELETE', EMAIL_CHANGE)
    return { to: withParameter(page, 'done', 'email-cancelled') }
  }
  if (action !== 'email') return undefined
  if ((await siteFacts(scope)).can_mail) {
    await change(scope, 'POST', EMAIL_CHANGE, { email })
    return { to: withParameter(page, 'done', 'email-sent') }
  }
  await change(scope, 'POST', userRoute(scope, scope.session.user), { email })
  return { to: withParameter(page, 'done', 'email') }
}
