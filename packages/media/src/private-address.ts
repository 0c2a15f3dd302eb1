import { BlockList, isIP } from 'node:net'

/**
 * The networks outside the public web: IANA's special-purpose IPv4 registry and multicast; for IPv6 everything outside
 * 2000::/3, and the blocks that the registry excludes from it.
 */
const NETWORKS = {
  ipv4: [
    ['0.0.0.0', 8],
    ['10.0.0.0', 8],
    ['100.64.0.0', 10],
    ['127.0.0.0', 8],
    ['169.254.0.0', 16],
    ['172.16.0.0', 12],
    ['192.0.0.0', 24],
    ['192.0.2.0', 24],
    ['192.31.196.0', 24],
    ['192.52.193.0', 24],
    ['192.88.99.0', 24],
    ['192.168.0.0', 16],
    ['192.175.48.0', 24],
    ['198.18.0.0', 15],
    ['198.51.100.0', 24],
    ['203.0.113.0', 24],
    ['224.0.0.0', 4],
    ['240.0.0.0', 4],
  ],
  ipv6: [
    ['::', 3],
    ['4000::', 2],
    ['8000::', 1],
    ['2001::', 23],
    ['2001:db8::', 32],
    ['2002::', 16],
    ['2620:4f:8000::', 48],
    ['3ffe::', 16],
    ['3fff::', 20],
  ],
} as const

const privateNetworks = { ipv4: new BlockList(), ipv6: new BlockList() }
for (const [network, bits] of NETWORKS.ipv4) privateNetworks.ipv4.addSubnet(network, bits, 'ipv4')
for (const [network, bits] of NETWORKS.ipv6) privateNetworks.ipv6.addSubnet(network, bits, 'ipv6')

/** The IPv4 address in a mapped IPv6 one (`::ffff:0:0/96`), in any notation. */
function mappedFrom(address: string): string | undefined {
  const { hostname } = new URL(`http://[${address}]`)
  const [, high, low] = /^\[::ffff:([\da-f]{1,4}):([\da-f]{1,4})\]$/.exec(hostname) ?? []
  if (high === undefined || low === undefined) return undefined
  return [high, low].flatMap(part => [Number.parseInt(part, 16) >> 8, Number.parseInt(part, 16) & 255]).join('.')
}

/**
 * Whether an IP address is local, private or reserved; true for anything that is not an IP address, and for addresses
 * with a zone.
 */
export function isPrivateAddress(address: string): boolean {
  const family = isIP(address)
  if (family === 0 || address.includes('%')) return true
  if (family === 4) return privateNetworks.ipv4.check(address, 'ipv4')
  const mapped = mappedFrom(address)
  return mapped === undefined ? privateNetworks.ipv6.check(address, 'ipv6') : isPrivateAddress(mapped)
}
