import type { RestError } from '@platen/core'
import { type ConsoleMessages, fill, interfaceMessage } from './messages.js'

/** The messages of errors whose cause people can remove, by code. */
const CAUSES: Readonly<Record<string, keyof ConsoleMessages>> = {
  rest_unsupported_media_type: 'formType',
  rest_request_too_large: 'formTooLarge',
  rest_precondition_failed: 'changedMeanwhile',
  rest_user_invalid_email: 'emailTaken',
  existing_user_email: 'emailTaken',
  existing_user_login: 'loginTaken',
  invalid_username: 'invalidLogin',
  rest_user_invalid_username: 'invalidLogin',
  rest_user_invalid_password: 'unusablePassword',
  rest_invalid_token: 'invalidLink',
  rest_mail_failed: 'mailFailed',
  rest_user_invalid_id: 'noSuchUser',
  rest_user_invalid_role: 'invalidRole',
  user_login_too_long: 'tooLong',
  user_email_too_long: 'tooLong',
  user_url_too_long: 'tooLong',
  user_display_name_too_long: 'tooLong',
  application_password_empty_name: 'applicationNameMissing',
  application_passwords_disabled: 'applicationPasswordsUnavailable',
  application_passwords_disabled_for_user: 'applicationPasswordsUnavailable',
}

/** Whether people can remove the cause of an error. */
export const isRemovable = (code: string): boolean => Object.hasOwn(CAUSES, code)

/** Explains why something failed; errors whose code has no text are shown with the message of the interface. */
export function causeText({ code, message }: RestError, messages: ConsoleMessages): string {
  const text = interfaceMessage(messages, `error.${code}`)
  if (text !== undefined) return fill(text, { message })
  const cause = isRemovable(code) ? CAUSES[code] : undefined
  return cause === undefined ? message : messages[cause]
}

/** States that nothing was changed, and why; if the client must wait, also how long. */
export function errorText(error: RestError, messages: ConsoleMessages): string {
  const seconds = error.status === 429 ? error.data?.['retry_after'] : undefined
  if (typeof seconds === 'number') return fill(messages.tooManyAttempts, { seconds })
  return fill(messages.failed, { message: causeText(error, messages) })
}
