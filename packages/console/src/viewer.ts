import type { Session } from '@platen/site/console'
import type { Viewer } from './layout.js'
import type { ConsoleMessages } from './messages.js'
import type { Page } from './page.js'
import { plainName } from './plain-name.js'

/** Who is signed in, with the pages that they may use. */
export function viewerOf(
  { principal, user }: Session,
  messages: ConsoleMessages,
  pages: Iterable<Page>,
  current: string,
): Viewer {
  const menu = [...pages]
    .filter(({ capability, forEveryone }) => forEveryone ?? (capability !== undefined && principal.can(capability)))
    .map(({ name, title }) => ({ name, title: messages[title], isCurrent: name === current }))
  return { name: plainName(user.displayName), menu }
}
