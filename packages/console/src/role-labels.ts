import type { Choice } from './fields.js'
import { type ConsoleMessages, englishMessages } from './messages.js'
import type { ConsoleSite } from './page.js'

/** The messages with the names of the built-in roles. */
const BUILT_IN: Readonly<Record<string, keyof ConsoleMessages>> = {
  administrator: 'roleAdministrator',
  editor: 'roleEditor',
  author: 'roleAuthor',
  contributor: 'roleContributor',
  subscriber: 'roleSubscriber',
}

/** The roles of a site. Those to which the site has given a name of its own keep it in all languages. */
export const roleChoices = (
  site: ConsoleSite,
  messages: ConsoleMessages,
): readonly (Choice & { readonly label: string })[] =>
  Object.entries(site.context.roles).map(([value, { label }]) => {
    const message = Object.hasOwn(BUILT_IN, value) ? BUILT_IN[value] : undefined
    return { value, label: message !== undefined && label === englishMessages[message] ? messages[message] : label }
  })

/** The labels of some roles, as one text. */
export function rolesText(site: ConsoleSite, messages: ConsoleMessages, roles: readonly string[]): string {
  const labels = new Map(roleChoices(site, messages).map(({ value, label }) => [value, label]))
  const format = new Intl.ListFormat(messages.language, { type: 'unit' })
  return roles.length === 0 ? messages.noRole : format.format(roles.map(role => labels.get(role) ?? role))
}
