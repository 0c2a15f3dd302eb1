import { RestError } from '@platen/core'
import { type UserRecord, where } from '@platen/site'
import { editedUser } from '../account/edited-user.js'
import { listUsers } from '../account/list-users.js'
import { inputField } from '../fields.js'
import { hidden } from '../form.js'
import { html } from '../html.js'
import { fill } from '../messages.js'
import type { Page, PageScope } from '../page.js'
import { invalidForm, requirePermission } from '../refusal.js'

const SUGGESTED = 100

/** Asks what becomes of the content of a user, and deletes the user. */
export const deleteUser: Page = {
  name: 'delete-user',
  title: 'deleteUser',
  async show(scope) {
    const { messages, nonce, sent = {} } = scope
    const user = await deletedUser(scope)
    const { users } = await listUsers(scope, { per_page: SUGGESTED, who: 'authors', exclude: [user.id] })
    const isDeleted = sent['content'] === 'delete'
    return html`<div class="panel">
<h2>${fill(messages.deleteQuestion, { name: user.login })}</h2>
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
    const { site, by } = scope
    const user = await deletedUser(scope)
    if (content !== 'reassign' && content !== 'delete') throw invalidForm('content')
    const reassignTo = content === 'reassign' ? await idOfLogin(scope, reassignee) : undefined
    await site.content.users.delete(user.id, { ...by, version: user.version, reassignTo })
    return { to: 'users?done=deleted' }
  },
}

/** The user to delete. Nobody deletes their own account here. */
async function deletedUser(scope: PageScope): Promise<UserRecord> {
  const user = await editedUser(scope)
  const { principal } = scope.session
  requirePermission(user.id !== principal.id && principal.can('delete_user', user))
  return user
}

async function idOfLogin({ site, messages, by }: PageScope, login: string): Promise<number> {
  const query = { where: where.users.equalsText('login', login.trim()), limit: 1 }
  const { records } = await site.content.users.find(query, by)
  const [found] = records
  if (found === undefined) throw new RestError('rest_user_invalid_reassign', messages.unknownReassignee, 400)
  return found.id
}
