import { RestError } from '@platen/core'
import { PASSWORD_LENGTH, passwordFault } from '@platen/site/console'
import { inputField } from './fields.js'
import type { Fields } from './form.js'
import { type Html, html } from './html.js'
import { type ConsoleMessages, fill } from './messages.js'

const { min, max } = PASSWORD_LENGTH

/** The two fields of a new password. */
export const newPasswordFields = (messages: ConsoleMessages, required = true): Html =>
  html`${inputField({
    name: 'password',
    label: messages.newPassword,
    hint: fill(messages.passwordHint, { count: min }),
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
  const fault = passwordFault(password)
  if (fault === 'short') throw refuse(messages.passwordTooShort, min)
  if (fault === 'long') throw refuse(messages.passwordTooLong, max)
  if (password !== repeat) throw refuse(messages.passwordsDiffer)
  return password
}
