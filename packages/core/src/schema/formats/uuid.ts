import { isUuid } from '../../uuid.js'
import type { FormatDefinition } from './format-definition.js'

export const uuid: FormatDefinition = {
  code: 'rest_invalid_uuid',
  noun: 'a UUID',
  test: isUuid,
}
