import { type ArgValidator, RestError } from '@platen/core'
import { isLogin, passwordRefusal } from '../operations/check-user-input.js'

const checkLogin: ArgValidator = value =>
  isLogin(String(value))
    ? undefined
    : new RestError('rest_user_invalid_username', 'The name contains characters that are not allowed.', 400)

/** Checks of a user's arguments that schemas cannot express. */
export const userValidators: Readonly<Record<string, ArgValidator>> = Object.freeze({
  username: checkLogin,
  password: value => passwordRefusal(String(value)),
})

/** Clients learn of a bad name or password once all other arguments match their schemas. */
export const VALIDATED_LAST: readonly string[] = Object.freeze(Object.keys(userValidators))
