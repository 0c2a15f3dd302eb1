/** The network of clients without an IP address, such as clients behind a proxy that hides it. */
const UNKNOWN_NETWORK = 'unknown'

const IPV4 = /^(\d{1,3})\.(\d{1,3})\.(\d{1,3})\.(\d{1,3})$/
const GROUP = /^[0-9a-f]{1,4}$/i
/** A zone, or the length of the prefix of a network. */
const ZONE = /[%/]/
/** No address is longer, with its zone and port. */
const MAX_LENGTH = 100
const GROUPS = 8
const NETWORK_GROUPS = 4
const WIDE_GROUPS = 3

/**
 * The network of a client's address, which limits and audit events name: an IPv4 address itself, and the /64 of an IPv6
 * address, since a client chooses among all of its addresses. `undefined` for a client without an address.
 */
export function clientNetwork(address: string | undefined): string | undefined {
  if (address === undefined || address === '') return undefined
  if (address.length > MAX_LENGTH) return UNKNOWN_NETWORK
  const host = hostIn(address.trim())
  const short = ipv4(host)
  if (short !== undefined) return short.join('.')
  const groups = ipv6(host.split(ZONE, 1)[0] ?? '')
  if (groups === undefined) return UNKNOWN_NETWORK
  const [, , , , , sixth = 0, high = 0, low = 0] = groups
  if (sixth === 0xffff && groups.slice(0, 5).every(group => group === 0))
    return [high >> 8, high & 255, low >> 8, low & 255].join('.')
  const network = groups.slice(0, NETWORK_GROUPS).map(group => group.toString(16))
  return `${network.join(':')}::/64`
}

/**
 * The /48 around the /64 of an IPv6 client, which may belong to one customer of a provider; `undefined` for other
 * networks.
 */
export const surroundingNetwork = (network: string): string | undefined =>
  network.endsWith('::/64') ? `${network.split(':', WIDE_GROUPS).join(':')}::/48` : undefined

/** The address without the brackets and port that some proxies add. */
function hostIn(address: string): string {
  if (address.startsWith('[')) return address.slice(1).split(']', 1)[0] ?? ''
  const colon = address.indexOf(':')
  return colon >= 0 && colon === address.lastIndexOf(':') ? address.slice(0, colon) : address
}

function ipv4(text: string): readonly number[] | undefined {
  const bytes = IPV4.exec(text)?.slice(1).map(Number)
  return bytes?.every(byte => byte < 256) ? bytes : undefined
}

/** The eight groups of an IPv6 address. */
function ipv6(text: string): readonly number[] | undefined {
  const halves = text.split('::')
  if (halves.length > 2) return undefined
  const [front, back] = halves.map(half => groupsIn(half))
  if (front === undefined) return undefined
  if (halves.length === 1) return front.length === GROUPS ? front : undefined
  if (back === undefined || front.length + back.length >= GROUPS) return undefined
  return [...front, ...new Array<number>(GROUPS - front.length - back.length).fill(0), ...back]
}

function groupsIn(half: string): readonly number[] | undefined {
  if (half === '') return []
  const parts = half.split(':')
  const last = ipv4(parts.at(-1) ?? '')
  const hex = last === undefined ? parts : parts.slice(0, -1)
  if (!hex.every(part => GROUP.test(part))) return undefined
  const [a = 0, b = 0, c = 0, d = 0] = last ?? []
  return [...hex.map(part => Number.parseInt(part, 16)), ...(last === undefined ? [] : [(a << 8) | b, (c << 8) | d])]
}
