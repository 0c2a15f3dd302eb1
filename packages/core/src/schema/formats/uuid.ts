import type { FormatDefinition } from './format-definition.js'

/** Any version; small letters only, as they are written by whoever makes one. */
const groups = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/

export const uuid: FormatDefinition = {
  code: 'rest_invalid_uuid',
  noun: 'a UUID',
  test: text => groups.test(text),
}
