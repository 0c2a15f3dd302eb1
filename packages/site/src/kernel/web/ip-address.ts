const IPV4 = /^(\d{1,3})\.(\d{1,3})\.(\d{1,3})\.(\d{1,3})$/
const GROUP = /^[0-9a-f]{1,4}$/i
const ZONE = '%'
/** No address is longer, with its zone and port. */
const MAX_LENGTH = 100
const GROUPS = 8
const GROUP_BITS = 16
const MAPPED_BITS = 96

/** The eight groups of an IPv6 address; those of an IPv4 address are `::ffff:a.b.c.d`. `undefined` for other texts. */
export function addressGroups(address: string): readonly number[] | undefined {
  if (address.length > MAX_LENGTH) return undefined
  const host = hostIn(address.trim())
  const short = ipv4(host)
  return short === undefined ? ipv6(host.split(ZONE, 1)[0] ?? '') : [0, 0, 0, 0, 0, 0xffff, ...pairs(short)]
}

/** Whether the groups are those of an IPv4 address. */
export const isMapped = (groups: readonly number[]): boolean =>
  groups[5] === 0xffff && groups.slice(0, 5).every(group => group === 0)

/** A network: the addresses whose first bits are equal. */
export interface IpNetwork {
  readonly groups: readonly number[]
  readonly bits: number
}

/** Parses a network such as `192.0.2.0/24` or `2001:db8::/32`, or a single address; `undefined` for other texts. */
export function parseNetwork(text: string): IpNetwork | undefined {
  const slash = text.indexOf('/')
  const host = slash < 0 ? text : text.slice(0, slash)
  const length = slash < 0 ? undefined : text.slice(slash + 1)
  // Ports and zones belong to clients, not to networks.
  const isShort = ipv4(host) !== undefined
  const groups = isShort || ipv6(host) !== undefined ? addressGroups(host) : undefined
  if (groups === undefined || (length !== undefined && !/^\d{1,3}$/.test(length))) return undefined
  const most = isShort ? GROUPS * GROUP_BITS - MAPPED_BITS : GROUPS * GROUP_BITS
  const bits = length === undefined ? most : Number(length)
  return bits > most ? undefined : { groups, bits: isShort ? bits + MAPPED_BITS : bits }
}

/** Whether an address is in a network. Texts that are not addresses are in none, and IPv4 addresses in none of IPv6. */
export function isInNetwork(address: string, network: IpNetwork): boolean {
  const groups = addressGroups(address)
  if (groups === undefined || (network.bits < MAPPED_BITS && isMapped(groups))) return false
  return groups.every((group, index) => {
    const bits = Math.min(Math.max(network.bits - index * GROUP_BITS, 0), GROUP_BITS)
    return (group ^ (network.groups[index] ?? 0)) >> (GROUP_BITS - bits) === 0
  })
}

/** The address without the brackets and port that some proxies add. */
function hostIn(address: string): string {
  if (address.startsWith('[')) return address.slice(1).split(']', 1)[0] ?? ''
  const colon = address.indexOf(':')
  return colon >= 0 && colon === address.lastIndexOf(':') ? address.slice(0, colon) : address
}

const pairs = ([a = 0, b = 0, c = 0, d = 0]: readonly number[]) => [(a << 8) | b, (c << 8) | d]

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
  return [...hex.map(part => Number.parseInt(part, 16)), ...(last === undefined ? [] : pairs(last))]
}
