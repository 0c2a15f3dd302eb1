import { accountFields, accountInput } from '../account/account-fields.js'
import {
  applicationPasswordsDone,
  applicationPasswordsSection,
  submitApplicationPasswords,
} from '../account/application-passwords-section.js'
import { type Account, loadAccount, userRoute } from '../account/edited-account.js'
import { emailDone, emailSection, submitEmail } from '../account/email-section.js'
import { passwordSection, submitPassword } from '../account/password-section.js'
import { type Fields, hidden } from '../form.js'
import { type Html, html } from '../html.js'
import type { Page, PageScope } from '../page.js'
import { invalidForm } from '../refusal.js'
import { change } from '../routes.js'
import { withParameter } from '../with-parameter.js'

const NAME = 'profile'

/** The page on which users change their own account. */
export const profile: Page = {
  name: NAME,
  title: 'profile',
  forEveryone: true,
  done: { account: 'accountSaved', password: 'passwordChanged', ...emailDone, ...applicationPasswordsDone },
  async show(scope) {
    const account = await loadAccount(scope, scope.session.user.id)
    return html`${await accountSection(scope, account)}
${await emailSection(scope, account)}
${passwordSection(scope)}
${await applicationPasswordsSection(scope, account, NAME)}`
  },
  async submit(scope, form) {
    const { session } = scope
    switch (form['action']) {
      case 'account':
        await change(scope, 'POST', userRoute(scope, session.user), accountInput(form))
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

async function accountSection(scope: PageScope, account: Account): Promise<Html> {
  const { messages, nonce, sent } = scope
  const again: Fields = sent?.['action'] === 'account' ? sent : {}
  return html`<section class="panel">
<h2>${messages.account}</h2>
<dl><dt>${messages.username}</dt><dd>${account.username}</dd></dl>
<form method="post" class="fields">${hidden({ nonce, action: 'account' })}
${await accountFields(scope, account, again)}<p><button>${messages.save}</button></p>
</form>
</section>`
}
