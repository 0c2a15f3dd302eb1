import type { FormatDefinition } from './format-definition.js'

/** Dots may stand anywhere before the `@`: mailboxes of that kind exist, whatever the standard says. */
const local = /^[a-z0-9!#$%&'*+/=?^_`{|}~.-]+$/i
const domain = /^[a-z0-9](?:[a-z0-9-]*[a-z0-9])?(?:\.[a-z0-9](?:[a-z0-9-]*[a-z0-9])?)+$/i
const shortest = 6

export const email: FormatDefinition = {
  code: 'rest_invalid_email',
  noun: 'an email address',
  test(text) {
    const at = text.indexOf('@')
    return text.length >= shortest && at > 0 && local.test(text.slice(0, at)) && domain.test(text.slice(at + 1))
  },
}
