import { hasFewerCharacters, RestError } from '@platen/core'
import { inputField } from './fields.js'
import type { Fields } from './form.js'
import { type Html, html } from './html.js'
import { type ConsoleMessages, fill } from './messages.js'

const MIN_LENGTH = 8
/** Longer ones cannot be used to sign in. */
const MAX_LENGTH = 4096

/** The two fields of a new password. */
export const newPasswordFields = (messages: ConsoleMessages, required = true): Html =>
  html`${inputField({
    name: 'password',
    label: messages.newPassword,
    hint: fill(messages.passwordHint, { count: MIN_LENGTH }),
    type: 'password',
    autocomplete: 'new-password',
    required,
  })}${inputField({
    name: 'repeat',
    label: messages.repeatPassword,
    type: 'password',
    autocomplete: 'new-password',
    required,
  })}`

/** The new password of a form. Throws a 400 if it is too short or too long, or not repeated. */
export function newPassword({ password = '', repeat = '' }: Fields, messages: ConsoleMessages): string {
  const refuse = (message: string, count = 0) =>
    new RestError('console_invalid_password', fill(message, { count }), 400)
  if (hasFewerCharacters(password, MIN_LENGTH)) throw refuse(messages.passwordTooShort, MIN_LENGTH)
  if (password.length > MAX_LENGTH) throw refuse(messages.passwordTooLong, MAX_LENGTH)
  if (password !== repeat) throw refuse(messages.passwordsDiffer)
  return password
}
