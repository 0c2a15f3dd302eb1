import { dateTime } from './date-time.js'
import type { FormatByRules, FormatDefinition } from './format-definition.js'
import { ip, ipv4, ipv6 } from './ip.js'
import { uri } from './uri.js'
import { uuid } from './uuid.js'

const local = /^[a-z0-9!#$%&'*+/=?^_`{|}~.-]+$/i
const misplacedDot = /^\.|\.\.|\.$/
const domain = /^[a-z0-9](?:[a-z0-9-]*[a-z0-9])?(?:\.[a-z0-9](?:[a-z0-9-]*[a-z0-9])?)+$/i
const shortest = 6

const emailTest = (isLocal: (text: string) => boolean) => (text: string) => {
  const at = text.indexOf('@')
  return text.length >= shortest && at > 0 && isLocal(text.slice(0, at)) && domain.test(text.slice(at + 1))
}

const described = { code: 'rest_invalid_email', noun: 'an email address' } as const

/** RFC 5321, without quoted local parts and domains that have no dot. */
const strict: FormatDefinition = {
  ...described,
  test: emailTest(text => local.test(text) && !misplacedDot.test(text)),
}

/** Allows dots anywhere before the `@`, since such mailboxes exist. */
const lenient: FormatDefinition = { ...described, test: emailTest(text => local.test(text)) }

export const email: FormatByRules = rules => (rules.email === 'strict' ? strict : lenient)

const threeOrSixDigits = /^#(?:[0-9a-f]{3}){1,2}$/i

export const hexColor: FormatDefinition = {
  code: 'rest_invalid_hex_color',
  noun: 'a colour such as #0af or #00aaff',
  test: isColor,
  // Anything else counts as no colour, even in an `enum`.
  convert: text => (isColor(text) ? text : ''),
}

function isColor(text: string): boolean {
  return threeOrSixDigits.test(text)
}

const longest = 253
const label = /^[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?$/i

export const hostname: FormatDefinition = {
  code: 'rest_invalid_hostname',
  noun: 'a host name',
  test: text => text.length <= longest && text.split('.').every(part => label.test(part)),
}

/** All formats, by name. */
export const formats = {
  'date-time': dateTime,
  uri,
  email,
  ip: () => ip,
  ipv4: () => ipv4,
  ipv6: () => ipv6,
  hostname: () => hostname,
  uuid: () => uuid,
  'hex-color': () => hexColor,
} satisfies Record<string, FormatByRules>
