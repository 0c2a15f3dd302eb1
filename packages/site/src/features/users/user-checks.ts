import { type ArgValidator, RestError } from '@platen/core'

/** Letters, digits and `_`, `.`, `-`, `@`; single spaces between them. A lone 0 is none. */
const LOGIN = /^[\w.@-]+(?: [\w.@-]+)*$/

/** Whether a text may be the name that somebody signs in with. */
export const isLogin = (text: string): boolean => text !== '0' && LOGIN.test(text)

const checkLogin: ArgValidator = value =>
  isLogin(String(value))
    ? undefined
    : new RestError('rest_user_invalid_username', 'The name holds characters that a name cannot hold.', 400)

const checkPassword: ArgValidator = value => {
  const password = String(value)
  // Browsers' and servers' ways of Basic authentication disagree about a backslash.
  if (password !== '' && password !== '0' && !password.includes('\\')) return undefined
  return new RestError(
    'rest_user_invalid_password',
    'A password cannot be empty or 0 and cannot hold a backslash.',
    400,
  )
}

/** What the schemas of a user's arguments do not say. */
export const userChecks: Readonly<Record<string, ArgValidator>> = Object.freeze({
  username: checkLogin,
  password: checkPassword,
})
