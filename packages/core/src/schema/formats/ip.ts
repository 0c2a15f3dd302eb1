import type { FormatDefinition } from './format-definition.js'

const octet = '(?:25[0-5]|2[0-4]\\d|1\\d\\d|[1-9]?\\d)'
const paddedOctet = '(?:25[0-5]|2[0-4]\\d|[01]?\\d?\\d)'
const v4 = new RegExp(`^${octet}(?:\\.${octet}){3}$`)
const paddedV4 = new RegExp(`^${paddedOctet}(?:\\.${paddedOctet}){3}$`)
const group = /^[0-9a-f]{1,4}$/i
const groups = 8
const longest = 45

const code = 'rest_invalid_ip'

/** IPv4 or IPv6. Numbers of IPv4 may have leading zeros, as logs and older tools write them. */
export const ip: FormatDefinition = {
  code,
  noun: 'an IP address',
  test: text => paddedV4.test(text) || isV6(text, paddedV4),
}

export const ipv4: FormatDefinition = { code, noun: 'an IPv4 address', test: text => v4.test(text) }

export const ipv6: FormatDefinition = { code, noun: 'an IPv6 address', test: text => isV6(text, v4) }

/** Whether a text is an IPv6 address; its last two groups may be written as IPv4 (RFC 4291, section 2.2). */
export function isIpv6(text: string): boolean {
  return isV6(text, v4)
}

function isV6(text: string, end: RegExp): boolean {
  if (text.length > longest) return false
  const [head = '', tail, ...more] = text.split('::')
  if (more.length > 0) return false
  if (tail === undefined) return width(head, end) === groups
  // `::` replaces at least one group.
  const outside = width(head, undefined) + width(tail, end)
  return outside < groups
}

/** The number of groups in a part, NaN if one is invalid. `end` matches an IPv4 address instead of the last two. */
function width(part: string, end: RegExp | undefined): number {
  if (part === '') return 0
  const segments = part.split(':')
  return segments.reduce((sum, segment, index) => {
    if (group.test(segment)) return sum + 1
    return index === segments.length - 1 && end?.test(segment) ? sum + 2 : Number.NaN
  }, 0)
}
