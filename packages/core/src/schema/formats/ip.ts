import type { FormatDefinition } from './format-definition.js'

const octet = '(?:25[0-5]|2[0-4]\\d|[01]?\\d?\\d)'
const v4 = new RegExp(`^${octet}(?:\\.${octet}){3}$`)
const group = /^[0-9a-f]{1,4}$/i
const groups = 8

export const ip: FormatDefinition = {
  code: 'rest_invalid_ip',
  noun: 'an IP address',
  test: text => v4.test(text) || isV6(text),
}

function isV6(text: string): boolean {
  const [head = '', tail, ...more] = text.split('::')
  if (more.length > 0) return false
  if (tail === undefined) return width(head, true) === groups
  // The gap stands for one group at least.
  const outside = width(head, false) + width(tail, true)
  return outside < groups
}

/** How many groups a part has: NaN when one is none. Only the end of an address may be written as version 4. */
function width(part: string, mayEndInV4: boolean): number {
  if (part === '') return 0
  const pieces = part.split(':')
  return pieces.reduce((sum, piece, index) => {
    if (group.test(piece)) return sum + 1
    return mayEndInV4 && index === pieces.length - 1 && v4.test(piece) ? sum + 2 : Number.NaN
  }, 0)
}
