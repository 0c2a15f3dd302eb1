import { checkField } from '../fields.js'
import type { Fields } from '../form.js'
import { type Html, html } from '../html.js'
import type { PageScope } from '../page.js'
import { loadAssignableRoles } from '../role-labels.js'
import type { Account } from './edited-account.js'

const PREFIX = 'role-'

/** Checkboxes for the roles of an account: `checked` are those that are checked. */
export const roleFields = async (
  scope: PageScope,
  { roles }: Pick<Account, 'roles'>,
  checked = roles,
): Promise<Html> => html`<fieldset>
<legend>${scope.messages.roles}</legend>
${(await loadAssignableRoles(scope, roles)).map(({ value, label }) =>
  checkField({ name: PREFIX + value, label, isChecked: checked.includes(value) }),
)}</fieldset>
`

/** The roles that are checked in a form for an account, in the order of the site. */
export const rolesIn = async (
  scope: PageScope,
  { roles }: Pick<Account, 'roles'>,
  form: Fields,
): Promise<readonly string[]> =>
  (await loadAssignableRoles(scope, roles)).map(({ value }) => value).filter(role => form[PREFIX + role] === 'yes')
