import { newUuid, RestError } from '@platen/core'
import { escapedText } from '@platen/site/console'
import { passwordsRoute } from '../account/application-passwords-section.js'
import { limitFields, limitInput } from '../account/password-limits.js'
import { APPROVAL_PAGE } from '../approval-redirect.js'
import { type ApprovalRequest, parseApproval } from '../approval-request.js'
import { type Fields, hidden } from '../form.js'
import { type Html, html, sanitized } from '../html.js'
import { errorNotice, secretNotice } from '../layout.js'
import type { Page, PageScope, Submitted } from '../page.js'
import { errorOf } from '../refusal.js'
import { targetOf, withParameters } from '../return-url.js'
import { change, consoleRoute } from '../routes.js'

/** An application password, which is available only once. */
interface CreatedPassword {
  readonly name: string
  readonly password: string
}

/** The page on which users approve applications, each of which gets its own password (specification section 5.8). */
export const authorizeApplication: Page = {
  name: APPROVAL_PAGE,
  title: 'authorizeApplication',
  formTargets({ query, messages }) {
    const { success, reject } = parseApproval(query, messages)
    return [success, reject].flatMap(url => url?.protocol ?? [])
  },
  async show(scope) {
    const request = await requestedApproval(scope)
    const { messages, nonce, session, sent } = scope
    const form = newUuid()
    const name = sent?.['app_name'] ?? request.appName
    return html`<div class="panel">
<p>${messages.approvalQuestion}</p>
<dl>
${request.appName !== '' && html`<dt>${messages.application}</dt><dd><bdi>${request.appName}</bdi></dd>\n`}
<dt>${messages.account}</dt><dd><bdi>${session.user.login}</bdi></dd>
<dt>${messages.passwordGoesTo}</dt><dd>${request.success ? targetOf(request.success) : messages.passwordIsShown}</dd>
</dl>
<p>${messages.approvalWarning}</p>
<form method="post" class="fields">${hidden({ nonce, form, proof: proofOf(scope, request, form) })}
<p><label for="app-name">${messages.passwordName}</label>
<input id="app-name" name="app_name" value="${name}" autocomplete="off" required></p>
${limitFields(messages, { scopes: request.scopes, ...sent })}<div class="actions">
<button name="decision" value="approve">${messages.approve}</button>
<button class="secondary" name="decision" value="refuse" formnovalidate>${messages.refuse}</button>
</div>
</form>
</div>`
  },
  async submit(scope, fields) {
    const request = await requestedApproval(scope)
    const { site, session, messages } = scope
    const { form = '', proof = '', decision } = fields
    if (!site.sessions.checkNonce(session, actionOf(request, form), proof))
      return { status: 403, notice: errorNotice(messages.expiredForm) }
    if (decision === 'approve') return approve(scope, request, fields)
    if (decision === 'refuse') return refuse(request)
    throw new RestError('rest_invalid_param', 'Invalid parameter(s): decision', 400)
  },
}

/** The request of an application. Throws a `RestError` if it is invalid, or if the user cannot have application passwords. */
async function requestedApproval(scope: PageScope): Promise<ApprovalRequest> {
  const { site, session, messages, query, by } = scope
  const passwords = await site.call('GET', passwordsRoute(scope, session.user), undefined, {
    ...by,
    query: { _fields: 'uuid' },
  })
  if (passwords.status === 501) throw new RestError('application_passwords_disabled', messages.approvalUnavailable, 501)
  if (!passwords.ok) throw errorOf(passwords)
  return parseApproval(query, messages)
}

/** The action of the form's nonce: this form, and exactly the request that it shows. */
const actionOf = ({ id }: ApprovalRequest, form: string) => `approve ${form} ${id}`

const proofOf = ({ site, session }: PageScope, request: ApprovalRequest, form: string): string =>
  site.sessions.nonce(session, actionOf(request, form))

async function approve(scope: PageScope, { success, appId }: ApprovalRequest, fields: Fields): Promise<Submitted> {
  const { site, session, messages } = scope
  const { app_name: name = '', form: uuid = '' } = fields
  try {
    // The form contains the UUID of the new password, so sending it again cannot create another one.
    const created = await change<CreatedPassword>(scope, 'POST', consoleRoute('approvals'), {
      uuid,
      name,
      app_id: appId,
      ...limitInput(fields),
    })
    if (success === undefined) return { content: createdPassword(scope, created) }
    const parameters = {
      site_url: site.context.url,
      user_login: session.user.login,
      password: created.password.replaceAll(' ', ''),
    }
    return { away: withParameters(success, parameters) }
  } catch (error) {
    if (!(error instanceof RestError) || error.code !== 'application_password_exists') throw error
    return { status: 409, notice: errorNotice(messages.approvedAlready) }
  }
}

function refuse({ success, reject }: ApprovalRequest): Submitted {
  if (reject !== undefined) return { away: reject }
  return success === undefined ? { to: './' } : { away: withParameters(success, { success: 'false' }) }
}

const createdPassword = ({ messages, session }: PageScope, { name, password }: CreatedPassword): Html =>
  html`${secretNotice(messages.passwordShownOnce, password)}
<dl>
<dt>${messages.passwordName}</dt><dd><bdi>${sanitized(escapedText(name))}</bdi></dd>
<dt>${messages.account}</dt><dd><bdi>${session.user.login}</bdi></dd>
</dl>`
