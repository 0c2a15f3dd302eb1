import { type ListedUser, listUsers } from '../account/list-users.js'
import { inputField, selectField } from '../fields.js'
import { type Html, html } from '../html.js'
import { fill } from '../messages.js'
import type { Page, PageScope } from '../page.js'
import { pageNumber, pagination } from '../pagination.js'
import { roleChoices, rolesText } from '../role-labels.js'
import { timeText } from '../time.js'

const PER_PAGE = 20

/** The users of the site: a list that can be searched. */
export const users: Page = {
  name: 'users',
  title: 'users',
  capability: 'list_users',
  done: { created: 'userCreated', deleted: 'userDeleted' },
  async show(scope) {
    const { site, session, messages, query } = scope
    const { search = '', role = '' } = query
    const page = pageNumber(query['page'])
    const found = await listUsers(scope, {
      page,
      per_page: PER_PAGE,
      ...(search !== '' && { search }),
      ...(Object.hasOwn(site.context.roles, role) && { roles: role }),
    })
    const count = new Intl.NumberFormat(messages.language).format(found.total)
    return html`${session.principal.can('create_users') && html`<p><a class="button" href="new-user">${messages.addUser}</a></p>`}
${searchForm(scope, search, role)}
<p>${found.total === 0 ? messages.noUsers : fill(messages.usersFound, { count })}</p>
<ul class="cards">
${found.users.map(user => card(scope, user))}</ul>
${pagination(scope, page, found.pages)}`
  },
}

const searchForm = (
  { site, messages }: PageScope,
  search: string,
  role: string,
): Html => html`<form class="search" role="search">
${inputField({ name: 'search', label: messages.searchUsers, type: 'search', value: search })}${selectField({
  name: 'role',
  label: messages.role,
  value: Object.hasOwn(site.context.roles, role) ? role : '',
  choices: [{ value: '', label: messages.allRoles }, ...roleChoices(site, messages)],
})}<p><button class="secondary">${messages.search}</button></p>
</form>`

const card = ({ site, messages, session }: PageScope, user: ListedUser): Html => html`<li>
<h2>${user.name}</h2>
<dl>
<dt>${messages.username}</dt><dd>${user.username}</dd>
<dt>${messages.email}</dt><dd>${user.email}</dd>
<dt>${messages.roles}</dt><dd>${rolesText(site, messages, user.roles)}</dd>
<dt>${messages.registeredOn}</dt><dd>${timeText(user.registered_date, messages)}</dd>
</dl>
<p class="actions"><a href="${user.id === session.user.id ? 'profile' : `user?id=${user.id}`}">${messages.edit}<span class="hidden"> ${user.name}</span></a></p>
</li>
`
