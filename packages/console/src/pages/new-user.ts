import { RestError } from '@platen/core'
import { accountFields, accountInput } from '../account/account-fields.js'
import { passwordMail } from '../account/link-mails.js'
import { inputField, selectField } from '../fields.js'
import { hidden } from '../form.js'
import { html } from '../html.js'
import { newPassword, newPasswordFields } from '../new-password.js'
import type { Page } from '../page.js'
import { requirePermission } from '../refusal.js'
import { roleChoices } from '../role-labels.js'

/** A form for a new user. */
export const newUser: Page = {
  name: 'new-user',
  title: 'newUser',
  async show(scope) {
    const { site, session, messages, nonce, sent = {} } = scope
    requirePermission(session.principal.can('create_users'))
    const canMail = site.content.passwordResets.isAvailable()
    return html`<p><a href="users">${messages.users}</a></p>
<form method="post" class="panel fields">${hidden({ nonce })}
${inputField({
  name: 'login',
  label: messages.username,
  hint: messages.loginHint,
  value: sent['login'] ?? '',
  autocomplete: 'off',
  maxLength: 60,
  isCode: true,
  required: true,
})}${inputField({ name: 'email', label: messages.email, type: 'email', value: sent['email'] ?? '', autocomplete: 'off', maxLength: 100, required: true })}${
  session.principal.can('promote_users') &&
  selectField({
    name: 'role',
    label: messages.role,
    value: sent['role'] ?? '',
    choices: [{ value: '', label: messages.defaultRole }, ...roleChoices(site, messages)],
  })
}${
  canMail &&
  html`<p>${messages.passwordLater}</p>
`
}${newPasswordFields(messages, !canMail)}${await accountFields(scope, undefined, sent)}<p><button>${messages.addUser}</button></p>
</form>`
  },
  async submit(scope, form) {
    const { site, messages, by } = scope
    const { login = '', email = '', role = '', password = '', repeat = '' } = form
    const { passwordResets, users } = site.content
    const isInvited = passwordResets.isAvailable() && password + repeat === ''
    const secret = isInvited ? {} : { password: newPassword(form, messages) }
    const roles = role === '' ? {} : { roles: [role] }
    const user = await users.create({ ...accountInput(form), login: login.trim(), email, ...secret, ...roles }, by)
    if (!isInvited) return { to: 'users?done=created' }
    try {
      await passwordResets.invite(user.id, passwordMail(scope), by)
      return { to: 'users?done=created' }
    } catch (error) {
      // The user exists by now: another link can be mailed.
      if (!(error instanceof RestError)) throw error
      return { to: `user?id=${user.id}&done=mail-failed` }
    }
  },
}
