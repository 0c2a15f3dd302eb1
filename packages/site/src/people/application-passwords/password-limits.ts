import { RestError } from '@platen/core'
import type { SiteContext } from '../../kernel/context/index.js'
import type { ApplicationPasswordRecord } from '../../kernel/records/index.js'
import { isInNetwork, parseNetwork } from '../../kernel/web/index.js'
import type { ApplicationPasswordLimits } from './application-password-input.js'
import { scopeProblem } from './scopes.js'

/** How many scopes or networks an application password may have, and how long each may be. */
const MOST_LIMITS = 50
const LONGEST_LIMIT = 200

const limitList = (description: string) =>
  ({
    description,
    type: ['array', 'null'],
    items: { type: 'string', maxLength: LONGEST_LIMIT },
    minItems: 1,
    maxItems: MOST_LIMITS,
  }) as const

/** The arguments for limits. */
export const limitArgs = {
  scopes: limitList('The scopes, such as `read` or `posts:write`; null for all rights of the user.'),
  expires: { description: 'When it expires, in UTC; null for never.', type: ['string', 'null'], format: 'date-time' },
  networks: limitList('The networks that it can be used from, such as `192.0.2.0/24`; null for all.'),
} as const

const invalid = (name: string, problem: string): RestError =>
  new RestError('rest_invalid_param', problem, 400, { data: { params: { [name]: problem } } })

/** The limits to store. Throws a 400 `rest_invalid_param` for invalid ones. */
export function storedLimits(
  site: SiteContext,
  { scopes, expires, networks }: ApplicationPasswordLimits,
): Pick<ApplicationPasswordRecord, 'scopes' | 'expires' | 'networks'> {
  return {
    scopes: storedList('scopes', scopes, text => scopeProblem(site, text)),
    networks: storedList('networks', networks, text =>
      parseNetwork(text) === undefined ? `"${text}" is not a network.` : undefined,
    ),
    expires: expires == null ? null : storedExpiry(site, expires),
  }
}

/** Not even an empty list means no limit: a client that computes one would get all rights. */
function storedList(
  name: string,
  list: readonly string[] | null | undefined,
  problemOf: (text: string) => string | undefined,
): readonly string[] | null {
  if (list == null) return null
  if (list.length === 0) throw invalid(name, `${name} must not be empty.`)
  if (list.length > MOST_LIMITS) throw invalid(name, `${name} has more than ${MOST_LIMITS} entries.`)
  for (const text of list) {
    const problem = text.length > LONGEST_LIMIT ? `${name} has an entry that is too long.` : problemOf(text)
    if (problem !== undefined) throw invalid(name, problem)
  }
  return [...new Set(list)]
}

function storedExpiry(site: SiteContext, expires: Date): number {
  const seconds = Math.floor(expires.getTime() / 1000)
  if (!(seconds * 1000 > site.services.clock())) throw invalid('expires', 'expires must be in the future.')
  return seconds
}

/** The error for an application password that has expired, or is used from elsewhere; `undefined` if it can be used. */
export function unusable(
  { expires, networks }: ApplicationPasswordRecord,
  now: number,
  remoteAddress: string | undefined,
): RestError | undefined {
  if (expires !== null && expires * 1000 <= now)
    return new RestError('rest_application_password_expired', 'The application password has expired.', 401)
  if (networks === null) return undefined
  const parsed = networks.map(parseNetwork)
  if (parsed.some(network => network !== undefined && isInNetwork(remoteAddress ?? '', network))) return undefined
  const message = 'The application password cannot be used from this network.'
  return new RestError('rest_application_password_network', message, 403)
}
