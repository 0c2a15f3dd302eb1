import { newUuid, RestError } from '@platen/core'
import { accountFields, accountInput } from '../account/account-fields.js'
import { mailPasswordLink } from '../account/mail-password-link.js'
import { inputField, selectField } from '../fields.js'
import { hidden } from '../form.js'
import { html } from '../html.js'
import { newPassword, newPasswordFields } from '../new-password.js'
import type { Page } from '../page.js'
import { requirePermission } from '../refusal.js'
import { loadAssignableRoles } from '../role-labels.js'
import { change, siteRoute } from '../routes.js'
import { siteFacts } from '../site-facts.js'

/** A form for a new user. */
export const newUser: Page = {
  name: 'new-user',
  title: 'newUser',
  async show(scope) {
    const { session, messages, nonce, sent = {} } = scope
    requirePermission(session.principal.can('create_users'))
    const { can_mail: canMail } = await siteFacts(scope)
    const choosesRole = session.principal.can('promote_users')
    const roles = choosesRole ? await loadAssignableRoles(scope) : []
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
  choosesRole &&
  selectField({
    name: 'role',
    label: messages.role,
    value: sent['role'] ?? '',
    choices: [{ value: '', label: messages.defaultRole }, ...roles],
  })
}${
  canMail &&
  html`<p>${messages.passwordLater}</p>
`
}${newPasswordFields(messages, !canMail)}${await accountFields(scope, undefined, sent)}<p><button>${messages.addUser}</button></p>
</form>`
  },
  async submit(scope, form) {
    const { messages } = scope
    const { login = '', email = '', role = '', password = '', repeat = '' } = form
    const isInvited = password + repeat === '' && (await siteFacts(scope)).can_mail
    const user = await change<{ readonly id: number }>(scope, 'POST', siteRoute(scope, 'users'), {
      ...accountInput(form),
      username: login.trim(),
      email,
      // The password is random until the user has chosen one.
      password: isInvited ? newUuid() + newUuid() : newPassword(form, messages),
      ...(role !== '' && { roles: [role] }),
    })
    if (!isInvited) return { to: 'users?done=created' }
    try {
      await mailPasswordLink(scope, user)
      return { to: 'users?done=created' }
    } catch (error) {
      // The user exists at this point: another link can be mailed.
      if (!(error instanceof RestError)) throw error
      return { to: `user?id=${user.id}&done=mail-failed` }
    }
  },
}
