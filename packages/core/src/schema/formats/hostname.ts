import type { FormatDefinition } from './format-definition.js'

const longest = 253
const label = /^[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?$/i

export const hostname: FormatDefinition = {
  code: 'rest_invalid_hostname',
  noun: 'a host name',
  test: text => text.length <= longest && text.split('.').every(part => label.test(part)),
}
