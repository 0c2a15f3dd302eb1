import { addressGroups, isMapped } from './ip-address.js'

/** The network of clients without an IP address, such as clients behind a proxy that hides it. */
const UNKNOWN_NETWORK = 'unknown'

const NETWORK_GROUPS = 4
const WIDE_GROUPS = 3

/**
 * The network of a client's address, which limits and audit events name: an IPv4 address itself, and the /64 of an IPv6
 * address, since a client chooses among all of its addresses. `undefined` for a client without an address.
 */
export function clientNetwork(address: string | undefined): string | undefined {
  if (address === undefined || address === '') return undefined
  // Some proxies add the length of the prefix of a network.
  const groups = addressGroups(address.split('/', 1)[0] ?? '')
  if (groups === undefined) return UNKNOWN_NETWORK
  const [high = 0, low = 0] = groups.slice(-2)
  if (isMapped(groups)) return [high >> 8, high & 255, low >> 8, low & 255].join('.')
  const network = groups.slice(0, NETWORK_GROUPS).map(group => group.toString(16))
  return `${network.join(':')}::/64`
}

/**
 * The /48 around the /64 of an IPv6 client, which may belong to one customer of a provider; `undefined` for other
 * networks.
 */
export const surroundingNetwork = (network: string): string | undefined =>
  network.endsWith('::/64') ? `${network.split(':', WIDE_GROUPS).join(':')}::/48` : undefined
