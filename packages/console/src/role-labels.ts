import type { Choice } from './fields.js'
import { type ConsoleMessages, englishMessages } from './messages.js'
import type { PageScope } from './page.js'
import { consoleRoute, read } from './routes.js'

/** The messages with the names of the built-in roles. */
const BUILT_IN: Readonly<Record<string, keyof ConsoleMessages>> = {
  administrator: 'roleAdministrator',
  editor: 'roleEditor',
  author: 'roleAuthor',
  contributor: 'roleContributor',
  subscriber: 'roleSubscriber',
}

/** A role to choose. */
export interface RoleChoice extends Choice {
  readonly label: string
  /** Whether the caller may give it to users. */
  readonly isAssignable: boolean
}

interface ShownRole {
  readonly slug: string
  readonly name: string
  readonly can_assign: boolean
}

/** The roles of the site. Custom names of roles are used in all languages. */
export async function loadRoles(scope: PageScope): Promise<readonly RoleChoice[]> {
  const { messages } = scope
  const roles = await read<readonly ShownRole[]>(scope, consoleRoute('roles'))
  return roles.map(({ slug, name, can_assign: isAssignable }) => {
    const message = Object.hasOwn(BUILT_IN, slug) ? BUILT_IN[slug] : undefined
    const label = message !== undefined && name === englishMessages[message] ? messages[message] : name
    return { value: slug, label, isAssignable }
  })
}

/** The roles that the caller may give to a user, and those that the user has. */
export const loadAssignableRoles = async (
  scope: PageScope,
  held: readonly string[] = [],
): Promise<readonly RoleChoice[]> =>
  (await loadRoles(scope)).filter(({ value, isAssignable }) => isAssignable || held.includes(value))

/** The labels of some of the roles of a site, as one text. */
export function rolesText(all: readonly RoleChoice[], messages: ConsoleMessages, roles: readonly string[]): string {
  const labels = new Map(all.map(({ value, label }) => [value, label]))
  const format = new Intl.ListFormat(messages.language, { type: 'unit' })
  return roles.length === 0 ? messages.noRole : format.format(roles.map(role => labels.get(role) ?? role))
}
