import { checkField } from '../fields.js'
import type { Fields } from '../form.js'
import { type Html, html } from '../html.js'
import type { PublicScope } from '../page.js'
import { roleChoices } from '../role-labels.js'

const fieldOf = (role: string) => `role-${role}`

/** Checkboxes for the roles of a user. */
export const roleFields = ({ site, messages }: PublicScope, roles: readonly string[]): Html => html`<fieldset>
<legend>${messages.roles}</legend>
${roleChoices(site, messages).map(({ value, label }) =>
  checkField({ name: fieldOf(value), label, isChecked: roles.includes(value) }),
)}</fieldset>
`

/** The roles that are checked in a form. */
export const rolesIn = ({ site }: PublicScope, form: Fields): readonly string[] =>
  Object.keys(site.context.roles).filter(role => form[fieldOf(role)] === 'yes')
