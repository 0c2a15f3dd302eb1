import { dateTime } from './date-time.js'
import { email } from './email.js'
import type { FormatByRules } from './format-definition.js'
import { hexColor } from './hex-color.js'
import { hostname } from './hostname.js'
import { ip, ipv4, ipv6 } from './ip.js'
import { uri } from './uri.js'
import { uuid } from './uuid.js'

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
