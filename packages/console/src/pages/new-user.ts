import { accountFields, accountInput } from '../account/account-fields.js'
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
}${newPasswordFields(messages)}${await accountFields(scope, undefined, sent)}<p><button>${messages.addUser}</button></p>
</form>`
  },
  async submit({ site, session, messages }, form) {
    const { login = '', email = '', role = '' } = form
    const password = newPassword(form, messages)
    const user = { ...accountInput(form), login: login.trim(), email, password, ...(role !== '' && { roles: [role] }) }
    await site.content.users.create(user, { as: session.principal })
    return { to: 'users?done=created' }
  },
}
