import { isUuid } from '@platen/core'
import { escapedText } from '@platen/site/console'
import { inputField } from '../fields.js'
import { buttonForm, type Fields, hidden } from '../form.js'
import { type Html, html, sanitized } from '../html.js'
import { errorNotice, secretNotice } from '../layout.js'
import { fill } from '../messages.js'
import type { PageScope, Submitted } from '../page.js'
import { bodyOf, invalidForm } from '../refusal.js'
import { change, siteRoute } from '../routes.js'
import { timeText } from '../time.js'
import { withParameter } from '../with-parameter.js'
import type { Account } from './edited-account.js'
import { limitFields, limitInput, limitTerms, type PasswordLimits } from './password-limits.js'

/** An application password as the interface shows it. */
interface ShownPassword extends Partial<PasswordLimits> {
  readonly uuid: string
  /** Markup is escaped. */
  readonly name: string
  readonly created: string
  readonly last_used: string | null
  readonly last_ip: string | null
}

/** Whose application passwords they are. */
type Owner = Pick<Account, 'id'>

/** The route of the application passwords of a user. */
export const passwordsRoute = (scope: PageScope, { id }: Owner): string =>
  siteRoute(scope, `users/${id}/application-passwords`)

const nameOf = ({ name }: ShownPassword): Html => sanitized(escapedText(name))

/** The application passwords of a user: a list, and a form to create one. `page` is where the section is. */
export async function applicationPasswordsSection(scope: PageScope, owner: Owner, page: string): Promise<Html> {
  const { site, messages, nonce, query, sent = {}, by } = scope
  const answer = await site.call<readonly ShownPassword[]>('GET', passwordsRoute(scope, owner), undefined, {
    ...by,
    query: { context: 'edit' },
  })
  const heading = html`<h2 id="application-passwords">${messages.applicationPasswords}</h2>`
  if (answer.status === 501)
    return html`<section class="panel">
${heading}
<p>${messages.applicationPasswordsUnavailable}</p>
</section>`
  const all = bodyOf(answer)
  return html`<section class="panel">
${heading}
<p>${messages.applicationPasswordsExplanation}</p>
${all.length === 0 ? html`<p>${messages.noApplicationPasswords}</p>` : list(scope, all)}
${all.length > 0 && (query['revoke'] === 'all' ? revocation(scope, page) : html`<p><a href="${withParameter(page, 'revoke', 'all')}#application-passwords">${messages.revokeAll}</a></p>`)}
<form method="post" class="fields">${hidden({ nonce, action: 'create-application-password' })}
${inputField({ name: 'application', label: messages.applicationName, value: sent['application'] ?? '', required: true })}${limitFields(messages, sent)}<p><button>${messages.createApplicationPassword}</button></p>
</form>
</section>`
}

const list = ({ messages, nonce }: PageScope, all: readonly ShownPassword[]): Html => html`<ul class="rows">
${all.map(
  password => html`<li>
<h3>${nameOf(password)}</h3>
<dl>
${limitTerms(messages, password)}<dt>${messages.createdOn}</dt><dd>${timeText(password.created, messages)}</dd>
<dt>${messages.lastUsed}</dt><dd>${password.last_used === null ? messages.never : timeText(password.last_used, messages)}</dd>
${password.last_ip !== null && html`<dt>${messages.lastAddress}</dt><dd>${password.last_ip}</dd>`}
</dl>
${buttonForm(nonce, { action: 'revoke-application-password', uuid: password.uuid }, messages.revoke, nameOf(password), 'secondary')}
</li>
`,
)}</ul>`

const revocation = ({ messages, nonce }: PageScope, page: string): Html => html`<h3>${messages.revokeAllQuestion}</h3>
<p>${messages.revokeAllExplanation}</p>
<div class="actions">
${buttonForm(nonce, { action: 'revoke-application-passwords' }, messages.revokeAll, '', 'danger')}
<a href="${page}">${messages.cancel}</a>
</div>`

/** The success messages of the forms of the section. */
export const applicationPasswordsDone = {
  revoked: 'applicationPasswordRevoked',
  'all-revoked': 'allApplicationPasswordsRevoked',
} as const

/** Handles a form of the section; `undefined` if it is another form. */
export async function submitApplicationPasswords(
  scope: PageScope,
  owner: Owner,
  page: string,
  form: Fields,
): Promise<Submitted | undefined> {
  const { messages } = scope
  const path = passwordsRoute(scope, owner)
  switch (form['action']) {
    case 'create-application-password': {
      const name = form['application'] ?? ''
      if (name.trim() === '') return { status: 400, notice: errorNotice(messages.applicationNameMissing) }
      const created = await change<{ readonly password: string }>(scope, 'POST', path, {
        name,
        ...limitInput(form),
      })
      return { notice: secretNotice(fill(messages.applicationPasswordCreated, { name }), created.password) }
    }
    case 'revoke-application-password': {
      const { uuid = '' } = form
      // The URL without a UUID is that of all application passwords.
      if (!isUuid(uuid)) throw invalidForm('uuid')
      await change(scope, 'DELETE', `${path}/${uuid}`)
      return { to: withParameter(page, 'done', 'revoked') }
    }
    case 'revoke-application-passwords': {
      await change(scope, 'DELETE', path)
      return { to: withParameter(page, 'done', 'all-revoked') }
    }
    default:
      return undefined
  }
}
