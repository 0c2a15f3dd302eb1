import { RestError } from '@platen/core'
import { inputField } from '../fields.js'
import { type Fields, hidden } from '../form.js'
import { type Html, html } from '../html.js'
import { newPassword, newPasswordFields } from '../new-password.js'
import type { PageScope, Submitted } from '../page.js'
import { change } from '../routes.js'
import { userRoute } from './edited-account.js'

/** The form in which users change their own password. */
export const passwordSection = ({ messages, nonce }: PageScope): Html => html`<section class="panel">
<h2>${messages.changePassword}</h2>
<p>${messages.otherSessionsEnd}</p>
<form method="post" class="fields">${hidden({ nonce, action: 'password' })}
${inputField({ name: 'current', label: messages.currentPassword, type: 'password', autocomplete: 'current-password', required: true })}${newPasswordFields(messages)}<p><button>${messages.changePassword}</button></p>
</form>
</section>`

/** Changes the password of the session's user, which ends all sessions, and starts a new one. */
export async function submitPassword(scope: PageScope, form: Fields, page: string): Promise<Submitted> {
  const { site, session, messages, by } = scope
  const password = newPassword(form, messages)
  if (!(await site.sessions.confirmPassword(session, form['current'] ?? '', by.remoteAddress)))
    throw new RestError('console_wrong_password', messages.wrongCurrentPassword, 403)
  await change(scope, 'POST', userRoute(scope, session.user), { password })
  const next = await site.sessions.renew(session)
  return { to: page, cookies: next === undefined ? [] : site.sessions.setCookies(next) }
}
