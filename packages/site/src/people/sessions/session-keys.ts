import type { SiteContext } from '../../kernel/context/index.js'
import { storedKey } from '../../kernel/operations/index.js'
import { RegistrationError } from '../../kernel/registrations/index.js'
import { sessionsOption } from './session-options.js'

const KEY_OPTION = 'session_key'
const MIN_LENGTH = 32

/**
 * Returns the reader of a site's keys, the current one first. Throws a `RegistrationError` for an empty list and for a
 * configured key that is too short.
 */
export function sessionKeys(site: SiteContext): () => Promise<readonly [string, ...string[]]> {
  const keys = sessionsOption.of(site)?.keys
  if (keys === undefined) return async () => [await storedKey(site, KEY_OPTION)]
  const [current, ...older] = keys
  if (current === undefined) throw new RegistrationError('the option sessions.keys is an empty list')
  if (keys.some(key => typeof key !== 'string' || key.length < MIN_LENGTH))
    throw new RegistrationError(`a key in the option sessions.keys has fewer than ${MIN_LENGTH} characters`)
  return async () => [current, ...older]
}
