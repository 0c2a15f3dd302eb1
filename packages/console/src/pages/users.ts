import { type ListedUser, listUsers } from '../account/list-users.js'
import { inputField, selectField } from '../fields.js'
import { type Html, html } from '../html.js'
import { fill } from '../messages.js'
import type { Page, PageScope } from '../page.js'
import { pageNumber, pagination } from '../pagination.js'
import { loadRoles, type RoleChoice, rolesText } from '../role-labels.js'
import { timeText } from '../time.js'

const PER_PAGE = 20

/** The users of the site: a list that can be searched. */
export const users: Page = {
  name: 'users',
  title: 'users',
  capability: 'list_users',
  done: { created: 'userCreated', deleted: 'userDeleted' },
  async show(scope) {
    const { session, messages, query } = scope
    const { search = '', role = '' } = query
    const page = pageNumber(query['page'])
    const roles = await loadRoles(scope)
    const hasRole = roles.some(({ value }) => value === role)
    const found = await listUsers(scope, {
      page,
      per_page: PER_PAGE,
      ...(search !== '' && { search }),
      ...(hasRole && { roles: role }),
    })
    const count = new Intl.NumberFormat(messages.language).format(found.total)
    return html`${session.principal.can('create_users') && html`<p><a class="button" href="new-user">${messages.addUser}</a></p>`}
${searchForm(scope, search, hasRole ? role : '', roles)}
<p>${found.total === 0 ? messages.noUsers : fill(messages.usersFound, { count })}</p>
<ul class="cards">
${found.items.map(user => card(scope, user, roles))}</ul>
${pagination(scope, page, found.pages)}`
  },
}

const searchForm = (
  { messages }: PageScope,
  search: string,
  role: string,
  roles: readonly RoleChoice[],
): Html => html`<form class="search" role="search">
${inputField({ name: 'search', label: messages.searchUsers, type: 'search', value: search })}${selectField({
  name: 'role',
  label: messages.role,
  value: role,
  choices: [{ value: '', label: messages.allRoles }, ...roles],
})}<p><button class="secondary">${messages.search}</button></p>
</form>`

const card = ({ messages, session }: PageScope, user: ListedUser, roles: readonly RoleChoice[]): Html => html`<li>
<h2>${user.name}</h2>
<dl>
<dt>${messages.username}</dt><dd>${user.username}</dd>
<dt>${messages.email}</dt><dd>${user.email}</dd>
<dt>${messages.roles}</dt><dd>${rolesText(roles, messages, user.roles)}</dd>
<dt>${messages.registeredOn}</dt><dd>${timeText(user.registered_date, messages)}</dd>
</dl>
${user.isEditable && html`<p class="actions"><a href="${user.id === session.user.id ? 'profile' : `user?id=${user.id}`}">${messages.edit}<span class="hidden"> ${user.name}</span></a></p>`}
</li>
`
