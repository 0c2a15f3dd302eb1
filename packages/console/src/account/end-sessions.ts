import type { PageScope } from '../page.js'
import { change, consoleRoute } from '../routes.js'

/** Signs a user out everywhere. */
export const endSessions = (scope: PageScope, { id }: { readonly id: number }): Promise<unknown> =>
  change(scope, 'DELETE', consoleRoute(`users/${id}/sessions`))
