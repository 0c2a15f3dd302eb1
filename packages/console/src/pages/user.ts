import type { UserRecord } from '@platen/site'
import { accountFields, accountInput } from '../account/account-fields.js'
import {
  applicationPasswordsDone,
  applicationPasswordsSection,
  submitApplicationPasswords,
} from '../account/application-passwords-section.js'
import { editedUser } from '../account/edited-user.js'
import { passwordMail } from '../account/link-mails.js'
import { roleFields, rolesIn } from '../account/role-fields.js'
import { inputField } from '../fields.js'
import { buttonForm, type Fields, hidden } from '../form.js'
import { type Html, html } from '../html.js'
import { newPassword, newPasswordFields } from '../new-password.js'
import type { Page, PageScope, Submitted } from '../page.js'
import { invalidForm } from '../refusal.js'
import { withParameter } from '../with-parameter.js'

const pageOf = ({ id }: UserRecord) => `user?id=${id}`

/** The account of another user, for those who manage users. */
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
    const edited = await editedUser(scope)
    if (edited.id === scope.session.user.id) return { to: 'profile' }
    const { messages, nonce, session } = scope
    return html`<p><a href="users">${messages.users}</a></p>
${await accountSection(scope, edited)}
${passwordSection(scope)}
${await applicationPasswordsSection(scope, edited, pageOf(edited))}
<section class="panel">
<h2>${messages.userSessions}</h2>
${buttonForm(nonce, { action: 'sign-out' }, messages.userSignOut, '', 'secondary')}
</section>
${session.principal.can('delete_user', edited) && html`<p><a href="delete-user?id=${edited.id}">${messages.deleteUser}</a></p>`}`
  },
  async submit(scope, form) {
    const { site, session, messages, by } = scope
    const edited = await editedUser(scope)
    // The page for one's own account asks for the password and confirms addresses.
    if (edited.id === session.user.id) return { to: 'profile' }
    const page = pageOf(edited)
    const done = (what: string): Submitted => ({ to: withParameter(page, 'done', what) })
    switch (form['action']) {
      case 'account': {
        const { email, version } = form
        const roles = session.principal.can('promote_user', edited) ? { roles: rolesIn(scope, form) } : {}
        const changes = { ...accountInput(form), ...(email !== undefined && { email }), ...roles }
        await site.content.users.update(edited.id, changes, { ...by, version: Number(version) })
        return done('saved')
      }
      case 'password':
        await site.content.users.update(edited.id, { password: newPassword(form, messages) }, by)
        return done('password')
      case 'mail-link':
        await site.content.passwordResets.invite(edited.id, passwordMail(scope), by)
        return done('link-mailed')
      case 'sign-out':
        await site.sessions.signOutEverywhere(edited, by)
        return done('signed-out')
    }
    const submitted = await submitApplicationPasswords(scope, edited, page, form)
    if (submitted === undefined) throw invalidForm('action')
    return submitted
  },
}

async function accountSection(scope: PageScope, edited: UserRecord): Promise<Html> {
  const { messages, nonce, sent, session } = scope
  const again: Fields = sent?.['action'] === 'account' ? sent : {}
  const roles = sent?.['action'] === 'account' ? rolesIn(scope, sent) : edited.roles
  return html`<section class="panel">
<h2>${messages.account}</h2>
<dl><dt>${messages.username}</dt><dd>${edited.login}</dd></dl>
<form method="post" class="fields">${hidden({ nonce, action: 'account', version: String(edited.version) })}
${inputField({ name: 'email', label: messages.email, type: 'email', value: again['email'] ?? edited.email, required: true, maxLength: 100 })}${session.principal.can('promote_user', edited) && roleFields(scope, roles)}${await accountFields(scope, edited, again)}<p><button>${messages.save}</button></p>
</form>
</section>`
}

const passwordSection = ({ site, messages, nonce }: PageScope): Html => html`<section class="panel">
<h2>${messages.passwordOfUser}</h2>
<form method="post" class="fields">${hidden({ nonce, action: 'password' })}
${newPasswordFields(messages)}<p><button>${messages.setPassword}</button></p>
</form>
${site.content.passwordResets.isAvailable() && buttonForm(nonce, { action: 'mail-link' }, messages.mailPasswordLink, '', 'secondary')}
</section>`
