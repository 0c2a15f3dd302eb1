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
export type RoleChoice = Choice & { readonly label: string }

/** The roles of the site. Custom names of roles are used in all languages. */
export async function loadRoles(scope: PageScope): Promise<readonly RoleChoice[]> {
  const { messages } = scope
  const roles = await read<readonly { readonly slug: string; readonly name: string }[]>(scope, consoleRoute('roles'))
  return roles.map(({ slug, name }) => {
    const message = Object.hasOwn(BUILT_IN, slug) ? BUILT_IN[slug] : undefined
    return { value: slug, label: message !== undefined && name === englishMessages[message] ? messages[message] : name }
  })
}

/** The labels of some of the roles of a site, as one text. */
export function rolesText(all: readonly RoleChoice[], messages: ConsoleMessages, roles: readonly string[]): string {
  const labels = new Map(all.map(({ value, label }) => [value, label]))
  const format = new Intl.ListFormat(messages.language, { type: 'unit' })
  return roles.length === 0 ? messages.noRole : format.format(roles.map(role => labels.get(role) ?? role))
}
