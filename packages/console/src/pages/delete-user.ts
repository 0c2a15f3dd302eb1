import { RestError } from '@platen/core'
import { type Account, editedAccount, userRoute } from '../account/edited-account.js'
import { findUserId } from '../account/find-user-id.js'
import { listUsers } from '../account/list-users.js'
import { inputField } from '../fields.js'
import { hidden } from '../form.js'
import { html } from '../html.js'
import { fill } from '../messages.js'
import type { Page, PageScope } from '../page.js'
import { invalidForm, requirePermission } from '../refusal.js'
import { change, MAX_LISTED } from '../routes.js'

/** Deletes a user, and reassigns or deletes the user's content. */
export const deleteUser: Page = {
  name: 'delete-user',
  title: 'deleteUser',
  async show(scope) {
    const { messages, nonce, sent = {} } = scope
    const user = await deletedUser(scope)
    const { items: users } = await listUsers(scope, { per_page: MAX_LISTED, who: 'authors', exclude: [user.id] })
    const isDeleted = sent['content'] === 'delete'
    return html`<div class="panel">
<h2>${fill(messages.deleteQuestion, { name: user.username })}</h2>
<p>${messages.deleteUserExplanation}</p>
<form method="post">${hidden({ nonce })}
<fieldset>
<legend>${messages.contentOfUser}</legend>
<p><label class="check"><input type="radio" name="content" value="reassign"${!isDeleted && html` checked`}> ${messages.reassignContent}</label></p>
${inputField({
  name: 'reassignee',
  label: messages.reassignee,
  value: sent['reassignee'] ?? '',
  autocomplete: 'off',
  suggestions: users.map(each => each.username),
  isCode: true,
})}<p><label class="check"><input type="radio" name="content" value="delete"${isDeleted && html` checked`}> ${messages.deleteContent}</label></p>
</fieldset>
<div class="actions">
<button class="danger">${messages.deleteUser}</button>
<a href="user?id=${user.id}">${messages.cancel}</a>
</div>
</form>
</div>`
  },
  async submit(scope, { content = '', reassignee = '' }) {
    const user = await deletedUser(scope)
    if (content !== 'reassign' && content !== 'delete') throw invalidForm('content')
    const reassign = content === 'reassign' ? await requireUserId(scope, reassignee) : false
    const { tag } = user
    await change(scope, 'DELETE', userRoute(scope, user), undefined, { tag, query: { force: true, reassign } })
    return { to: 'users?done=deleted' }
  },
}

/** The user to delete. Users cannot delete their own account here. */
async function deletedUser(scope: PageScope): Promise<Account> {
  const account = await editedAccount(scope)
  requirePermission(account.id !== scope.session.user.id && account.can_delete)
  return account
}

async function requireUserId(scope: PageScope, login: string): Promise<number> {
  const id = await findUserId(scope, login.trim())
  if (id === undefined) throw new RestError('rest_user_invalid_reassign', scope.messages.unknownReassignee, 400)
  return id
}
