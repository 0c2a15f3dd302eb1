import { appearanceRows } from './appearance-rows.js'
import { contentRows } from './content-rows.js'
import type { OperationRow } from './operation-row.js'
import { peopleRows } from './people-rows.js'

/** The operations of `site.content` by their paths. */
export const OPERATIONS: Readonly<Record<string, OperationRow>> = { ...contentRows, ...peopleRows, ...appearanceRows }

/** Functions of `site.content` that are not operations of an actor, and why. */
export const OTHERS: Readonly<Record<string, string>> = {
  'posts.publishDue': 'on behalf of the site; a post that changes meanwhile is not published',
  'passwordResets.request': 'anonymous',
  'passwordResets.complete': 'anonymous: the token identifies a user, who is loaded in the transaction',
  'emailChanges.confirm': 'tested with a mailed token, below',
  'plugins.install': 'tested with a folder of plugins, below',
  'plugins.activate': 'tested with a folder of plugins, below',
  'plugins.deactivate': 'tested with a folder of plugins, below',
  'plugins.delete': 'tested with a folder of plugins, below',
  transaction: 'runs operations, each of which checks its actor',
}

/** The names of functions that only read. */
export const READS =
  /\.(?:get|find|list|own|all|version|isAvailable|pending|broken|active|tree|stylesheet|lookup|archive|meta)$/
