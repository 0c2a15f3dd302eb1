import type { RestError } from '@platen/core'
import { type ConsoleMessages, fill } from './messages.js'

/** The messages of errors whose cause people can remove, by code. */
const CAUSES: Readonly<Record<string, keyof ConsoleMessages>> = {
  rest_precondition_failed: 'changedMeanwhile',
  rest_user_invalid_email: 'emailTaken',
  existing_user_email: 'emailTaken',
  existing_user_login: 'loginTaken',
  invalid_username: 'invalidLogin',
  rest_user_invalid_username: 'invalidLogin',
  rest_user_invalid_password: 'unusablePassword',
  user_login_too_long: 'tooLong',
  user_email_too_long: 'tooLong',
  user_url_too_long: 'tooLong',
  user_display_name_too_long: 'tooLong',
  application_password_empty_name: 'applicationNameMissing',
  application_passwords_disabled: 'applicationPasswordsUnavailable',
  application_passwords_disabled_for_user: 'applicationPasswordsUnavailable',
}

/** What an error of the interface says to people; others than the common ones are shown as the interface says them. */
export function errorText({ code, message }: RestError, messages: ConsoleMessages): string {
  const cause = Object.hasOwn(CAUSES, code) ? CAUSES[code] : undefined
  return fill(messages.failed, { message: cause === undefined ? message : messages[cause] })
}
