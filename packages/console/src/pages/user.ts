import { accountFields, accountInput } from '../account/account-fields.js'
import {
  applicationPasswordsDone,
  applicationPasswordsSection,
  submitApplicationPasswords,
} from '../account/application-passwords-section.js'
import { type Account, editedAccount, userRoute } from '../account/edited-account.js'
import { endSessions } from '../account/end-sessions.js'
import { mailPasswordLink } from '../account/mail-password-link.js'
import { roleFields, rolesIn } from '../account/role-fields.js'
import { inputField } from '../fields.js'
import { buttonForm, type Fields, hidden } from '../form.js'
import { type Html, html } from '../html.js'
import { newPassword, newPasswordFields } from '../new-password.js'
import type { Page, PageScope, Submitted } from '../page.js'
import { invalidForm } from '../refusal.js'
import { change } from '../routes.js'
import { siteFacts } from '../site-facts.js'
import { withParameter } from '../with-parameter.js'

const pageOf = ({ id }: Account) => `user?id=${id}`

/** The account of another user, for user managers. */
export const user: Page = {
  name: 'user',
  title: 'editUser',
  done: {
    saved: 'userSaved',
    password: 'passwordOfUserChanged',
    'signed-out': 'userSignedOut',
    'link-mailed': 'passwordLinkMailed',
    'mail-failed': 'createdWithoutMail',
    ...applicationPasswordsDone,
  },
  async show(scope) {
    const edited = await editedAccount(scope)
    if (edited.id === scope.session.user.id) return { to: 'profile' }
    const { messages, nonce } = scope
    return html`<p><a href="users">${messages.users}</a></p>
${await accountSection(scope, edited)}
${await passwordSection(scope)}
${await applicationPasswordsSection(scope, edited, pageOf(edited))}
<section class="panel">
<h2>${messages.userSessions}</h2>
${buttonForm(nonce, { action: 'sign-out' }, messages.userSignOut, '', 'secondary')}
</section>
${edited.can_delete && html`<p><a href="delete-user?id=${edited.id}">${messages.deleteUser}</a></p>`}`
  },
  async submit(scope, form) {
    const { session, messages } = scope
    const edited = await editedAccount(scope)
    // The profile page requires the password and confirms addresses.
    if (edited.id === session.user.id) return { to: 'profile' }
    const page = pageOf(edited)
    const done = (what: string): Submitted => ({ to: withParameter(page, 'done', what) })
    switch (form['action']) {
      case 'account': {
        const { email, version = '' } = form
        const roles = edited.can_promote ? { roles: await rolesIn(scope, edited, form) } : {}
        const changes = { ...accountInput(form), ...(email !== undefined && { email }), ...roles }
        await change(scope, 'POST', userRoute(scope, edited), changes, { tag: version })
        return done('saved')
      }
      case 'password':
        await change(scope, 'POST', userRoute(scope, edited), { password: newPassword(form, messages) })
        return done('password')
      case 'mail-link':
        await mailPasswordLink(scope, edited)
        return done('link-mailed')
      case 'sign-out':
        await endSessions(scope, edited)
        return done('signed-out')
    }
    const submitted = await submitApplicationPasswords(scope, edited, page, form)
    if (submitted === undefined) throw invalidForm('action')
    return submitted
  },
}

async function accountSection(scope: PageScope, edited: Account): Promise<Html> {
  const { messages, nonce, sent } = scope
  const again: Fields = sent?.['action'] === 'account' ? sent : {}
  const roles = sent?.['action'] === 'account' ? await rolesIn(scope, edited, sent) : edited.roles
  return html`<section class="panel">
<h2>${messages.account}</h2>
<dl><dt>${messages.username}</dt><dd>${edited.username}</dd></dl>
<form method="post" class="fields">${hidden({ nonce, action: 'account', version: edited.tag })}
${inputField({ name: 'email', label: messages.email, type: 'email', value: again['email'] ?? edited.email, required: true, maxLength: 100 })}${edited.can_promote && (await roleFields(scope, edited, roles))}${await accountFields(scope, edited, again)}<p><button>${messages.save}</button></p>
</form>
</section>`
}

async function passwordSection(scope: PageScope): Promise<Html> {
  const { messages, nonce } = scope
  const { can_mail: canMail } = await siteFacts(scope)
  return html`<section class="panel">
<h2>${messages.passwordOfUser}</h2>
<form method="post" class="fields">${hidden({ nonce, action: 'password' })}
${newPasswordFields(messages)}<p><button>${messages.setPassword}</button></p>
</form>
${canMail && buttonForm(nonce, { action: 'mail-link' }, messages.mailPasswordLink, '', 'secondary')}
</section>`
}
