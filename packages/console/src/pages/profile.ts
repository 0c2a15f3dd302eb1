import { accountFields, accountInput } from '../account/account-fields.js'
import {
  applicationPasswordsDone,
  applicationPasswordsSection,
  submitApplicationPasswords,
} from '../account/application-passwords-section.js'
import { emailDone, emailSection, submitEmail } from '../account/email-section.js'
import { passwordSection, submitPassword } from '../account/password-section.js'
import { type Fields, hidden } from '../form.js'
import { type Html, html } from '../html.js'
import type { Page, PageScope } from '../page.js'
import { invalidForm } from '../refusal.js'
import { withParameter } from '../with-parameter.js'

const NAME = 'profile'

/** What users change of their own account. */
export const profile: Page = {
  name: NAME,
  title: 'profile',
  forEveryone: true,
  done: { account: 'accountSaved', password: 'passwordChanged', ...emailDone, ...applicationPasswordsDone },
  async show(scope) {
    const { user } = scope.session
    return html`${await accountSection(scope)}
${await emailSection(scope)}
${passwordSection(scope)}
${await applicationPasswordsSection(scope, user, NAME)}`
  },
  async submit(scope, form) {
    const { site, session, by } = scope
    switch (form['action']) {
      case 'account':
        await site.content.users.update(session.user.id, accountInput(form), by)
        return { to: withParameter(NAME, 'done', 'account') }
      case 'password':
        return submitPassword(scope, form, withParameter(NAME, 'done', 'password'))
    }
    const submitted =
      (await submitEmail(scope, form, NAME)) ?? (await submitApplicationPasswords(scope, session.user, NAME, form))
    if (submitted === undefined) throw invalidForm('action')
    return submitted
  },
}

async function accountSection(scope: PageScope): Promise<Html> {
  const { session, messages, nonce, sent } = scope
  const again: Fields = sent?.['action'] === 'account' ? sent : {}
  return html`<section class="panel">
<h2>${messages.account}</h2>
<dl><dt>${messages.username}</dt><dd>${session.user.login}</dd></dl>
<form method="post" class="fields">${hidden({ nonce, action: 'account' })}
${await accountFields(scope, session.user, again)}<p><button>${messages.save}</button></p>
</form>
</section>`
}
