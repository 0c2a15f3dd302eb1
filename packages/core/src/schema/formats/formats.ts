import { dateTime } from './date-time.js'
import { email } from './email.js'
import type { FormatDefinition } from './format-definition.js'
import { hexColor } from './hex-color.js'
import { ip } from './ip.js'
import { uri } from './uri.js'
import { uuid } from './uuid.js'

/** Every format that means something to validation. */
export const formats: ReadonlyMap<string, FormatDefinition> = new Map([
  ['date-time', dateTime],
  ['uri', uri],
  ['email', email],
  ['ip', ip],
  ['uuid', uuid],
  ['hex-color', hexColor],
])
