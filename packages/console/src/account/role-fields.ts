import { checkField } from '../fields.js'
import type { Fields } from '../form.js'
import { type Html, html } from '../html.js'
import type { PageScope } from '../page.js'
import { loadRoles } from '../role-labels.js'

const PREFIX = 'role-'

/** Checkboxes for the roles of a user. */
export const roleFields = async (scope: PageScope, roles: readonly string[]): Promise<Html> => html`<fieldset>
<legend>${scope.messages.roles}</legend>
${(await loadRoles(scope)).map(({ value, label }) =>
  checkField({ name: PREFIX + value, label, isChecked: roles.includes(value) }),
)}</fieldset>
`

/** The roles that are checked in a form, in the order of the site. */
export const rolesIn = async (scope: PageScope, form: Fields): Promise<readonly string[]> =>
  (await loadRoles(scope)).map(({ value }) => value).filter(role => form[PREFIX + role] === 'yes')
